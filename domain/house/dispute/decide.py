"""From a command to the fact that follows in a dispute: the order of checks."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.chips.amount import MOST
from domain.house.dispute import commands, events, refusals
from domain.house.dispute.commands import Command
from domain.house.dispute.events import Event, Verdict
from domain.house.dispute.evolve import evolve
from domain.house.dispute.state import Closed, Open, State, Unopened
from domain.house.labels import LONGEST, PROSE, is_name, is_prose
from domain.kernel.decider import Decision
from domain.kernel.refusal import Refusal

PLAYER: Final = "player/"
"""What the `by` of a player begins with."""
DIGEST: Final = 64
"""Hex digits of a SHA-256."""


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """Return the fact that follows from the command in this state, or why it is refused."""
    phase, answer = _VERBS[type(command)]
    if not isinstance(state, phase):
        return _out_of_place(state, phase)
    fact = answer(state, command)
    return fact if isinstance(fact, Refusal) else Decision((fact,), evolve(state, fact))


def _out_of_place(state: State, phase: type) -> Refusal:
    if phase is Unopened:
        return refusals.DisputeExists()
    return refusals.DisputeOver() if isinstance(state, Closed) else refusals.NoSuchDispute()


def _open(_: Unopened, command: commands.OpenDispute) -> Event | Refusal:
    if not is_name(command.dispute):
        return refusals.BadDispute(most=LONGEST)
    if not is_prose(command.claim):
        return refusals.BadText(most=PROSE)
    return events.DisputeOpened(
        dispute=command.dispute,
        round=command.round,
        by=command.by,
        claim=command.claim,
        due_ms=command.due_ms,
    )


def _add_evidence(state: Open, command: commands.AddEvidence) -> Event | Refusal:
    refused = _unwritten(state, command.by, command.note)
    if refused is not None:
        return refused
    digest = command.digest
    if len(digest) != DIGEST or not set(digest) <= set("0123456789abcdef"):
        return refusals.BadDigest()
    return events.EvidenceAdded(by=command.by, digest=digest, note=command.note)


def _add_note(state: Open, command: commands.AddNote) -> Event | Refusal:
    refused = _unwritten(state, command.by, command.text)
    return refused or events.NoteAdded(by=command.by, text=command.text)


def _unwritten(state: Open, by: str, text: str) -> Refusal | None:
    """Return why somebody may not write something to a dispute: not the own one, or no text."""
    if by.startswith(PLAYER) and by != state.by:
        return refusals.NotYourDispute()
    return None if is_prose(text) else refusals.BadText(most=PROSE)


def _decide(state: Open, command: commands.DecideDispute) -> Event | Refusal:
    if not is_prose(command.text):
        return refusals.BadText(most=PROSE)
    if state.verdict is not None:
        return refusals.DecidedAlready(verdict=state.verdict)
    return events.DisputeDecided(by=command.by, verdict=command.verdict, text=command.text)


def _propose(state: Open, command: commands.ProposeCompensation) -> Event | Refusal:
    if state.verdict is not Verdict.UPHELD:
        return refusals.NotUpheld()
    if state.pending is not None:
        return refusals.CompensationPending(adjustment=state.pending)
    if not 1 <= command.points <= MOST:
        return refusals.BadCompensation(most=MOST)
    return events.CompensationProposed(
        by=command.by,
        adjustment=command.adjustment,
        player=command.player,
        points=command.points,
    )


def _end(_: Open, command: commands.EndCompensation) -> Event:
    return events.CompensationEnded(adjustment=command.adjustment, approved=command.approved)


def _close(state: Open, command: commands.CloseDispute) -> Event | Refusal:
    if state.verdict is None:
        return refusals.NotDecided()
    if state.pending is not None:
        return refusals.CompensationPending(adjustment=state.pending)
    return events.DisputeClosed(by=command.by)


# The table pairs each verb with the phase it belongs to and who answers it.
Act = Callable[[Any, Any], Event | Refusal]
_VERBS: Final[Mapping[type[Command], tuple[type, Act]]] = {
    commands.OpenDispute: (Unopened, _open),
    commands.AddEvidence: (Open, _add_evidence),
    commands.AddNote: (Open, _add_note),
    commands.DecideDispute: (Open, _decide),
    commands.ProposeCompensation: (Open, _propose),
    commands.EndCompensation: (Open, _end),
    commands.CloseDispute: (Open, _close),
}
