"""A round that a table started is compared with the table, where it began and where it ended."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from api.rounds import Rounds
from domain.flow.address import game, table, wallet
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.log.chain import HEADER, SIZE
from domain.log.store import Receipt, open_log
from replay.proof import prove
from tests.support.house import SMALL, said
from tests.support.keys import KEYS
from tests.support.logs import new_log, ticking, url
from tests.support.origins import origin_of
from tests.support.play import LADDER, deals
from tests.support.tamper import Row, open_file, put, receipt_stream, rehashed, rows_of

STREAM = "table/t"
ENDS = {
    "settled": (*deals(*LADDER[:2]), "p1 bet 50", "p2 call", "p1 autosplit", "p2 autosplit"),
    "voided": (*deals(*LADDER[:2]), "p1 bet 50", "void @operator"),
    "open": (*deals(*LADDER[:2]), "p1 bet 50"),
}


def played(path: Path, words: tuple[str, ...]) -> None:
    """A log with one round `r` of two players at p1 and p4 of the table `t`."""
    asks: list[tuple[object, Command]] = [
        (table("t"), at_table.OpenTable(table="t", settings=SMALL)),
    ]
    for seat, name in (("p1", "ann"), ("p4", "bob")):
        paid = of_wallet.Deposit(points=150, reason="cash", reference=name)
        sit = at_table.Sit(seat=Seat(seat), player=name, points=150)
        asks.append((wallet(name), of_wallet.CreatePlayer(player=name)))
        asks += [(wallet(name), paid), (table("t"), sit)]
    asks.append((table("t"), at_table.StartRound(round="r")))
    asks += [(game("r"), command) for command in said(words)]
    with new_log(path) as log:
        house = Rounds(log).house
        for number, (to, command) in enumerate(asks):
            who = {"actor": "op", "command_id": str(number), "origin": origin_of(command)}
            answer = house.ask(to, command, **who)  # type: ignore[arg-type]
            assert isinstance(answer, Receipt), answer


def verdict(path: Path) -> tuple[int, str] | None:
    """The first wrong place of the round and why, None if it is proven."""
    with open_log(url(path), now=ticking(), read_only=True, keys=KEYS) as log:
        proof = prove(log, "r")
        assert proof is not None
        wrong = proof.first_wrong
        assert proof.proven == (wrong is None)
        return None if wrong is None else (wrong.version or 0, wrong.detail)


@pytest.fixture(params=ENDS)
def path(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    played(tmp_path / "log.db", ENDS[request.param])
    assert verdict(tmp_path / "log.db") is None
    return tmp_path / "log.db"


def forge(path: Path, change: Callable[[Row], Row]) -> None:
    """Change the table's rows, make its chain anew, and let every receipt tell the new hashes."""
    with closing(open_file(path)) as file:
        rows = rehashed(STREAM, list(map(change, rows_of(file, STREAM))))
        put(file, STREAM, rows)
        for row in rows:
            stream, own = receipt_stream(row), row.state[SIZE:HEADER].hex()
            put(
                file,
                stream,
                rehashed(stream, [told(one, row, own) for one in rows_of(file, stream)]),
            )


def told(receipt: Row, row: Row, own: str) -> Row:
    results = receipt.event["results"]
    assert isinstance(results, list)
    changed = [
        {**one, "hash": own} if (one["stream"], one["last"]) == (STREAM, row.version) else one
        for one in results
    ]
    return receipt.with_event(results=changed)


def test_a_forgery_that_changes_nothing_is_none(path: Path) -> None:
    forge(path, lambda row: row)
    assert verdict(path) is None


def in_event(kind: str, **changes: object) -> Callable[[Row], Row]:
    return lambda row: row.with_event(**changes) if row.topic == kind else row


def other_stack(row: Row) -> Row:
    if row.topic != "house.RoundStarted.1":
        return row
    dealt = row.event["dealt_in"]
    assert isinstance(dealt, list)
    return row.with_event(dealt_in=[{**dealt[0], "stack": 151}, dealt[1]])


STARTS: dict[str, Callable[[Row], Row]] = {
    "stack": other_stack,
    "head": in_event("house.RoundStarted.1", head="p4"),
    "round": in_event("house.RoundStarted.1", round="r2"),
    "event": lambda row: (
        row.with_body({**row.body, "event": {"type": "sizhidao.Checked.1", "seat": "p1"}})._replace(
            topic="sizhidao.Checked.1"
        )
        if row.topic == "house.RoundStarted.1"
        else row
    ),
    "command": lambda row: (
        row.with_envelope(command={"type": "house.StartRound.1", "round": "r2"})
        if row.topic == "house.RoundStarted.1"
        else row
    ),
    "time": lambda row: (
        row.with_envelope(recorded_at="2026-01-01T00:00:00Z")
        if row.topic == "house.RoundStarted.1"
        else row
    ),
}


@pytest.mark.parametrize("change", STARTS.values(), ids=STARTS)
def test_a_table_that_started_the_round_otherwise_is_found(
    change: Callable[[Row], Row], path: Path
) -> None:
    forge(path, change)
    assert verdict(path) == (1, "event 1: its table did not start it so")


FINISHES: dict[str, Callable[[Row], Row]] = {
    "net": in_event("house.RoundEnded.1", net={"p1": 1, "p4": -1}),
    "other net": in_event("house.RoundEnded.1", net={"p1": 0}),
    "head": in_event("house.RoundEnded.1", next_head="p4"),
    "round": in_event("house.RoundEnded.1", round="r2"),
    "command": lambda row: (
        row.with_envelope(command=None) if row.topic == "house.RoundEnded.1" else row
    ),
}


@pytest.mark.parametrize("change", FINISHES.values(), ids=FINISHES)
@pytest.mark.parametrize("end", ["settled", "voided"])
def test_a_table_that_tells_the_end_otherwise_is_found(
    end: str, change: Callable[[Row], Row], tmp_path: Path
) -> None:
    played(tmp_path / "log.db", ENDS[end])
    forge(tmp_path / "log.db", change)
    wrong = verdict(tmp_path / "log.db")
    assert wrong is not None
    assert wrong[1].endswith("its table does not tell its end so")


def test_a_table_that_is_gone_is_missed(path: Path) -> None:
    with closing(open_file(path)) as file:
        put(file, STREAM, [])
    assert verdict(path) == (1, "event 1: its table did not start it so")


def test_a_table_changed_without_its_receipts_is_found(path: Path) -> None:
    with closing(open_file(path)) as file:
        rows = [other_stack(row) for row in rows_of(file, STREAM)]
        put(file, STREAM, rehashed(STREAM, rows))
    assert verdict(path) == (1, "event 1: its table did not start it so")


def test_the_end_of_a_table_cut_off_is_missed(path: Path) -> None:
    with closing(open_file(path)) as file:
        rows = rows_of(file, STREAM)
        ended = [row for row in rows if row.topic == "house.RoundEnded.1"]
        put(file, STREAM, [row for row in rows if row not in ended])
    wrong = verdict(path)
    assert (wrong is not None) == bool(ended)
