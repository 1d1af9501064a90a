"""Appending and reading, versions and positions, whole decisions or none."""

from datetime import UTC, datetime

import pytest

from domain.kernel.decider import Event, Origin, name_of
from domain.log.accepted import CommandAccepted
from domain.log.envelope import Envelope
from domain.log.errors import ConflictError, UnstorableError
from domain.log.store import Log, Remembered, Write
from domain.sizhidao.events import BetMade, CardsDealt, Checked
from tests.log.given import asked, bet, checked, dealt, fill, write


def events(log: Log, stream: str = "round/1") -> list[Event]:
    return [recorded.event for recorded in log.read(stream)]


def test_an_unknown_stream_is_empty(log: Log) -> None:
    assert log.read("round/1") == ()
    assert log.read_stored("round/1") == []
    assert log.last_position() == 0
    assert log.after(0, 10) == ()
    assert list(log.streams()) == []
    assert log.receipt_of("ann", "1") is None


def test_what_was_appended_is_read_in_order(log: Log) -> None:
    log.append([write("round/1", 0, bet(1), bet(2))], asked("1"))
    log.append([write("round/1", 2, bet(3))], asked("2"))

    recorded = log.read("round/1")

    assert [entry.event for entry in recorded] == [bet(1), bet(2), bet(3)]
    assert [entry.version for entry in recorded] == [1, 2, 3]
    assert [entry.previous for entry in recorded[1:]] == [entry.hash for entry in recorded[:-1]]
    assert recorded[0].previous == bytes(32)


def test_the_command_stands_on_the_first_event_of_its_decision_only(log: Log) -> None:
    command = asked("1")
    log.append([write("round/1", 0, bet(1), bet(2)), write("table/1", 0, checked())], command)

    envelope = Envelope(
        recorded_at=datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
        actor="ann",
        origin=Origin.PLAYER,
        command_id="1",
        command=command.command,
    )
    first, second = log.read("round/1")
    (third,) = log.read("table/1")
    assert first.envelope == envelope
    for later in (second, third):
        assert later.envelope.command is None
        assert later.envelope.command_id == "1"
        assert later.envelope.recorded_at == envelope.recorded_at


def test_a_time_of_another_zone_is_stored_in_utc(log: Log) -> None:
    log.append([write("round/1", 0, bet())], asked("1"))

    assert b'"2026-01-02T03:04:05.678901Z"' in log.read_stored("round/1")[0].state


def test_a_receipt_names_the_head_and_the_positions(log: Log) -> None:
    receipt = log.append(
        [write("round/1", 0, bet(1), bet(2)), write("table/1", 0, checked())], asked("1")
    )

    head = log.read("round/1")[-1]
    assert (receipt.stream, receipt.version) == ("round/1", 2)
    assert receipt.hash == head.hash.hex()
    assert not receipt.repeated
    found = {entry.position: entry.event for entry in log.after(0, 10)}
    assert [found[position] for position in receipt.positions] == [bet(1), bet(2), checked()]


@pytest.mark.parametrize("expected", [0, 1, 3, 99])
def test_a_wrong_expected_version_is_a_conflict_and_nothing_is_written(
    log: Log, expected: int
) -> None:
    log.append([write("round/1", 0, bet(1), bet(2))], asked("1"))
    before = log.last_position()

    with pytest.raises(ConflictError) as conflict:
        log.append([write("round/1", expected, bet(3))], asked("2"))

    error = conflict.value
    assert (error.stream, error.expected, error.actual) == ("round/1", expected, 2)
    assert error.code == "version_conflict"
    assert log.last_position() == before
    assert log.receipt_of("ann", "2") is None


@pytest.mark.parametrize("late", [0, 1])
def test_a_conflict_on_one_stream_writes_none(log: Log, late: int) -> None:
    log.append([write("wallet/b", 0, bet())], asked("1"))
    writes = [write("round/1", 0, bet()), write("wallet/a", 0, checked())]
    writes.insert(late * 2, write("wallet/b", 0, bet()))

    with pytest.raises(ConflictError, match="wallet/b"):
        log.append(writes, asked("2"))

    assert log.read("round/1") == ()
    assert log.read("wallet/a") == ()
    assert len(log.read("wallet/b")) == 1


def test_events_follow_a_position_and_can_be_chosen_by_name(log: Log) -> None:
    fill(log, "round/1", 3)
    fill(log, "round/2", 3)

    every = log.after(0, 100)
    positions = [entry.position or 0 for entry in every]
    assert positions == sorted(set(positions))
    assert positions[-1] == log.last_position()
    assert len(every) == 12  # each decision has one event and one accepted command
    assert log.after(positions[3], 2) == every[4:6]
    hands = log.after(0, 100, [name_of(CardsDealt)])
    assert [entry.stream for entry in hands] == ["round/1", "round/2"]
    both = log.after(0, 100, [name_of(CardsDealt), name_of(BetMade)])
    assert len(both) == 6
    assert log.after(0, 1, [name_of(BetMade)]) == both[1:2]


def test_streams_are_listed_by_name_and_by_how_they_opened(log: Log) -> None:
    fill(log, "round/b", 2)
    fill(log, "round/a", 2)
    log.append([write("table/1", 0, checked())], asked("9"))

    assert list(log.streams("round/")) == ["round/a", "round/b"]
    assert list(log.streams("table/")) == ["table/1"]
    assert len(list(log.streams())) == 8
    assert list(log.opened(name_of(CardsDealt))) == ["round/b", "round/a"]
    assert list(log.opened(name_of(Checked))) == ["table/1"]
    assert list(log.opened(name_of(BetMade))) == []


def test_listing_goes_on_past_a_page(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.log.store.PAGE", 2)
    names = [f"round/{number}" for number in range(5)]
    for name in names:
        fill(log, name, 1)

    assert list(log.streams("round/")) == names
    assert list(log.opened(name_of(CardsDealt))) == names


@pytest.mark.parametrize(
    "writes",
    [
        [],
        [write("round/1", 0)],
        [write("round/1", -1, bet())],
        [write("round/1", 0, bet()), write("round/1", 0, bet())],
        [write("round", 0, bet())],
        [write("round/\x00", 0, bet())],
        [write("round/\ud800", 0, bet())],
        [write("command/1", 0, bet())],
    ],
)
def test_a_malformed_decision_is_a_mistake_of_the_program(log: Log, writes: list[Write]) -> None:
    with pytest.raises(ValueError, match=r"decision|stream|write"):
        log.append(writes, asked("1"))
    assert log.last_position() == 0


@pytest.mark.parametrize(
    ("event", "actor"),
    [
        (bet(), ""),
        (bet(), "a" * 201),
        (bet(), "\udc80"),
        (CardsDealt(stage=0, seat=dealt().seat, cards=list(dealt().cards)), "ann"),  # type: ignore[arg-type]
        (BetMade(seat=dealt().seat, points="As", all_in=False), "ann"),  # type: ignore[arg-type]
        (Event(), "ann"),
    ],
)
def test_what_would_not_read_back_is_not_written(log: Log, event: Event, actor: str) -> None:
    with pytest.raises(UnstorableError) as refused:
        log.append([write("round/1", 0, event)], asked("1", actor=actor))

    assert "As" not in str(refused.value)
    assert refused.value.__context__ is None
    assert log.last_position() == 0


def test_accepted_commands_are_listed_in_order(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.log.store.PAGE", 2)
    fill(log, "round/1", 5)

    fill(log, 'round/1"', 1)

    every = [one for one in log.acceptances() if isinstance(one, Remembered)]
    named = list(log.acceptances("round/1"))
    assert [one.event.results[0].last for one in every] == [1, 2, 3, 4, 5, 1]
    assert named == every[:5]
    assert list(log.acceptances('round/1"')) == every[5:]
    assert list(log.acceptances("round/")) == []


def test_the_log_itself_remembers_every_command(log: Log) -> None:
    log.append([write("round/1", 0, bet(1), bet(2)), write("table/1", 0, checked())], asked("1"))

    (entry,) = log.after(0, 10, [name_of(CommandAccepted)])
    assert isinstance(entry.event, CommandAccepted)
    assert entry.stream.startswith("command/")
    found = [(part.stream, part.first, part.last) for part in entry.event.results]
    assert found == [("round/1", 1, 2), ("table/1", 1, 1)]
    assert entry.event.results[0].hash == log.read("round/1")[-1].hash.hex()
