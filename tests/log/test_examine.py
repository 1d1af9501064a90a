"""Tampering with a stream: whatever is changed, removed, moved or added is found and named."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.log import chain
from domain.log.envelope import Stored
from domain.log.errors import BrokenChainError, LogError, UnreadableEventError
from domain.log.examine import Fault, Kind, examine, single, sound, verify
from domain.log.store import Log, open_log
from tests.log.given import SECRET, fill, ticking


def stored(stream: str = "round/1", events: int = 5) -> list[Stored]:
    with open_log("memory:", now=ticking()) as log:
        fill(log, stream, events)
        return log.read_stored(stream)


ROWS = stored()


def found(rows: list[Stored]) -> Fault | None:
    """The fault, after checking that the sound beginning before it is handed out as it was."""
    examined = examine(rows)
    before = len(rows) if examined.fault is None else examined.fault.version - 1
    assert examined.recorded == examine(ROWS[:before]).recorded
    return examined.fault


def fault(version: int, kind: Kind) -> Fault:
    return Fault("round/1", version, kind)


def with_row(number: int, **changes: object) -> list[Stored]:
    rows = list(ROWS)
    rows[number - 1] = rows[number - 1]._replace(**changes)  # type: ignore[arg-type]
    return rows


def flipped(version: int, index: int) -> list[Stored]:
    state = bytearray(ROWS[version - 1].state)
    state[index] ^= 1
    return with_row(version, state=bytes(state))


def forged(version: int, body: bytes) -> Stored:
    """A row with another body and an own hash that fits it."""
    row = ROWS[version - 1]
    previous = row.state[:32]
    own = chain.event_hash(row.stream, version, row.topic, previous, body)
    return row._replace(state=previous + own + body)


def test_an_untouched_stream_has_no_fault() -> None:
    assert verify(ROWS) is None
    assert verify([]) is None
    assert [entry.version for entry in sound(ROWS)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("version", [1, 3, 5])
@pytest.mark.parametrize(
    ("index", "kind"),
    [
        (0, Kind.BROKEN_LINK),
        (31, Kind.BROKEN_LINK),
        (32, Kind.CHANGED),
        (63, Kind.CHANGED),
        (64, Kind.CHANGED),
        (150, Kind.CHANGED),
        (-1, Kind.CHANGED),
    ],
)
def test_a_flipped_bit_in_any_part_of_a_row(version: int, index: int, kind: Kind) -> None:
    assert found(flipped(version, index)) == fault(version, kind)


def test_every_single_byte_counts_also_in_the_last_row() -> None:
    faults = [found(flipped(5, index)) for index in range(len(ROWS[4].state))]

    assert {entry.version for entry in faults if entry is not None} == {5}
    assert None not in faults


@pytest.mark.parametrize("version", [1, 2, 4])
def test_a_removed_row(version: int) -> None:
    assert found(ROWS[: version - 1] + ROWS[version:]) == fault(version, Kind.GAP)


@pytest.mark.parametrize("version", [1, 2, 4])
def test_a_removed_row_whose_successors_moved_up(version: int) -> None:
    rest = [row._replace(version=row.version - 1) for row in ROWS[version:]]

    assert found(ROWS[: version - 1] + rest) == fault(version, Kind.BROKEN_LINK)


def test_two_rows_that_changed_places() -> None:
    assert found([ROWS[0], ROWS[2], ROWS[1], *ROWS[3:]]) == fault(2, Kind.GAP)
    swapped = [ROWS[0], ROWS[2]._replace(version=2), ROWS[1]._replace(version=3), *ROWS[3:]]
    assert found(swapped) == fault(2, Kind.BROKEN_LINK)


def test_two_states_that_changed_places() -> None:
    rows = list(ROWS)
    rows[1], rows[2] = ROWS[1]._replace(state=ROWS[2].state), ROWS[2]._replace(state=ROWS[1].state)

    assert found(rows) == fault(2, Kind.BROKEN_LINK)


def test_a_row_that_came_twice() -> None:
    assert found([*ROWS[:3], ROWS[2], *ROWS[3:]]) == fault(4, Kind.OUT_OF_ORDER)


def test_a_row_of_another_stream_or_name() -> None:
    other = stored("round/2")

    assert found([*ROWS[:2], other[2], *ROWS[3:]]) == fault(3, Kind.FOREIGN)
    assert found([*ROWS[:2], other[2]._replace(stream="round/1")]) == fault(3, Kind.BROKEN_LINK)
    renamed = [row._replace(stream="round/1") for row in other]
    assert found(renamed) == fault(1, Kind.CHANGED)
    assert found(with_row(2, topic="sizhidao.Checked.1")) == fault(2, Kind.CHANGED)


def test_a_changed_event_with_a_fresh_hash_breaks_the_next_link() -> None:
    body = ROWS[2].state[64:].replace(b'"points":2', b'"points":9')
    rows = [*ROWS[:2], forged(3, body), *ROWS[3:]]

    assert body != ROWS[2].state[64:]
    assert verify(rows) == fault(4, Kind.BROKEN_LINK)


def test_what_a_chain_alone_cannot_show() -> None:
    body = ROWS[4].state[64:].replace(b'"points":4', b'"points":9')

    assert body != ROWS[4].state[64:]
    assert verify(ROWS[:3]) is None
    assert verify([*ROWS[:4], forged(5, body)]) is None
    kept = ROWS[4].state[32:64]  # by a receipt, say
    assert kept not in {ROWS[2].state[32:64], forged(5, body).state[32:64]}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b"null",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"envelope":{},"event":{}}',
        ROWS[1].state[64:-1],
        ROWS[1].state[64:] + b"}",
        ROWS[1].state[64:].replace(b"sizhidao.BetMade.1", b"sizhidao.WentAllIn.1"),
        ROWS[1].state[64:].replace(b"sizhidao.BetMade.1", b"sizhidao.BetMade.9"),
        ROWS[1].state[64:].replace(b'"points":1', b'"points":1.5'),
        ROWS[1].state[64:].replace(b'"all_in"', b'"more":1,"all_in"'),
        ROWS[1].state[64:].replace(b'"points":1', b'"points":"1"'),
        ROWS[1].state[64:].replace(b"678901Z", b"678901"),
        ROWS[1].state[64:].replace(b'"player"', b'"nobody"'),
    ],
)
def test_hostile_bytes_with_a_fitting_hash_are_unreadable(body: bytes) -> None:
    assert body != ROWS[1].state[64:]
    assert found([ROWS[0], forged(2, body)]) == fault(2, Kind.UNREADABLE)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"state": b""}, Kind.TOO_SHORT),
        ({"state": ROWS[1].state[:63]}, Kind.TOO_SHORT),
        ({"state": None}, Kind.TOO_SHORT),
        ({"state": "text" * 30}, Kind.TOO_SHORT),
        ({"topic": None}, Kind.CHANGED),
        ({"topic": chr(0xDCFF)}, Kind.CHANGED),
        ({"topic": chr(0xD800)}, Kind.CHANGED),
        ({"version": None}, Kind.OUT_OF_ORDER),
        ({"version": "2"}, Kind.OUT_OF_ORDER),
        ({"version": -1}, Kind.OUT_OF_ORDER),
        ({"version": 2**70}, Kind.GAP),
        ({"stream": None}, Kind.FOREIGN),
    ],
)
def test_rows_of_a_table_made_by_hand(changes: dict[str, object], kind: Kind) -> None:
    assert found(with_row(2, **changes)) == fault(2, kind)


def test_a_first_row_without_a_stream() -> None:
    assert verify(with_row(1, stream=None)) == Fault("", 1, Kind.FOREIGN)


@given(st.lists(st.tuples(st.text(), st.integers(), st.none(), st.text(), st.binary()), max_size=3))
def test_no_rows_make_it_raise(rows: list[tuple[str, int, None, str, bytes]]) -> None:
    first = verify([Stored(*row) for row in rows])

    assert (first is None) == (not rows)


@given(st.binary(max_size=80))
def test_no_body_makes_it_raise(body: bytes) -> None:
    assert verify([ROWS[0], forged(2, body)]) == fault(2, Kind.UNREADABLE)


def test_reading_refuses_a_broken_stream() -> None:
    with pytest.raises(BrokenChainError) as broken:
        sound(flipped(3, 100))
    assert (broken.value.version, broken.value.kind) == (3, "changed")
    with pytest.raises(UnreadableEventError, match="version 2 of round/1"):
        sound([ROWS[0], forged(2, b"{}")])


def test_a_single_row_is_held_against_its_own_hash() -> None:
    assert single(ROWS[3]) == sound(ROWS)[3]
    with pytest.raises(BrokenChainError, match="changed"):
        single(flipped(4, -3)[3])
    with pytest.raises(UnreadableEventError):
        single(forged(4, b"{}"))


@pytest.mark.parametrize(
    "changes",
    [{"state": None}, {"version": -1}, {"version": None}, {"stream": 7}, {"topic": None}],
)
def test_a_single_row_of_a_table_made_by_hand(changes: dict[str, object]) -> None:
    with pytest.raises(BrokenChainError):
        single(with_row(2, **changes)[1])


def test_no_error_text_holds_what_is_stored() -> None:
    hand = ROWS[0].state[64:]
    bodies = [
        hand.replace(b'["??"', b'["As"'),
        hand.replace(b'"stage":0', b'"stage":"As"'),
        hand.replace(b"sizhidao.CardsDealt.1", b"sizhidao.As.1"),
        hand.replace(b'"seat"', b'"As"'),
        hand[:-9],
    ]
    for body in bodies:
        row = forged(1, body)
        for read in (lambda row=row: sound([row]), lambda row=row: single(row)):
            with pytest.raises(LogError) as error:
                read()
            texts = [str(error.value), repr(error.value), repr(error.value.__context__)]
            assert not [card for card in SECRET for text in texts if card in text]
            assert error.value.__context__ is None or not isinstance(
                error.value.__context__, msgspec.MsgspecError
            )
    assert len(set(bodies)) == 5


def test_tampering_does_not_keep_rows_from_being_read(log: Log) -> None:
    fill(log, "round/1", 2)

    assert [row.version for row in log.read_stored("round/1")] == [1, 2]
