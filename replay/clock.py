"""Comparing a round with its clock: every deadline its turn's, and the clock behind each (H5)."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from domain.house.clock.commands import Command
from domain.house.clock.decider import CLOCK
from domain.house.clock.events import (
    ClockResumed,
    ClockStopped,
    DeadlineSet,
    Event,
    TimeGranted,
)
from domain.house.clock.state import State
from domain.house.origins import house_may
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.text import text, word
from domain.log.accepted import Remembered, Result, input_of
from domain.log.envelope import Recorded
from domain.log.examine import Examined
from domain.log.streams import clock_stream, deck_stream, round_stream
from replay.checks import DEADLINES, Check, Verdict, differs
from replay.decks.turns import NO_CUTTING, Cutting
from replay.games import VOIDED, opened_by
from replay.places import MOVED, Places
from replay.receipts import LookUp, Odd, Shared
from replay.rederive import Decided, marks_of
from replay.turns import Turned, turns_of

TOLERANCE_MS: Final = 5_000
"""How far the moment from which a turn has its seconds may be from the one that was recorded.

The service looks at its clock once to decide and the log once to write.
"""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MS: Final = timedelta(milliseconds=1)


class Clocked(NamedTuple):
    """A round, as far as its clock is compared with it.

    `decisions` are all there is of it, and sound; `shared` are those that set a deadline too.
    `cutting` are the turns in which its decks are cut.
    """

    round: str
    recorded: Sequence[Recorded]
    decisions: Sequence[Decided]
    shared: Sequence[Shared]
    accepted: LookUp
    cutting: Cutting = NO_CUTTING


def clock_check(
    heard: Examined, stored: int, clocked: Clocked, wrong: int | None
) -> tuple[Check, ...]:
    """Return the check on what is `stored` of a round's clock, or none if it never had one.

    `wrong` is the first event of the round itself that is wrong, if any: then this says no more.
    """
    if not stored and not clocked.shared:
        return ()
    if wrong is not None:
        before = text("it was not compared, for event {version} of the round is wrong")
        detail = before.of(version=wrong)
        return (Check(name=DEADLINES, verdict=Verdict.UNCHECKED, detail=detail),)
    return (_compared(heard, stored, clocked),)


def _compared(heard: Examined, stored: int, clocked: Clocked) -> Check:
    recorded, fault = heard
    told = _Told(clocked, recorded)
    odds = [*told.missing(stored), *told.odds, *told.early(), *told.interrupted()]
    if fault is not None:
        odds.append(told.odd(fault.version, word(fault.kind.replace("_", " "))))
    if odds:
        first = min(odds, key=lambda odd: odd.version)
        return differs(DEADLINES, first.version, first.reason)
    by_clock = sum(1 for _ in told.by_clock()) + len(clocked.cutting.missed)
    stops = sum(isinstance(one.event, ClockStopped) for one in recorded)
    deadlines = sum(isinstance(one.event, DeadlineSet | TimeGranted) for one in recorded)
    stopped = text(", {stops} interruptions", stops=stops) if stops else ""
    told_so = text("{deadlines} deadlines, {decisions} decisions of the clock{interrupted}")
    detail = told_so.of(deadlines=deadlines, decisions=by_clock, interrupted=stopped)
    return Check(name=DEADLINES, verdict=Verdict.OK, detail=detail)


class _Deadline(NamedTuple):
    """A sound fact of the clock, and its position in the log."""

    position: int
    fact: Event


class _Told:
    """The facts of a clock beside the turns of its round."""

    def __init__(self, clocked: Clocked, recorded: Sequence[Recorded]) -> None:
        self._clocked = clocked
        self._recorded = recorded
        self._stream = clock_stream(clocked.round)
        self._turns = tuple(turns_of(clocked.decisions))
        self._by_first = {one.decision.first: one for one in self._turns}
        self._opened = opened_by(clocked.decisions[0].facts[0] if clocked.decisions else None)
        self.odds: list[Odd] = []
        self._deadlines = [*self._sound()]

    def odd(self, version: int, reason: str) -> Odd:
        """Say what is wrong with an event of the clock, at the event of the round it belongs to."""
        stands = (s.decision.first for s in self._clocked.shared if self._own(s).first <= version)
        return Odd(
            max(stands, default=1),
            text("event {version} of its clock: {reason}", version=version, reason=reason),
        )

    def missing(self, stored: int) -> Iterator[Odd]:
        """Yield the decisions whose deadline was acknowledged, and is not there, or another."""
        for one in self._clocked.shared:
            own = self._own(one)
            if own.first > stored:
                yield Odd(one.decision.first, text("its deadline was acknowledged, and is missing"))
            elif own.first <= len(self._recorded) and (
                self._recorded[own.first - 1].hash.hex() != own.hash
            ):
                yield Odd(one.decision.first, text("another deadline of it was acknowledged"))

    def _sound(self) -> Iterator[_Deadline]:
        """Yield the deadlines up to the first that turn, settings or moment do not make so."""
        asked = [(one.envelope.actor, one.envelope.command_id) for one in self._recorded]
        remembered = self._clocked.accepted(asked) if asked else {}
        state, places = CLOCK.initial, Places()
        for one, key in zip(self._recorded, asked, strict=True):
            fact, found = _decided(state, one), remembered.get(key)
            reason = fact if isinstance(fact, str) else self._why(one, fact, found)
            if isinstance(fact, str) or reason is not None or found is None:
                self.odds.append(self.odd(one.version, str(reason)))
                return
            astray = places.astray((one,), found.recorded.position)
            if astray is not None:
                self.odds.append(self.odd(astray, MOVED))
                return
            yield _Deadline(_position(one), fact)
            state = CLOCK.evolve(state, fact)

    def early(self) -> Iterator[Odd]:
        """Yield what the clock did before the deadline of its turn, or without one."""
        begun = self._deadlines[0].position if self._deadlines else None
        for turned in self.by_clock():
            first = turned.decision.first
            at = self._clocked.recorded[first - 1]
            due = self._due(turned.before, _position(at))
            if due is None:
                if begun is not None and begun < _position(at):
                    yield Odd(first, text("the clock acted in a turn without a deadline"))
            elif _ms(at.envelope.recorded_at) < due:
                yield Odd(
                    first,
                    text("the clock acted before the deadline of turn {turn}", turn=turned.before),
                )
        for turn, one, version in self._clocked.cutting.missed:
            due = self._due(turn, _position(one))
            if due is None or _ms(one.envelope.recorded_at) < due:
                yield Odd(
                    version, text("the clock acted before the deadline of turn {turn}", turn=turn)
                )

    def interrupted(self) -> Iterator[Odd]:
        """Yield what was done in the round while it was interrupted, but that it was voided.

        Who decides in the moment in which it is interrupted may not have heard of that.
        """
        for turned in self._turns:
            at = self._clocked.recorded[turned.decision.first - 1]
            last = self._last_before(_position(at))
            if last is None or not isinstance(last.event, ClockStopped) or _voids(turned.decision):
                continue
            if _ms(at.envelope.recorded_at) - _ms(last.envelope.recorded_at) > TOLERANCE_MS:
                yield Odd(
                    turned.decision.first, text("it was done while the round was interrupted")
                )

    def _last_before(self, position: int) -> Recorded | None:
        earlier = (one for one in reversed(self._recorded) if _position(one) < position)
        return next(earlier, None)

    def by_clock(self) -> Iterator[Turned]:
        """Yield what the clock did in turns that wait for seats."""
        for one in self._turns:
            if one.decision.envelope.origin is Origin.CLOCK and one.before is not None:
                yield one

    def _due(self, turn: str | None, position: int) -> int | None:
        """Return until when a turn lasted, by what was in the log at a position."""
        for one in reversed(self._deadlines):
            if one.position > position:
                continue
            if isinstance(one.fact, ClockStopped | ClockResumed):  # H8.3: it had none any more
                return None
            if one.fact.turn == turn:
                return one.fact.due_ms
        return None

    def _own(self, one: Shared) -> Result:
        return next(result for result in one.found.event.results if result.stream == self._stream)

    def _why(self, one: Recorded, fact: Event, found: Remembered | None) -> str | None:
        """Return why a fact of the clock is not as it must be, None if it is."""
        if found is None:
            return text("its command is not among the acknowledged ones")
        told = Result(stream=self._stream, first=one.version, last=one.version, hash=one.hash.hex())
        same = marks_of(found.recorded.envelope) == marks_of(one.envelope)
        if told not in found.event.results or not same:
            return text("its command was acknowledged with other facts")
        if isinstance(fact, DeadlineSet):
            unfounded = self._unopened(fact, found)
        else:
            unfounded = self._unasked(one, found)
        return unfounded or self._mistimed(one, fact)

    def _unopened(self, fact: DeadlineSet, found: Remembered) -> str | None:
        cut = self._clocked.cutting.turns.get(fact.turn)
        if cut is not None:
            stream = deck_stream(self._clocked.round)
            firsts = [one.first for one in found.event.results if one.stream == stream]
            same = firsts == [cut.first]
            return (
                None if same else text("no deck was committed to with turn {turn}", turn=fact.turn)
            )
        stream = round_stream(self._clocked.round)
        firsts = [result.first for result in found.event.results if result.stream == stream]
        if firsts and firsts[0] > len(self._clocked.recorded):
            return None  # it was written while this was read
        turned = self._by_first.get(firsts[0]) if firsts else None
        if turned is None or turned.after != fact.turn or turned.before == fact.turn:
            return text("no decision of the round opened turn {turn} with it", turn=fact.turn)
        return None

    def _unasked(self, one: Recorded, found: Remembered) -> str | None:
        command = one.envelope.command
        asked = None if command is None else input_of(self._stream, command)
        if asked != found.event.input:
            return text("its command was acknowledged with other facts")
        if command is None or not house_may(command, one.envelope.origin):
            return text("it is not the {origin} who does that", origin=word(one.envelope.origin))
        return None

    def _mistimed(self, one: Recorded, fact: Event) -> str | None:
        """H5.1, H5.4: every deadline is the turn's seconds after the moment of its decision."""
        if isinstance(fact, ClockStopped | ClockResumed):
            return None
        seconds = self._seconds_in(fact.turn)
        if seconds is None or (isinstance(fact, DeadlineSet) and fact.seconds != seconds):
            return text("turn {turn} has not so many seconds by the settings", turn=fact.turn)
        after_ms = fact.due_ms - _ms(one.envelope.recorded_at)
        if abs(after_ms - seconds * 1000) > TOLERANCE_MS:
            return text(
                "it is due {after_ms} ms after it was recorded, and the turn has {seconds} s",
                after_ms=after_ms,
                seconds=seconds,
            )
        return None

    def _seconds_in(self, turn: str) -> int | None:
        cut, opened = self._clocked.cutting.turns.get(turn), self._opened
        if cut is not None:
            return cut.seconds
        return None if opened is None else opened.game.seconds_in(turn, opened.settings)


def _decided(state: State, one: Recorded) -> Event | str:
    """Decide a fact of a clock again by its command; return it, or why it does not follow."""
    command, fact = one.envelope.command, one.event
    if not isinstance(command, Command):
        return text("no command asks for this fact")
    decided = CLOCK.decide(state, command)
    if isinstance(decided, Refusal):
        return text(
            "its command is refused ({code}, rule {rule})",
            code=decided.code,
            rule=word(decided.rule),
        )
    (expected,) = decided.facts
    return expected if fact == expected else text("it is not what the rules make of the command")


def _voids(decision: Decided) -> bool:
    return type(decision.facts[-1]) in VOIDED


def _position(one: Recorded) -> int:
    return one.position or 0


def _ms(moment: datetime) -> int:
    """Return a moment as Unix time in milliseconds, without any rounding up."""
    return (moment - _EPOCH) // _MS
