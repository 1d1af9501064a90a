"""What a match tells was changed: the event that was changed is named, and nothing that is sound.

Each forgery is made with the hashes as they were, with a chain made anew, and with that and every
acknowledgement.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from projections.store.address import views_beside
from projections.store.engine import open_views
from replay.checks import DERIVED, RECEIPTS, VIEWS
from replay.cli import main
from replay.match.checks import ROUNDS
from tests.projections.rows import catch_up
from tests.replay.test_match import Capture, plain
from tests.support.bulk import reading
from tests.support.logs import url
from tests.support.tables import migrate_views
from tests.support.tamper import Row, forged, open_file, put, rehashed, rows_of, tampered

STREAM = "match/cup"
SCORES = {"p1": 9, "p2": -9, "p3": 9, "p4": -9}
Put = Callable[[Path, list[Row]], None]


@pytest.fixture(scope="module")
def seen(evening: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """That log with its views beside it."""
    path = Path(copy(evening, tmp_path_factory.mktemp("seen") / "log.db"))
    address = views_beside(url(path))
    migrate_views(address)
    with open_views(address) as opened, reading(path) as log:
        catch_up(log, opened)
    return path


@pytest.fixture
def path(seen: Path, tmp_path: Path) -> Path:
    for name in seen.parent.iterdir():
        copy(name, tmp_path / name.name)
    return tmp_path / seen.name


PUTS: dict[str, Put] = {
    "raw": lambda path, rows: tampered(path, STREAM, lambda _: rows),
    "chained": lambda path, rows: tampered(path, STREAM, lambda _: rehashed(STREAM, rows)),
    "acknowledged": lambda path, rows: forged(path, STREAM, rows),
}


def rows_in(path: Path) -> list[Row]:
    with closing(open_file(path)) as file:
        return rows_of(file, STREAM)


def wrong_in(path: Path, capsys: Capture) -> tuple[str, int | None]:
    """The first wrong place of the match, and that its views are not blamed."""
    told = plain(path, capsys, "cup", code=1)
    checks = {check["name"]: check["verdict"] for check in told["checks"]}
    assert checks[VIEWS] == "unchecked"
    return told["first_wrong"]["name"], told["first_wrong"]["version"]


CHANGES: list[dict[str, object]] = [
    {"scores": SCORES},
    {"levels": {"A": "K", "B": "K"}},
    {"totals": SCORES},
    {"next_dealer": None},
]


@pytest.mark.parametrize("store", PUTS.values(), ids=PUTS)
@pytest.mark.parametrize("place", [1, -1])
@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_end_is_named_and_not_the_start_of_its_round(
    change: dict[str, object], place: int, store: Put, path: Path, capsys: Capture
) -> None:
    rows = rows_in(path)
    end = [row for row in rows if row.topic == "house.MatchRoundEnded.1"][place]
    store(path, [row.with_event(**change) if row is end else row for row in rows])
    assert wrong_in(path, capsys)[1] == end.version


@pytest.mark.parametrize("store", PUTS.values(), ids=PUTS)
def test_a_changed_winner_is_named(store: Put, path: Path, capsys: Capture) -> None:
    *rows, last = rows_in(path)
    other = "A" if last.event["side"] == "B" else "B"
    store(path, [*rows, last.with_event(side=other)])
    assert wrong_in(path, capsys)[1] == last.version


@pytest.mark.parametrize("lost", [1, 2])
def test_a_lost_end_is_named_where_it_should_stand(lost: int, path: Path, capsys: Capture) -> None:
    rows = rows_in(path)
    kept = rows[:-lost]
    tampered(path, STREAM, lambda _: kept)
    name, version = wrong_in(path, capsys)
    assert name in {DERIVED, RECEIPTS}
    assert version == len(kept) + 1
    with reading(path) as log:
        assert log.last_version(STREAM) == len(kept)
    assert main(["match", "cup", "--log", url(path)]) == 1
    told = capsys.readouterr().out
    assert f"DIFFERENCE  {ROUNDS}: event {len(kept) + 1}: round " in told


def test_an_end_forged_with_its_command_is_named_by_that_end(path: Path, capsys: Capture) -> None:
    """Nothing in the match's own stream is wrong then; the round tells its end otherwise."""
    rows = rows_in(path)
    end = next(row for row in rows if row.event.get("ending") == "settled")
    command = {**end.envelope["command"], "scores": SCORES}  # type: ignore[dict-item]
    other = end.with_event(scores=SCORES, totals=SCORES).with_envelope(command=command)
    with closing(open_file(path)) as file:
        put(file, STREAM, [])
    forged(path, STREAM, [*rows[: end.version - 1], other])
    told = plain(path, capsys, "cup", code=1)
    assert told["first_wrong"]["name"] == ROUNDS
    assert told["first_wrong"]["version"] == end.version
