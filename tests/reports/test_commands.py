"""`paipu report`: what it writes where, and how it ends."""

import json
import shutil
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
import sqlalchemy as sa

from api.cli import main
from api.reports.catalogue import REPORTS
from domain.log.address import sqlite_path
from projections.store.address import views_beside
from projections.store.engine import open_views
from tests.reports.conftest import House

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def copied(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of a copy of the house, which the command finds in its environment."""
    for one in (house.address, views_beside(house.address)):
        path = sqlite_path(one)
        assert path is not None
        for file in path.parent.glob(f"{path.name}*"):
            shutil.copy(file, tmp_path / file.name)
    address = f"sqlite:///{tmp_path}/log.db"
    monkeypatch.setenv("PAIPU_LOG", address)
    return address


def run(*words: str | Path) -> int:
    return main(["report", *map(str, words)])


def change(address: str, statement: str) -> None:
    with open_views(views_beside(address)) as views, views.writing() as connection:
        connection.execute(sa.text(statement))


def test_every_report_is_made(copied: str, tmp_path: Path, capsys: Capture) -> None:
    assert copied
    paid = tmp_path / "paid.json"
    paid.write_text("[]")
    assert run() == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]] == [*REPORTS]
    for name, one in REPORTS.items():
        words = [*_needed(one.needed)]
        words += ["--against", str(paid)] if name == "reconciliation" else []
        failed = name == "reconciliation"  # of which nothing is there
        assert run(name, *words) == failed
        assert capsys.readouterr().out.startswith(f"{one.title} · life to date\n")


def test_a_report_goes_where_it_is_told_to(copied: str, tmp_path: Path, capsys: Capture) -> None:
    assert copied
    file = tmp_path / "rake.json"
    period = ("--month", "2026-03", "--tz", "Europe/Paris")
    assert run("rake", *period, "--by", "round", "--format", "json", "-o", file) == 0
    assert capsys.readouterr().out == ""
    told = json.loads(file.read_bytes())
    assert (told["period"], told["time_zone"]) == ("2026-03", "Europe/Paris")
    assert told["grouped_by"] == ["round"]
    assert run("rake", *period, "--by", "round", "--format", "csv") == 0
    assert "\r\n# period,2026-03\r\n" in capsys.readouterr().out


def test_views_that_lag_behind_are_caught_up(copied: str, capsys: Capture) -> None:
    assert run("payouts", "--format", "json") == 0
    before = json.loads(capsys.readouterr().out)
    for name in ("rounds", "round_seats", "interruptions"):
        change(copied, f"DELETE FROM {name}")  # noqa: S608 -- constants
    change(copied, "DELETE FROM projections WHERE name = 'rounds'")
    assert run("payouts", "--format", "json") == 0
    after = json.loads(capsys.readouterr().out)
    assert after["rows"] == before["rows"] != []


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("liability", "UPDATE balances SET points = points + 1 WHERE account = 'wallet:ann'"),
        ("liability --day 2026-03-29", "UPDATE journal_days SET points = 1 WHERE account = 'rake'"),
        ("liability", "UPDATE rake SET points = points + 1 WHERE round = 'oak-1'"),
        ("liability", "UPDATE office SET points = points + 1 WHERE fact LIKE '%Withdrawn.1'"),
        ("payouts", "UPDATE round_seats SET net = net + 1 WHERE round = 'oak-1' AND seat = 'p1'"),
    ],
)
def test_a_check_that_fails_is_loud(
    copied: str, name: str, statement: str, capsys: Capture
) -> None:
    assert run(*name.split()) == 0
    assert "FAILED" not in capsys.readouterr().out
    change(copied, statement)
    assert run(*name.split()) == 1
    told = capsys.readouterr()
    assert "\nFAILED  " in told.out
    assert told.err.startswith("paipu: CHECK FAILED: ")


PAID = "direction,reference,points,fee\r\n"


def payments(house: House) -> list[tuple[str, str, int]]:
    """The payments of players that are no tests, as the log has them."""
    kinds = {"house.PointsDeposited.1": "deposit", "house.PointsWithdrawn.1": "withdrawal"}
    return [
        (kinds[one.type], one.event["reference"], one.event["points"])
        for one in house.recount.facts
        if one.type in kinds and one.event["player"] not in house.recount.tests
    ]


def test_payments_are_compared_with_a_providers(
    house: House, copied: str, tmp_path: Path, capsys: Capture
) -> None:
    assert copied
    paid = payments(house)
    path = tmp_path / "paid.csv"
    path.write_text(PAID + "".join(f"{d},{r},{p},1\r\n" for d, r, p in paid))
    reconcile = ("reconciliation", "--format", "json", "--against", path)
    assert run(*reconcile) == 0
    told = json.loads(capsys.readouterr().out)
    assert {row["finding"] for row in told["rows"]} == {"matched"}
    assert told["row_count"] == len(paid) > 5
    content = sha256(path.read_bytes()).hexdigest()
    assert told["filters"] == {"against": "paid.csv", "sha256": content}
    (_, first, points), (_, second, _), *rest = paid
    others = [{"direction": d, "reference": r, "points": p} for d, r, p in rest]
    others += [
        {"direction": "deposit", "reference": first, "points": points + 3},
        {"direction": "deposit", "reference": "=cmd", "points": 5},
        others[0],
    ]
    path.write_text(json.dumps(others))
    assert run(*reconcile) == 1
    found = json.loads(capsys.readouterr().out)["rows"]
    odd = {row["finding"]: row for row in found if row["finding"] != "matched"}
    assert sum(row["finding"] == "matched" for row in found) == len(rest)
    assert {name: row["reference"] for name, row in odd.items()} == {
        "amount_differs": first,
        "only_there": "=cmd",
        "twice_there": rest[0][1],
        "only_here": second,
    }
    assert odd["amount_differs"]["difference"] == -3
    assert odd["only_there"]["player"] is None


def test_a_payment_of_another_day_is_no_difference(
    house: House, copied: str, tmp_path: Path, capsys: Capture
) -> None:
    assert copied
    path = tmp_path / "paid.csv"
    (kind, reference, points), *_ = payments(house)
    path.write_text(f"{PAID}{kind},{reference},{points},1\r\n")
    empty = ("reconciliation", "--day", "2026-07-01", "--against", path, "--format", "json")
    assert run(*empty) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert (row["finding"], row["at"][:10]) == ("matched", "2026-02-28")


BAD: dict[str, Sequence[str]] = {
    "no_such_report": ["nothing"],
    "bad_period": ["rake", "--day", "yesterday"],
    "bad_time_zone": ["rake", "--tz", "Paris"],
    "bad_filter": ["rake", "--game", "sizhidao"],
    "no_such_player": ["statement", "--player", "nobody"],
    "cannot_write": ["rake", "-o", "."],
    "bad_references": ["reconciliation", "--against", "."],
}


def _needed(names: Sequence[str]) -> Sequence[str]:
    return [word for name in names for word in (f"--{name}", "ann")]


FILTERS = (
    ["statement"],
    ["liability", "--table", "oak"],
    ["performance", "--game", "poker"],
    ["rake", "--player", ""],
    ["rake", "--by", "player,player"],
    ["rake", "--by", "colour"],
    ["liability", "--by", "day"],
    ["rake", "--against", "x"],
    ["reconciliation"],
)
NAMED = [
    (f"no_such_{name}", (one.name, *_needed(one.needed), f"--{name}", "none"))
    for one in REPORTS.values()
    for name in one.filters
    if name != "game"
]


@pytest.mark.parametrize(
    ("code", "words"), [*BAD.items(), *NAMED, *(("bad_filter", words) for words in FILTERS)]
)
def test_what_has_no_answer_has_a_code(
    copied: str, code: str, words: Sequence[str], capsys: Capture
) -> None:
    assert copied
    assert run(*words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.endswith(f"({code})\n")
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"reference,points\r\nx,1\r\n",
        b"\xff\xfe",
        b"{}",
        b"[1]",
        b"[" * 100_000,
        b'[{"direction": "deposit", "reference": "x", "points": 1.5}]',
        b'[{"direction": "deposit", "reference": "x", "points": true}]',
        b'[{"direction": "deposit", "reference": "", "points": 1}]',
        b'[{"direction": "sideways", "reference": "x", "points": 1}]',
        b"direction,reference,points\r\ndeposit,x,-1\r\n",
        b"direction,reference,points\r\ndeposit,x,9999999999999999999999\r\n",
        b"direction,reference,points\r\ndeposit,x\r\n",
    ],
)
def test_a_file_of_payments_is_read_strictly(
    copied: str, tmp_path: Path, content: bytes, capsys: Capture
) -> None:
    assert copied
    path = tmp_path / "paid"
    path.write_bytes(content)
    assert run("reconciliation", "--against", path) == 2
    assert capsys.readouterr().err.endswith("(bad_references)\n")


def test_the_files_of_the_house_are_left_alone(copied: str, capsys: Capture) -> None:
    path = sqlite_path(copied)
    assert path is not None
    before = path.read_bytes()
    assert run("rake", "-o", path) == 2
    assert capsys.readouterr().err.endswith("(cannot_write)\n")
    assert path.read_bytes() == before


def test_a_report_takes_the_place_of_another_for_its_owner_alone(
    copied: str, tmp_path: Path, capsys: Capture
) -> None:
    assert copied
    path = tmp_path / "rake"
    path.write_text("an earlier one")
    path.chmod(0o644)
    assert run("rake", "-o", path) == 0
    assert capsys.readouterr().out == ""
    assert path.read_text().startswith("Rake by player, pot and round")
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.glob(".rake*")) == []


def test_a_report_is_written_to_what_is_open(copied: str, tmp_path: Path) -> None:
    assert copied
    with (tmp_path / "rake").open("wb") as file:
        assert run("rake", "-o", f"/dev/fd/{file.fileno()}") == 0
    assert (tmp_path / "rake").read_text().startswith("Rake by player, pot and round")
    assert list(tmp_path.glob(".rake*")) == []


def test_a_threshold_that_is_none_is_told(
    copied: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert copied
    for told in ("0", "-1", "much", "1e9", "99999999999"):
        monkeypatch.setenv("PAIPU_LARGE_WAGER", told)
        assert run("wins") == 2
        assert capsys.readouterr().err.endswith("(bad_environment)\n")
        monkeypatch.delenv("PAIPU_LARGE_WAGER")
        monkeypatch.setenv("PAIPU_LARGE_WIN", told)
        assert run("wins") == 2
        assert capsys.readouterr().err.endswith("(bad_environment)\n")
        monkeypatch.delenv("PAIPU_LARGE_WIN")
    assert run("wins") == 0
