"""What a record has of its game: keys, opening, actions and summary, game by game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.games.game import Game
from domain.games.games import SHENGJI, SIZHIDAO
from domain.kernel.refusal import Refusal
from domain.paipu.action import Action
from domain.paipu.shengji import actions as shengji_actions
from domain.paipu.shengji import opening as shengji_opening
from domain.paipu.shengji.summary import summary_of as summary_of_shengji
from domain.paipu.sizhidao import actions as sizhidao_actions
from domain.paipu.sizhidao import opening as sizhidao_opening
from domain.paipu.sizhidao.summary import summary_of as summary_of_sizhidao
from domain.shengji.refusals import RoundOver as ShengjiOver
from domain.shengji.ruleset import RULES as SHENGJI_RULES
from domain.sizhidao.refusals import RoundOver as SizhidaoOver
from domain.sizhidao.ruleset import RULES as SIZHIDAO_RULES


class RecordedGame(NamedTuple):
    """How rounds of a game stand in records.

    `keys` are those of its own; `head_of` gives the head of an opening's record from its table on.
    """

    game: Game
    rules: int
    keys: frozenset[str]
    read_opening: Callable[[Mapping[str, object]], Any]
    head_of: Callable[[Any], dict[str, object]]
    settings_of: Callable[[Any], dict[str, object]]
    seats_of: Callable[[Any], Sequence[dict[str, object]]]
    read_action: Callable[[str], Action | Refusal]
    write_action: Callable[[Action], str | None]
    summary_of: Callable[..., dict[str, object]]
    over: Refusal


RECORDED: Final[Mapping[str, RecordedGame]] = {
    SIZHIDAO.name: RecordedGame(
        game=SIZHIDAO,
        rules=SIZHIDAO_RULES,
        keys=frozenset({"head"}),
        read_opening=sizhidao_opening.read_opening,
        head_of=sizhidao_opening.head_of,
        settings_of=sizhidao_opening.settings_of,
        seats_of=sizhidao_opening.seats_of,
        read_action=sizhidao_actions.read_action,
        write_action=sizhidao_actions.write_action,
        summary_of=summary_of_sizhidao,
        over=SizhidaoOver(),
    ),
    SHENGJI.name: RecordedGame(
        game=SHENGJI,
        rules=SHENGJI_RULES,
        keys=frozenset({"levels", "dealer"}),
        read_opening=shengji_opening.read_opening,
        head_of=shengji_opening.head_of,
        settings_of=shengji_opening.settings_of,
        seats_of=shengji_opening.seats_of,
        read_action=shengji_actions.read_action,
        write_action=shengji_actions.write_action,
        summary_of=summary_of_shengji,
        over=ShengjiOver(),
    ),
}
"""Both games by the name that a record gives them."""
