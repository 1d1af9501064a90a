"""A sealed part opens in its place only, and as it was written only; replay names the event.

Whoever changes the file here also makes every hash fit behind the change, so that the chain is
unbroken, and what finds it are the seals.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from domain.log.envelope import Sealed
from domain.log.errors import BrokenSealError, LogError
from domain.log.examine import Kind, examine
from domain.log.keys import DataKey
from domain.log.sealing import Place, Sealer
from domain.log.store import Log
from domain.sizhidao.events import CardsDealt
from domain.sizhidao.visibility import HIDDEN_FROM_OTHERS
from tests.support.tamper import Json, Row, Workbench

DEALT = "sizhidao.CardsDealt.1"


@pytest.fixture
def bench(path: Path) -> Iterator[Workbench]:
    with Workbench(path, "voided") as opened:
        assert opened.wrong(opened.rows) is None
        yield opened


def sealed_rows(bench: Workbench) -> list[Row]:
    return [row for row in bench.rows if "sealed" in row.body]


def sealed_of(row: Row) -> list[Json]:
    return cast("list[Json]", row.body["sealed"])


def with_sealed(row: Row, sealed: object) -> Row:
    return row.with_body({**row.body, "sealed": sealed})


def kind_of(bench: Workbench, row: Row) -> Kind | None:
    """What is found when the row stands in the place of its own, and that no other is named."""
    rows = bench.replaced(row)
    assert bench.wrong(rows) == row.version
    fault = examine(bench.stored(rows), bench.codec).fault
    assert fault is None or fault.version == row.version
    return None if fault is None else fault.kind


def flipped(text: object, index: int) -> str:
    content = bytearray(b64decode(str(text)))
    content[index] ^= 1
    return b64encode(content).decode()


def test_every_byte_that_is_sealed_counts(bench: Workbench) -> None:
    row = sealed_rows(bench)[0]
    command, event = sealed_of(row)
    for name in ("box", "commitment"):
        for index in range(len(b64decode(str(event[name])))):
            changed = {**event, name: flipped(event[name], index)}
            assert kind_of(bench, with_sealed(row, [command, changed])) is Kind.BROKEN_SEAL


def test_in_every_event_and_command(bench: Workbench) -> None:
    for row in sealed_rows(bench):
        parts = sealed_of(row)
        for number, part in enumerate(parts):
            changed = [*parts]
            changed[number] = {**part, "box": flipped(part["box"], -1)}
            assert kind_of(bench, with_sealed(row, changed)) is Kind.BROKEN_SEAL
    assert len(sealed_rows(bench)) == 5


@pytest.mark.parametrize("box", ["", "AAAA", b64encode(bytes(12)).decode(), "A" * 400])
def test_a_part_of_another_length(bench: Workbench, box: str) -> None:
    row = sealed_rows(bench)[0]
    command, event = sealed_of(row)

    assert kind_of(bench, with_sealed(row, [command, {**event, "box": box}])) is Kind.BROKEN_SEAL


def test_a_part_moved_to_another_event(bench: Workbench) -> None:
    dealt = [row for row in bench.rows if row.topic == DEALT]
    parts = {row.version: sealed_of(row) for row in dealt}
    for row in dealt:
        for version, moved in parts.items():
            if version != row.version:
                audience = row.event["seat"]
                here = [{**part, "audience": audience} for part in moved]
                assert kind_of(bench, with_sealed(row, here)) is Kind.BROKEN_SEAL
                assert kind_of(bench, with_sealed(row, moved)) is Kind.UNREADABLE


def test_a_part_moved_within_its_event(bench: Workbench) -> None:
    row = sealed_rows(bench)[0]
    command, event = sealed_of(row)
    crossed = [{**event, "part": "command"}, {**command, "part": "event"}]

    assert kind_of(bench, with_sealed(row, crossed)) is Kind.BROKEN_SEAL
    assert kind_of(bench, with_sealed(row, [event, command])) is Kind.UNREADABLE


def test_a_part_put_down_to_another_seat(bench: Workbench) -> None:
    row = sealed_rows(bench)[0]
    command, event = sealed_of(row)
    other = {**event, "audience": "p1" if event["audience"] != "p1" else "p2"}

    assert kind_of(bench, with_sealed(row, [command, other])) is Kind.UNREADABLE
    moved = with_sealed(row, [command, other]).with_event(seat=other["audience"])
    assert kind_of(bench, with_sealed(moved, [command, other])) is Kind.BROKEN_SEAL


def test_parts_missing_or_too_many(bench: Workbench) -> None:
    row = sealed_rows(bench)[0]
    command, event = sealed_of(row)
    for sealed in ([], [command], [event], [command, event, event], [command, command, event]):
        assert kind_of(bench, with_sealed(row, sealed)) is Kind.UNREADABLE
    public = next(one for one in bench.rows if "sealed" not in one.body)
    assert kind_of(bench, with_sealed(public, [event])) is Kind.UNREADABLE


@pytest.mark.parametrize("cards", [["As"] * 4, ["??"] * 3 + ["As"], ["??"] * 3, ["??"] * 5, [], 7])
def test_cards_in_clear_are_never_taken_for_cards(bench: Workbench, cards: object) -> None:
    bench.public = frozenset(("As",))
    row = next(one for one in bench.rows if one.topic == DEALT)

    assert kind_of(bench, row.with_event(cards=cards)) is Kind.UNREADABLE


def test_cards_in_clear_without_a_seal_are_not_read_at_all(bench: Workbench) -> None:
    bench.public = frozenset(("As", "Kd", "9c", "2h"))
    row = next(one for one in bench.rows if one.topic == DEALT)
    body = {**row.body, "event": {**row.event, "cards": ["As", "Kd", "9c", "2h"]}}
    command = cast("Json", row.envelope["command"])
    body["envelope"] = {**row.envelope, "command": {**command, "cards": ["As", "Kd", "9c", "2h"]}}
    body.pop("sealed")

    assert kind_of(bench, row.with_body(body)) is Kind.UNREADABLE


def test_a_whole_round_under_another_name_does_not_open(log: Log) -> None:
    assert log.keys is not None
    sealer = Sealer(HIDDEN_FROM_OTHERS, _Renamed(log, "round/voided"))
    row = next(row for row in log.read_stored("round/voided") if row.topic == DEALT)
    body = json.loads(row.state[64:])
    part = body["sealed"][1]
    sealed = Sealed(
        part=part["part"],
        audience=part["audience"],
        commitment=b64decode(part["commitment"]),
        box=b64decode(part["box"]),
    )
    told = CardsDealt(stage=0, seat=body["event"]["seat"], cards=tuple(body["event"]["cards"]))

    assert sealer.open(Place("round/voided", row.version), told, sealed) is not None
    for place in (Place("round/other", row.version), Place("round/voided", row.version + 1)):
        with pytest.raises(BrokenSealError):
            sealer.open(place, told, sealed)


class _Renamed:
    """The keys of one stream for any."""

    def __init__(self, log: Log, stream: str) -> None:
        self._log, self._stream = log, stream

    def of(self, stream: str, audience: str) -> DataKey | None:
        assert stream
        assert self._log.keys is not None
        return self._log.keys.of(self._stream, audience)


def test_errors_name_the_place_only(bench: Workbench, log: Log) -> None:
    row = sealed_rows(bench)[0]
    command, event = sealed_of(row)
    broken = with_sealed(row, [command, {**event, "box": flipped(event["box"], 20)}])
    (stored,) = bench.stored([bench.replaced(broken)[row.version - 1]])
    with pytest.raises(LogError) as error:
        log.codec.decode(stored.stream, stored.version, stored.topic, stored.state[64:])

    assert (
        str(error.value)
        == f"what version 5 of round/voided seals for {event['audience']} does not open"
    )
    assert error.value.__context__ is None or not error.value.__context__.args
    assert error.value.__cause__ is None
