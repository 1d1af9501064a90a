"""What each game is to a replay, besides its rules: the one place that knows both."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, cast

from domain.cards.card import PACK
from domain.cards.packs import FOUR_PACKS
from domain.games.game import Game
from domain.games.games import SHENGJI, SIZHIDAO, game_of
from domain.games.status import Status
from domain.kernel.decider import Event, name_of
from domain.kernel.seats import Seat, seats_of
from domain.shengji import events as shengji_events
from domain.sizhidao import events as sizhidao_events
from replay.home import Home
from replay.shengji import account as shengji_account
from replay.shengji import summary as shengji_summary
from replay.shengji import sums as shengji_sums
from replay.shengji import turns as shengji_turns
from replay.shengji.home import Match
from replay.sizhidao import account as sizhidao_account
from replay.sizhidao import points as sizhidao_points
from replay.sizhidao import turns as sizhidao_turns
from replay.sizhidao.home import Table
from replay.words import Json, Teller, Viewer


class Turns(Protocol):
    """Counts the turns of one round by its facts."""

    @property
    def open(self) -> str | None:
        """The turn that is open, None for none."""
        ...

    def heed(self, fact: Any) -> None:  # noqa: ANN401 -- of its game
        """Go on by a fact."""
        ...


class ToldGame(NamedTuple):
    """How the rounds of a game are told and added up.

    `sums` names the check that `first_gap` makes: it adds the facts up once more, asking no rule.
    `home` says of an opening which table or match began the round, `players` who sits p1 upward;
    `masked` hides in a summary what a viewer may not see. `pack` is how many cards are dealt from.
    """

    game: Game
    pack: int
    settled: type[Event]
    voided: type[Event]
    teller: Callable[[], Teller]
    turns: Callable[[], Turns]
    seconds_in: Callable[[str, Any], int | None]
    sums: str
    first_gap: Callable[[Sequence[Any]], tuple[int, str] | None]
    home: Callable[[Any], str | None]
    home_name: str
    home_of: Home
    players: Callable[[Any], Iterable[str]]
    masked: Callable[[Json, Viewer], Json]


TOLD: Final = (
    ToldGame(
        game=SIZHIDAO,
        pack=len(PACK),
        settled=sizhidao_events.RoundSettled,
        voided=sizhidao_events.RoundVoided,
        teller=sizhidao_account.Teller,
        turns=sizhidao_turns.Turns,
        seconds_in=sizhidao_turns.seconds_in,
        sums=sizhidao_points.SUMS,
        first_gap=sizhidao_points.first_gap,
        home=lambda opened: opened.table,
        home_name="table",
        home_of=Table(),
        players=lambda opened: (one.player for one in opened.players),
        masked=lambda summary, _: summary,
    ),
    ToldGame(
        game=SHENGJI,
        pack=len(FOUR_PACKS),
        settled=shengji_events.RoundSettled,
        voided=shengji_events.RoundVoided,
        teller=shengji_account.Teller,
        turns=shengji_turns.Turns,
        seconds_in=shengji_turns.seconds_in,
        sums=shengji_sums.SUMS,
        first_gap=shengji_sums.first_gap,
        home=lambda opened: opened.match,
        home_name="match",
        home_of=Match(),
        players=lambda opened: opened.players,
        masked=shengji_summary.masked,
    ),
)
_BY_NAME: Final[Mapping[str, ToldGame]] = {one.game.name: one for one in TOLD}
SETTLED: Final = frozenset(one.settled for one in TOLD)
VOIDED: Final = frozenset(one.voided for one in TOLD)
ENDS: Final[Mapping[str, Status]] = {
    **{name_of(kind): Status.COMPLETE for kind in SETTLED},
    **{name_of(kind): Status.VOIDED for kind in VOIDED},
}
"""The stored names of the facts that end a round, and what its status is then."""


class Opened(NamedTuple):
    """What is the same of every opening: its game, round, table or match, seats and settings."""

    game: ToldGame
    round: str
    home: str | None
    players: Mapping[Seat, str]
    settings: object

    @property
    def venue(self) -> str | None:
        """The stream of its table or match, None if it names none."""
        return None if self.home is None else f"{self.game.home_name}/{self.home}"

    def seat_of(self, player: str | None) -> Seat | None:
        """Return the seat of a player, None for anybody else."""
        return next((seat for seat, name in self.players.items() if name == player), None)


def told_as(fact: object) -> ToldGame:
    """Return how the game of a fact is told. Raises `KeyError` for one of no game."""
    game = game_of(fact)
    return _BY_NAME["" if game is None else game.name]


def opened_by(fact: object) -> Opened | None:
    """Return what a fact opened, None if it is no opening of a round."""
    game = game_of(fact)
    if game is None or not isinstance(fact, game.opened):
        return None
    told, opened = _BY_NAME[game.name], cast("Any", fact)
    players = tuple(told.players(opened))
    return Opened(
        game=told,
        round=opened.round,
        home=told.home(opened),
        players=dict(zip(seats_of(len(players)), players, strict=True)),
        settings=opened.settings,
    )
