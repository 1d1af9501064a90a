"""Wallets, tables, references and their ledger lines: what is changed is found by `verify`."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from api.house import House
from domain.flow.address import table, wallet
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.log.store import open_log
from domain.sizhidao.ruleset import ruleset
from replay.cli import main
from tests.support.logs import ticking, url
from tests.support.tamper import Row, open_file, put, rehashed, rows_of

Capture = pytest.CaptureFixture[str]
WALLET = "wallet/Chang"
Change = Callable[[list[Row]], list[Row]]


def richer(rows: list[Row]) -> list[Row]:
    """A deposit of a million more, with every hash behind it made anew."""
    place = next(n for n, row in enumerate(rows) if row.topic == "house.PointsDeposited.1")
    points = rows[place].event["points"]
    assert isinstance(points, int)
    rows[place] = rows[place].with_event(points=points + 1_000_000)
    return rehashed(WALLET, rows)


CHANGES: dict[str, tuple[str, Change, str]] = {
    "a forged deposit": (WALLET, richer, "acknowledged with other facts"),
    "a lost last event": (WALLET, lambda rows: rows[:-1], "acknowledged, and is missing"),
    "a wallet removed": (WALLET, lambda _: [], "event 1: it was acknowledged, and is missing"),
    "changed settings": (
        "table/south",
        lambda rows: [rows[0]._replace(state=rows[0].state.replace(b"500", b"000")), *rows[1:]],
        "event 1: changed",
    ),
}


@pytest.mark.parametrize(("stream", "change", "says"), CHANGES.values(), ids=CHANGES)
def test_a_changed_stream_of_the_house_is_found(
    stream: str, change: Change, says: str, sample: Path, capsys: Capture
) -> None:
    with closing(open_file(sample)) as file:
        before = rows_of(file, stream)
        after = change(list(before))
        assert after != before
        put(file, stream, after)
    capsys.readouterr()
    assert main(["verify", "--log", url(sample)]) == 1
    told = capsys.readouterr().out
    assert f"DIFFERENCE  log  {stream}: " in told
    assert says in told


def test_a_reference_that_was_forgotten_is_found(sample: Path, capsys: Capture) -> None:
    with open_log(url(sample), now=ticking(), read_only=True) as log:
        (first, *_) = log.streams("reference/deposit/")
    with closing(open_file(sample)) as file:
        put(file, first, [])
    capsys.readouterr()
    assert main(["verify", "--log", url(sample)]) == 1
    assert f"{first}: event 1: it was acknowledged, and is missing" in capsys.readouterr().out


SUMS = """
    DELETE FROM balances;
    INSERT INTO balances
    SELECT generation, account, sum(points) FROM journal GROUP BY generation, account;
"""


@pytest.mark.parametrize(
    "statement",
    [
        (
            "DELETE FROM journal"
            " WHERE position = (SELECT min(position) FROM journal WHERE entry = 'deposit')"
        ),
        (
            "UPDATE journal SET points = points * 2"
            " WHERE position = (SELECT min(position) FROM journal WHERE entry = 'deposit')"
        ),
    ],
)
def test_a_deposit_changed_in_the_ledger_is_found_although_all_sums_fit(
    statement: str, sample: Path, capsys: Capture
) -> None:
    with closing(sqlite3.connect(sample.with_name("log.views.db"))) as views:
        assert views.execute(statement).rowcount == 2
        views.executescript(SUMS)
        views.commit()
    capsys.readouterr()
    assert main(["verify", "--log", url(sample)]) == 1
    assert "DIFFERENCE  views  wallet/" in capsys.readouterr().out


OFFICE: list[tuple[Command, str]] = [
    (of_wallet.CreatePlayer(player="A"), "A"),
    (of_wallet.Deposit(points=5, reason="r", reference="x"), "A"),
    (of_wallet.Withdraw(points=5, reason="r", reference="x"), "A"),
    (of_wallet.EnablePlayer(reason="r"), "A"),
    (at_table.OpenTable(table="A", settings=ruleset()), "A"),
    (at_table.ChangeSettings(settings=ruleset()), "A"),
    (at_table.StartRound(round="A"), "A"),
]


@pytest.mark.parametrize(("command", "name"), OFFICE)
def test_h1_2_h2_2_what_an_operator_does_a_player_cannot(command: Command, name: str) -> None:
    with open_log("memory:", now=ticking()) as log:
        house = House(log)
        to = wallet(name) if isinstance(command, WALLETS) else table(name)
        refused = house.ask(to, command, actor="player/A", command_id="1", origin=Origin.PLAYER)
        assert getattr(refused, "code", None) == "wrong_origin"
        assert log.last_position() == 0


WALLETS = (
    of_wallet.CreatePlayer,
    of_wallet.Deposit,
    of_wallet.Withdraw,
    of_wallet.EnablePlayer,
)


def test_h3_1_no_name_holds_a_stroke_which_divides_accounts() -> None:
    with open_log("memory:", now=ticking()) as log:
        house = House(log)
        opening = at_table.OpenTable(table="round/R", settings=ruleset())
        refused = house.ask(table("round/R"), opening, actor="op", command_id="1")
        assert getattr(refused, "code", None) == "bad_table"
