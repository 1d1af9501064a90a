"""Deciding a stored round again from its commands, and comparing every fact with the stored one."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

import msgspec

from domain.flow.dealing import DEALS
from domain.games.games import asked_of, game_of
from domain.games.rounds import ROUND, State, late_command
from domain.kernel.decider import Command, Event, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.text import text, word
from domain.log.envelope import Envelope, Recorded

_FROM: Final = text("its command cannot come from {origin}")
_DEALS: Final = frozenset(DEALS)


class Marks(msgspec.Struct, frozen=True, kw_only=True):
    """Who made a decision, how, when, and under which id."""

    actor: str
    origin: Origin
    recorded_at: datetime
    command_id: str


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The first place where a stored round is not what the rules make of its commands.

    `expected` or `stored` is None where no fact should, or none does, stand at this version. Where
    facts of one decision bear other marks, `of` is the version of its first, and the marks differ.
    """

    version: int
    reason: str
    expected: Event | Command | Marks | None = None
    stored: Event | Command | Marks | None = None
    of: int | None = None


class Decided(msgspec.Struct, frozen=True, gc=False):
    """A decision derived again: its facts equal the stored ones, from version `first` on."""

    first: int
    envelope: Envelope[Command]
    facts: tuple[Event, ...]

    @property
    def last(self) -> int:
        """The version of the decision's last fact."""
        return self.first + len(self.facts) - 1


class Dealt(NamedTuple):
    """A decision to deal: its version, the command, and the state of the round before it."""

    version: int
    state: State
    command: Command


class Rederivation(msgspec.Struct, frozen=True, kw_only=True):
    """A round derived again: its decisions up to the first difference, and the state after them.

    `choice` is the first command of the clock's that is not the one by which the rules act for a
    late seat; `dealt` are the decisions to deal. A round that is `closed` could not be decided
    again, since some of its cards are sealed: then these are the decisions as they are stored, and
    there is no state.
    """

    decisions: tuple[Decided, ...]
    state: State
    difference: Difference | None
    choice: Difference | None = None
    dealt: tuple[Dealt, ...] = ()
    closed: bool = False


def rederive(recorded: Sequence[Recorded]) -> Rederivation:
    """Decide every command of a stored round again, as far as that equals what is stored.

    Without all of its cards that cannot be done: then its decisions are taken as they are stored.
    """
    if any(one.sealed for one in recorded):
        return _as_stored(recorded)
    return _again(recorded)


def _again(recorded: Sequence[Recorded]) -> Rederivation:
    decisions: list[Decided] = []
    dealt: list[Dealt] = []
    state: State = ROUND.initial
    opened, place, end = None, 0, len(recorded)
    difference = choice = None
    while place < end:
        first = recorded[place]
        command, origin = first.envelope.command, first.envelope.origin
        game = asked_of(command)
        if command is None or game is None:
            difference = _unfounded(first, text("no command asks for this fact"))
            break
        if not game.may_come_from(command, origin):
            difference = _unfounded(first, _FROM.of(origin=word(origin)))
            break
        # Once a round of the game is opened, its own decider is asked, and no more which it is.
        decided = (game.decider if game is opened else ROUND).decide(state, command)
        if isinstance(decided, Refusal):
            difference = _refused(first, decided)
            break
        facts, state_after = decided
        if len(facts) > 1 or first.event != facts[0]:  # most decisions are of one fact
            difference = _compare(facts, recorded, place)
            if difference is not None:
                break
        if choice is None and origin is Origin.CLOCK:
            choice = _other_choice(state, command, first)
        if type(command) in _DEALS:
            dealt.append(Dealt(place + 1, state, command))
        decisions.append(Decided(place + 1, first.envelope, facts))
        state, opened = state_after, game
        place += len(facts)
    return Rederivation(
        decisions=tuple(decisions),
        state=state,
        difference=difference,
        choice=choice,
        dealt=tuple(dealt),
    )


def _other_choice(state: State, command: Command, stored: Recorded) -> Difference | None:
    """Compare what the clock did for a late seat with what the rules do for it (Z3.8, S3.8)."""
    seat = getattr(command, "seat", None)
    if seat is None:  # opening a round, for one, which the clock of a house may do
        return None
    expected = late_command(state, seat)
    if command == expected:
        return None
    return Difference(
        version=stored.version,
        reason=text("the clock did not do what the rules do for a late seat"),
        expected=expected,
        stored=command,
    )


def _as_stored(recorded: Sequence[Recorded]) -> Rederivation:
    """Return the decisions of a round of which some cards are sealed, up to the first odd fact."""
    begun: list[tuple[Recorded, list[Event]]] = []
    difference = None
    for one in recorded:
        if game_of(one.event) is None:
            difference = _unfounded(one, text("it is no fact of this game"))
        elif one.envelope.command is not None:
            begun.append((one, [one.event]))
        elif not begun:
            difference = _unfounded(one, text("no command asks for this fact"))
        elif same_decision(begun[-1][0].envelope, one.envelope):
            begun[-1][1].append(one.event)
        else:
            difference = _unfounded(one, text("the fact does not bear the marks of its decision"))
        if difference is not None:
            break
    return Rederivation(
        decisions=tuple(Decided(one.version, one.envelope, tuple(facts)) for one, facts in begun),
        state=ROUND.initial,
        difference=difference,
        closed=True,
    )


def _unfounded(stored: Recorded, reason: str) -> Difference:
    return Difference(version=stored.version, reason=reason, stored=stored.event)


def _refused(stored: Recorded, refusal: Refusal) -> Difference:
    return _unfounded(
        stored,
        text(
            "its command is refused ({code}, rule {rule})",
            code=refusal.code,
            rule=word(refusal.rule),
        ),
    )


def _compare(
    expected: Sequence[Event],
    recorded: Sequence[Recorded],
    place: int,
) -> Difference | None:
    """Compare the facts of a decision with those recorded from a place on."""
    first = recorded[place]
    for offset, fact in enumerate(expected):
        version = place + offset + 1
        if version > len(recorded):
            return Difference(version=version, reason=text("the fact is missing"), expected=fact)
        found = recorded[place + offset]
        if found.event != fact:
            reason = text("the stored fact is not what the rules make of the command")
            return Difference(version=version, reason=reason, expected=fact, stored=found.event)
        if offset and not same_decision(first.envelope, found.envelope):
            return Difference(
                version=version,
                reason=text(
                    "it does not bear the marks of its decision, as event {version} does",
                    version=place + 1,
                ),
                expected=marks_of(first.envelope),
                stored=marks_of(found.envelope),
                of=place + 1,
            )
    return None


def marks_of(envelope: Envelope[Command]) -> Marks:
    """Return the marks that every fact of a decision bears."""
    return Marks(
        actor=envelope.actor,
        origin=envelope.origin,
        recorded_at=envelope.recorded_at,
        command_id=envelope.command_id,
    )


def same_decision(first: Envelope[Command], other: Envelope[Command]) -> bool:
    """Say whether what was written with a decision's first fact carries the same marks.

    These are actor, origin, time and command id; the command stands beside the first fact only.
    """
    return other.command is None and marks_of(other) == marks_of(first)
