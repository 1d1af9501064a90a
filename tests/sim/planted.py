"""Faults that are planted in the house, each with the check that has to find it."""

from collections.abc import Callable, Collection, Sequence
from itertools import count
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from api import house as api_house
from api.service import facts as service_facts
from api.service.feed import Feed
from api.simulation.answers import ACKNOWLEDGED, NOTHING
from api.simulation.checks import ABLE, ANSWERS, CONSERVED, DEADLINE
from api.simulation.decks import CUT
from api.simulation.ending import ALL_TOLD
from api.simulation.faults import RATES, Fault
from api.simulation.listeners import HEARD
from api.simulation.proofs import PROVEN
from api.simulation.rows import ROWS
from api.simulation.sight import SEEN
from api.simulation.tree import SIGNED
from api.simulation.truth import WHOLE
from api.simulation.weather import Database
from api.steward.agenda import Agenda
from domain.fairness.cut import cut_of
from domain.flow import decide as flow
from domain.flow.address import Kind
from domain.flow.deadlines import deadline
from domain.games.rounds import State, turn_of
from domain.house.clock.commands import SetDeadline
from domain.house.deck import decide as deck_decide
from domain.house.table import events as at_table
from domain.house.table import evolve as table_evolve
from domain.house.table.state import Open
from domain.kernel.seats import Seat
from domain.log import accepted
from domain.log.checkpoints.grown import GrownTree
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.table import Drafted
from domain.sizhidao import evolve as in_round
from domain.sizhidao.state import Round
from projections.runner import Page, Runner

Plant = Callable[[pytest.MonkeyPatch], None]


class Planted(NamedTuple):
    """A fault, and the checks of which one has to find it."""

    plant: Plant
    checks: tuple[str, ...]


PLANTED: dict[str, Planted] = {}


def found_by(*checks: str) -> Callable[[Plant], Plant]:
    """Register a fault under the name of the function that plants it."""

    def register(plant: Plant) -> Plant:
        PLANTED[plant.__name__] = Planted(plant, checks)
        return plant

    return register


def every(number: int) -> Callable[[], bool]:
    """Return what says yes every so many times."""
    counted = count(1)
    return lambda: next(counted) % number == 0


@found_by(WHOLE)
def an_append_that_loses_an_event(patch: pytest.MonkeyPatch) -> None:
    insert, now = Database.insert, every(40)

    def losing(self: Database, drafted: Drafted) -> Sequence[int]:
        rows = drafted.rows
        if len(rows) < 3 or not now():
            return insert(self, drafted)
        positions = insert(self, drafted._replace(rows=[*rows[:-2], rows[-1]]))
        return [*positions, positions[-1] + 1]

    patch.setattr(Database, "insert", losing)


@found_by(WHOLE, NOTHING)
def a_command_that_is_done_again_when_it_comes_again(patch: pytest.MonkeyPatch) -> None:
    stream_of, again = accepted.stream_of, count()
    patch.setattr(
        accepted, "stream_of", lambda actor, key: stream_of(actor, f"{key} {next(again)}")
    )


@found_by(ROWS)
def a_projection_that_skips_an_event(patch: pytest.MonkeyPatch) -> None:
    following, now = Runner._next, every(5)  # noqa: SLF001 -- it is planted inside

    def skipping(self: Runner, position: int, page: Page) -> tuple[Sequence[Recorded], int]:
        facts, until = following(self, position, page)
        return (facts[:-1] if now() else facts), until

    patch.setattr(Runner, "_next", skipping)


@found_by(DEADLINE)
def a_deadline_of_the_turn_before(patch: pytest.MonkeyPatch) -> None:
    def keyed_wrongly(before: State, after: State, now_ms: int) -> SetDeadline | None:
        due = deadline(before, after, now_ms)
        last = turn_of(before)
        return due if due is None or last is None else replace(due, turn=last)

    patch.setitem(flow._DEADLINES, Kind.ROUND, keyed_wrongly)  # noqa: SLF001 -- likewise


@found_by(ANSWERS)
def a_late_click_that_acts_in_the_next_turn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(api_house, "_over", lambda *_: None)
    rates: Any = RATES  # of which nothing else changes any
    patch.setitem(rates, Fault.DELAYED, 0.5)


@found_by(CONSERVED)
def a_pot_that_is_paid_by_two_paths(patch: pytest.MonkeyPatch) -> None:
    kind = at_table.RoundEnded
    folds: Any = table_evolve._FOLDS  # noqa: SLF001 -- likewise
    phase, ended = folds[kind]

    def twice(state: Open, event: at_table.RoundEnded) -> Open:
        paid = {seat: net * 2 if net > 0 else net for seat, net in event.net.items()}
        settled: Open = ended(state, replace(event, net=paid))
        return settled

    patch.setitem(folds, kind, (phase, twice))


@found_by(SEEN)
def a_fact_that_is_told_unmasked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(service_facts, "seen_by", lambda _, told: told)


@found_by(HEARD, ALL_TOLD)
def a_feed_that_trusts_that_it_was_told_of_everything(patch: pytest.MonkeyPatch) -> None:
    step = Feed.step

    def trusting(self: Feed) -> bool:
        self._read = max(self._read, self._log.last_position() - 10)
        return step(self)

    patch.setattr(Feed, "step", trusting)


@found_by(ACKNOWLEDGED)
def an_answer_before_anything_is_written(patch: pytest.MonkeyPatch) -> None:
    insert, now = Database.insert, every(60)

    def promising(self: Database, drafted: Drafted) -> Sequence[int]:
        return range(1, len(drafted.rows) + 1) if now() else insert(self, drafted)

    patch.setattr(Database, "insert", promising)


@found_by(SIGNED)
def a_checkpoint_of_another_tree(patch: pytest.MonkeyPatch) -> None:
    root = GrownTree.root
    patch.setattr(GrownTree, "root", lambda self, size: root(self, size - 1))


@found_by(CUT)
def a_deck_that_is_not_cut(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        deck_decide, "cut_of", lambda where, root, seats, _: cut_of(where, root, seats, {})
    )


@found_by(NOTHING)
def a_repeated_command_that_is_refused(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Log, "answered", lambda *_: None)


@found_by(PROVEN)
def a_clock_that_does_not_wait(patch: pytest.MonkeyPatch) -> None:
    tasks = Agenda.tasks
    patch.setattr(Agenda, "tasks", lambda self, now_ms: tasks(self, now_ms + 4_000))
    patch.setattr(api_house.House, "_early", lambda *_: None)


@found_by(ABLE)
def a_round_that_waits_for_a_seat_which_is_all_in(patch: pytest.MonkeyPatch) -> None:
    def next_live(
        table: Round,
        live: Collection[Seat],
        _: object,
        answered: Collection[Seat],
        spoke: Seat | None,
    ) -> Seat | None:
        start = table.seats.index(table.head) if spoke is None else table.seats.index(spoke) + 1
        order = table.seats[start:] + table.seats[:start]
        waits = (seat for seat in order if seat in live and seat not in answered)
        return None if len(live) == 1 else next(waits, None)

    patch.setattr(in_round, "to_speak", next_live)
