"""Whether an action would be accepted, by what its seat knows and by nothing else (S9)."""

from typing import Annotated, Any

from pydantic import Field

from api.service.answers import Answer, one_of
from api.service.shengji.knowing import known_to
from domain.games.rounds import turn_of
from domain.house.clock.refusals import TurnOver
from domain.kernel.refusal import Refusal
from domain.shengji.checking import check
from domain.shengji.commands import SeatCommand
from domain.shengji.state import State
from replay.messages.say import Say, english


class RefusedAnswer(Answer):
    """Why an action would be refused: what its problem would say."""

    code: str
    rule: str
    detail: str
    params: dict[str, Any]


class CheckAnswer(Answer):
    """What would come of an action.

    `judged`: it is a throw, and would be accepted; whether it holds hangs on what others have, and
    is said by playing it only (S5.5).
    """

    verdict: Annotated[str, one_of("accepted", "judged", "refused")]
    refused: Annotated[RefusedAnswer | None, Field(description="why, if it would be")]


def checked(
    state: State, command: SeatCommand, turn: str, cutting: str | None = None, say: Say = english
) -> CheckAnswer:
    """Return what would come of a command that answers a turn; `cutting` is open if it is given."""
    now_open = cutting or turn_of(state)
    if now_open != turn:
        return _refused(TurnOver(turn=now_open or ""), say)
    found = check(known_to(command.seat, state), command)
    if isinstance(found, Refusal):
        return _refused(found, say)
    return CheckAnswer(verdict=found, refused=None)


def _refused(refusal: Refusal, say: Say) -> CheckAnswer:
    return CheckAnswer(
        verdict="refused",
        refused=RefusedAnswer(
            code=refusal.code,
            rule=refusal.rule,
            detail=say(refusal.said()),
            params=dict(refusal.params()),
        ),
    )
