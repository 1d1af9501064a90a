"""A round and its clock: deadlines by the settings, and a clock that waits for them (H5)."""

from collections.abc import Callable, Iterator
from contextlib import closing
from functools import reduce
from pathlib import Path

import pytest

from api.house import House
from domain.flow.address import clock, game
from domain.house.clock.commands import GrantTime
from domain.kernel.decider import Origin
from domain.log.store import open_log
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.state import State
from domain.sizhidao.turns import seconds_of, turn_of
from replay.books import faults_of_books
from replay.checks import DEADLINES, DERIVED, Verdict
from replay.clock import TOLERANCE_MS
from replay.memory import Beside, Memory
from replay.proof import prove_rows
from replay.receipts import Ends
from replay.turns import turns_of
from replay.verify import CHECKS
from tests.replay.room import BEGIN_MS, DEALT, PLAYED, Room, deadlines_of, proof_of
from tests.support.bulk import in_bulk, one_by_one
from tests.support.house import said
from tests.support.logs import OPEN, new_log, sample, store, stored_rounds, ticking, url
from tests.support.tamper import Row, open_file, put, rehashed, rows_of

AT = "clock/r"
Change = Callable[[list[Row]], list[Row]]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    room = Room(tmp_path / "log.db")
    with room.log:
        yield room


def found(room: Room, round_id: str = "r") -> tuple[Verdict, str]:
    """What the check on the clock comes to, which is the same in bulk."""
    line = in_bulk(room.log, 3)[round_id]
    assert line == one_by_one(room.log)[round_id]
    check = deadlines_of(room.log, round_id)
    proof = proof_of(room.log, round_id)
    if check.verdict is Verdict.DIFFERENCE:
        assert proof.first_wrong == check == line.first_wrong
        assert check.detail.startswith(f"event {check.version}: ")
    return check.verdict, check.detail


def test_a_round_that_was_played_by_a_clock_is_proven(room: Room) -> None:
    room.play(PLAYED)
    assert proof_of(room.log).proven
    assert found(room) == (Verdict.OK, "5 deadlines, 4 decisions of the clock")
    assert [line.verdict for line in in_bulk(room.log, 1000).values()] == ["proven"]
    assert DEADLINES in CHECKS


def test_a_round_without_a_clock_is_told_as_ever(tmp_path: Path) -> None:
    with new_log(tmp_path / "log.db") as log:
        store(log, "r", OPEN)
        proof = proof_of(log)
        assert proof.proven
        assert len(proof.checks) == 6
        assert DEADLINES not in {check.name for check in proof.checks}


@pytest.mark.parametrize(("early_ms", "verdict"), [(0, "ok"), (1, "difference")])
def test_h5_3_the_clock_waits_for_the_deadline(room: Room, early_ms: int, verdict: str) -> None:
    room.play(DEALT, "p1 bet 50")
    room.be_late(early_ms=early_ms)
    assert found(room)[0] == verdict
    if verdict == "difference":
        before = len(room.log.read("round/r")) - 1
        assert found(room)[1] == (
            f"event {before + 1}: the clock acted before the deadline of turn 0.betting.1"
        )


def test_h5_3_of_seats_that_share_a_turn_none_is_acted_for_early(room: Room) -> None:
    room.play(DEALT, "p1 bet 50", "p2 call", "p3 fold", "late")
    assert found(room)[0] is Verdict.OK
    room.be_late(early_ms=500)
    assert "before the deadline of turn 0.buy_in" in found(room)[1]


@pytest.mark.parametrize(
    ("lie_ms", "fine"),
    [
        (0, True), (-TOLERANCE_MS, True), (TOLERANCE_MS, True),
        (-TOLERANCE_MS - 1, False), (TOLERANCE_MS + 1, False), (60_000, False),
    ],
)  # fmt: skip
def test_h5_1_a_deadline_is_the_settings_seconds_after_its_decision(
    room: Room, lie_ms: int, fine: bool
) -> None:
    room.play(DEALT[:2])
    room.lie_ms = lie_ms
    room.play(DEALT[2])
    version = len(room.log.read("round/r"))
    room.lie_ms = 0
    room.play("p1 bet 50")
    verdict, detail = found(room)
    assert (verdict is Verdict.OK) == fine
    if not fine:
        due = 20_000 + lie_ms
        told = f"it is due {due} ms after it was recorded, and the turn has 20 s"
        assert detail == f"event {version}: event 1 of its clock: {told}"


def test_h5_4_granted_time_replaces_the_deadline(room: Room) -> None:
    room.play(DEALT, "p1 bet 50")
    room.passed_ms += 500_000
    room.grant()
    room.be_late()
    assert found(room) == (Verdict.OK, "4 deadlines, 1 decisions of the clock")
    room.passed_ms += 500_000
    room.grant()
    room.be_late(early_ms=1)
    assert "the clock acted before the deadline of turn 0.betting.2" in found(room)[1]


def test_h5_4_granted_time_is_the_turns_full_seconds(room: Room) -> None:
    room.play(DEALT)
    room.passed_ms += 500_000
    room.grant(seconds=26)
    verdict, detail = found(room)
    assert verdict is Verdict.DIFFERENCE
    assert "event 2 of its clock: it is due 26000 ms after it was recorded" in detail


def test_h5_4_a_round_older_than_clocks_is_proven_from_its_first_grant_on(room: Room) -> None:
    old = House(room.log)
    room.play(DEALT, "late", house=old)
    assert len(proof_of(room.log).checks) == 6
    room.grant()
    room.be_late()
    assert found(room)[0] is Verdict.OK


def test_a_clock_that_acts_in_a_turn_without_a_deadline_is_told(room: Room) -> None:
    room.play(DEALT, "p1 bet 50")
    room.play("p2 call", house=House(room.log))
    room.be_late()
    assert found(room)[1].endswith("the clock acted in a turn without a deadline")


def test_h5_2_a_grant_that_comes_when_the_round_is_over_changes_nothing(room: Room) -> None:
    room.play(DEALT, "p1 bet 50")
    overdue = BEGIN_MS + room.passed_ms + 20_000
    (void,) = said(["void @operator"])
    room.take(game("r"), void, Origin.OPERATOR)
    room.take(clock("r"), GrantTime(turn="0.betting.1", due_ms=overdue + 1), Origin.CLOCK)
    assert found(room)[0] is Verdict.OK


def test_without_keys_the_clock_is_compared_all_the_same(room: Room) -> None:
    room.play(PLAYED)
    with open_log(url(room.path), now=ticking(), read_only=True) as log:
        verdicts = {check.name: check.verdict for check in proof_of(log).checks}
        assert verdicts[DERIVED] is Verdict.UNCHECKED
        assert verdicts[DEADLINES] is Verdict.OK


def edited(place: int, **changes: object) -> Change:
    """One event of the clock with other fields, command and hashes made anew as well."""

    def change(rows: list[Row]) -> list[Row]:
        row = rows[place].with_event(**changes)
        command = {**row.envelope["command"], **changes}  # type: ignore[dict-item]
        rows[place] = row.with_envelope(command=command)
        return rehashed(AT, rows)

    return change


def added(rows: list[Row]) -> list[Row]:
    return rehashed(AT, [*rows, rows[-1]._replace(version=len(rows) + 1, position=None)])


def unasked(rows: list[Row]) -> list[Row]:
    rows[1] = rows[1].with_event(turn="0.betting.9")
    return rehashed(AT, rows)


def foreign(rows: list[Row]) -> list[Row]:
    body = {**rows[1].body, "event": {"type": "sizhidao.Checked.1", "seat": "p1"}}
    rows[1] = rows[1].with_body(body)._replace(topic="sizhidao.Checked.1")
    return rehashed(AT, rows)


CHANGES: dict[str, tuple[Change, str]] = {
    "bytes": (
        lambda rows: [rows[0], rows[1].with_event(due_ms=1), *rows[2:]],
        "event 2 of its clock: changed",
    ),
    "a gap": (lambda rows: [rows[0], *rows[2:]], "event 2 of its clock: gap"),
    "a lost end": (lambda rows: rows[:-1], "its deadline was acknowledged, and is missing"),
    "all lost": (lambda _: [], "event 7: its deadline was acknowledged, and is missing"),
    "another deadline": (edited(1, due_ms=BEGIN_MS), "another deadline of it was acknowledged"),
    "one more": (added, "its command was acknowledged with other facts"),
    "an event that no command asks for": (unasked, "another deadline of it was acknowledged"),
    "an event of a round": (foreign, "another deadline of it was acknowledged"),
}


@pytest.mark.parametrize(("change", "says"), CHANGES.values(), ids=CHANGES)
def test_a_changed_clock_is_found(room: Room, change: Change, says: str) -> None:
    room.play(PLAYED)
    with closing(open_file(room.path)) as file:
        put(file, AT, change(rows_of(file, AT)))
    verdict, detail = found(room)
    assert verdict is Verdict.DIFFERENCE
    assert says in detail


def test_a_lost_grant_at_the_end_of_a_clock_is_found(room: Room) -> None:
    room.play(DEALT)
    room.passed_ms += 500_000
    room.grant()
    assert list(faults_of_books(room.log)) == []
    with closing(open_file(room.path)) as file:
        put(file, AT, rows_of(file, AT)[:-1])
    assert list(faults_of_books(room.log)) == [
        f"{AT}: event 2: it was acknowledged, and is missing"
    ]


def test_a_clock_of_no_round_is_proven_by_itself(room: Room) -> None:
    grant = GrantTime(turn="0.splitting", due_ms=BEGIN_MS)
    room.take(clock("none"), grant, Origin.CLOCK)
    assert list(faults_of_books(room.log)) == []
    with closing(open_file(room.path)) as file:
        rows = rows_of(file, "clock/none")
        put(file, "clock/other", rehashed("clock/other", [rows[0]._replace(position=None)]))
        put(file, "clock/none", rehashed("clock/none", [rows[0].with_event(due_ms=BEGIN_MS + 1)]))
    assert list(faults_of_books(room.log)) == [
        "clock/none: event 1: its command was acknowledged with other facts",
        "clock/other: event 1: its command is not among the acknowledged ones",
    ]


def test_a_deadline_of_what_was_written_meanwhile_is_no_difference(room: Room) -> None:
    room.play(DEALT, "p1 bet 50")
    rows = room.log.read_stored("round/r")
    room.play("p2 call")
    memory = Memory(room.log.accepted, lambda: Ends({}), room.log.fact)
    proof = prove_rows("r", rows, memory, room.log.codec, Beside(room.log.read_stored(AT)))
    assert proof.proven
    assert proof.checks[-1].detail == "3 deadlines, 0 decisions of the clock"


def test_nothing_is_said_of_the_clock_of_a_round_that_is_wrong_itself(room: Room) -> None:
    room.play(PLAYED)
    with closing(open_file(room.path)) as file:
        put(file, "round/r", rows_of(file, "round/r")[:-1])
    assert deadlines_of(room.log).verdict is Verdict.UNCHECKED


def test_turns_that_are_counted_are_those_of_the_rules(tmp_path: Path) -> None:
    seen = set()
    with new_log(tmp_path / "log.db") as log:
        list(sample(log).play(40))
        for round_id in stored_rounds(log):
            proof, state = proof_of(log, round_id), SIZHIDAO.initial
            for turned in turns_of(proof.derived.decisions):
                assert turned.before == turn_of(state)
                state = _after(state, turned.decision.facts)
                assert turned.after == turn_of(state)
                seen.add((turned.after or "").partition(".")[2].rstrip("0123456789"))
                opened = proof.opened
                if turned.after is not None and opened is not None:
                    seconds = opened.game.seconds_in(turned.after, opened.settings)
                    assert seconds == seconds_of(state)
    assert seen == {"", "deal", "betting.", "splitting", "buy_in"}


def _after(state: State, facts: tuple[object, ...]) -> State:
    return reduce(SIZHIDAO.evolve, facts, state)  # type: ignore[arg-type]
