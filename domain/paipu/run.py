"""Running a record on the real rules."""

from typing import Any

import msgspec

from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.paipu.action import Action
from domain.paipu.document import FORMAT, Document, UnreadableRecordError
from domain.paipu.recorded import RECORDED, RecordedGame


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """An accepted action, what followed, and the state after it. The first is the opening.

    Facts and state are those of the record's game.
    """

    action: Action
    facts: tuple[Any, ...]
    state: Any


class Refused(msgspec.Struct, frozen=True, kw_only=True):
    """The first action refused, by its index among the record's actions."""

    action: int
    refusal: Refusal


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What running a record came to: the object that `--json` prints, and how it came about."""

    summary: dict[str, object]
    steps: tuple[Step, ...]
    refused: Refused | None


def run(document: Document) -> Outcome:
    """Run every action of a record in order, up to the first that is refused.

    Raises `UnreadableRecordError` if its opening is refused, which reading it would have found.
    """
    recorded = RECORDED[document.game]
    opened = _step(recorded, recorded.game.decider.initial, Action(document.opening, Origin.HOUSE))
    if isinstance(opened, Refusal):
        raise UnreadableRecordError(opened.told())
    steps, refused = [opened], None
    for index, text in enumerate(document.actions):
        taken = _step(recorded, steps[-1].state, text)
        if isinstance(taken, Refusal):
            refused = Refused(action=index, refusal=taken)
            break
        steps.append(taken)
    summary = _heading(document) | _told(recorded, steps, refused)
    return Outcome(summary=summary, steps=tuple(steps), refused=refused)


def _step(recorded: RecordedGame, state: Any, action: Action | str) -> Step | Refusal:  # noqa: ANN401 -- each game has its own
    # A round that is over refuses an action before its form is looked at.
    decider = recorded.game.decider
    if decider.is_terminal(state):
        return recorded.over
    said = recorded.read_action(action) if isinstance(action, str) else action
    if isinstance(said, Refusal):
        return said
    decided = decider.decide(state, said.command)
    if isinstance(decided, Refusal):
        return decided
    return Step(action=said, facts=decided.facts, state=decided.state)


def _heading(document: Document) -> dict[str, object]:
    return {"paipu": FORMAT, "game": document.game}


def _told(recorded: RecordedGame, steps: list[Step], refused: Refused | None) -> dict[str, object]:
    if refused is not None:
        error = {"code": refused.refusal.code, "action": refused.action}
        return {"status": "illegal", "error": error}
    facts = [fact for step in steps for fact in step.facts]
    return recorded.summary_of(steps[-1].state, facts, last_action=len(steps) - 2)
