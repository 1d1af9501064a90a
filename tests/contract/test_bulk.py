"""Reading many streams at once, in the order of the log."""

from domain.log.store import Log
from domain.log.table import Extent
from replay.receipts import acknowledged_ends
from tests.log.given import asked, bet, fill, write


def test_a_span_is_all_rows_between_two_positions(log: Log) -> None:
    fill(log, "round/1", 3)
    fill(log, "round/2", 2)
    every = log.span(0, log.last_position())
    assert len(every) == 10  # each event has the row that remembers its command
    places = [row.position or 0 for row in every]
    assert places == sorted(set(places))
    assert log.span(places[2], places[6]) == every[3:7]
    assert log.span(places[-1], places[-1] + 1000) == []
    for stream in ("round/1", "round/2"):
        assert [row for row in every if row.stream == stream] == log.read_stored(stream)


def test_the_extent_of_a_stream_is_where_its_rows_lie(log: Log) -> None:
    fill(log, "round/1", 2)
    fill(log, "round/2", 1)
    log.append([write("round/1", 2, bet(7))], asked("later"))
    first, second = log.read_stored("round/1"), log.read_stored("round/2")
    found = {one.stream: one for one in log.extents(["round/1", "nothing/1", "round/2"])}
    assert found == {
        "round/1": Extent("round/1", first[0].position or 0, first[-1].position or 0, 3),
        "round/2": Extent("round/2", second[0].position or 0, second[0].position or 0, 1),
    }
    assert log.extents([]) == []


def test_the_next_position_leaps_over_gaps(log: Log) -> None:
    assert log.next_position(0) is None
    fill(log, "round/1", 2)
    places = [row.position or 0 for row in log.span(0, log.last_position())]
    assert [log.next_position(place) for place in [0, *places]] == [*places, None]


def test_what_was_accepted_until_a_position(log: Log) -> None:
    fill(log, "round/1", 2)
    until = log.last_position()
    before = acknowledged_ends(log)
    fill(log, "round/2", 2)
    assert acknowledged_ends(log, until=until) == before
    assert acknowledged_ends(log).last == {**before.last, "round/2": 2}
    assert acknowledged_ends(log, "round/1") == before._replace(by_index=True)
