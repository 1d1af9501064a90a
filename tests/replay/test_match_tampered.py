"""A match whose rounds, results or own stream were changed: all of it is found, on either side."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from domain.log.store import open_log
from domain.log.streams import round_stream
from replay.checks import CHAIN, DERIVED, RECEIPTS
from replay.cli import main
from replay.match.checks import ROUNDS
from replay.match.proof import prove_match
from replay.proof import prove
from tests.projections.match_room import MatchRoom
from tests.replay.test_match import Capture, plain, shown
from tests.support.bulk import in_bulk, one_by_one, reading
from tests.support.keys import KEYS
from tests.support.logs import new_log, stored_rounds, ticking, url
from tests.support.tamper import (
    Row,
    forged,
    open_file,
    put,
    rehashed,
    rows_of,
    tampered,
)

STREAM = "match/tea"
Change = Callable[[Row], Row]


@pytest.fixture(scope="module")
def tea(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with a match of a settled, a voided and a running round."""
    path = tmp_path_factory.mktemp("tea") / "log.db"
    with new_log(path) as log:
        room = MatchRoom(log, seed=3)
        room.open("tea")
        room.play(room.start("tea"))
        room.play(second := room.start("tea"), steps=8)
        room.void(second)
        room.play(room.start("tea"), steps=9)
    return path


@pytest.fixture
def path(tea: Path, tmp_path: Path) -> Path:
    return Path(copy(tea, tmp_path / "log.db"))


def verdict(path: Path) -> tuple[str, int | None, str] | None:
    """The first wrong place of the match and why, None if it is proven."""
    with open_log(url(path), now=ticking(), read_only=True, keys=KEYS) as log:
        proof = prove_match(log, "tea")
        assert proof is not None
        wrong = proof.first_wrong
        return None if wrong is None else (wrong.name, wrong.version, wrong.detail)


def of_rounds(path: Path) -> dict[str, str | None]:
    """Of every round why it is not proven; the same in bulk."""
    with reading(path) as log:
        bulk, single = in_bulk(log, 500), one_by_one(log)
        assert bulk == single
        found = {}
        for round_id in stored_rounds(log):
            proof = prove(log, round_id)
            assert proof is not None
            wrong = proof.first_wrong
            found[round_id] = None if wrong is None else wrong.detail
        return found


def forge(path: Path, change: Change) -> None:
    """Change the match's rows, make its chain anew, and let every receipt tell the new hashes."""
    with closing(open_file(path)) as file:
        rows = list(map(change, rows_of(file, STREAM)))
    forged(path, STREAM, rows)


def in_event(kind: str, place: int = 0, **changes: object) -> Change:
    """Change fields of the event of a kind that is at a place among those of its kind."""
    seen: list[Row] = []

    def change(row: Row) -> Row:
        if row.topic != f"house.{kind}.1":
            return row
        seen.append(row)
        return row.with_event(**changes) if len(seen) == place + 1 else row

    return change


def test_a_forgery_that_changes_nothing_is_none(path: Path) -> None:
    forge(path, lambda row: row)
    assert verdict(path) is None
    assert set(of_rounds(path).values()) == {None}


STARTS: dict[str, Change] = {
    "levels": in_event("MatchRoundStarted", 1, levels={"A": "J", "B": "9"}),
    "dealer": in_event("MatchRoundStarted", 1, dealer="p4"),
    "players": in_event("MatchRoundStarted", 1, players=["kim", "moe", "lee", "ned"]),
    "round": in_event("MatchRoundStarted", 1, round="tea-9"),
}


@pytest.mark.parametrize("change", STARTS.values(), ids=STARTS)
def test_a_match_that_started_a_round_otherwise_is_found(change: Change, path: Path) -> None:
    forge(path, change)
    found = verdict(path)
    assert found is not None
    assert found[0] == DERIVED
    assert of_rounds(path)["tea-2"] == "event 1: its match did not start it so"


SCORES = {"p1": 9, "p2": -9, "p3": 9, "p4": -9}
ENDS: dict[str, Change] = {
    "levels": in_event("MatchRoundEnded", levels={"A": "J", "B": "9"}),
    "scores": in_event("MatchRoundEnded", scores=SCORES),
    "next dealer": in_event("MatchRoundEnded", next_dealer=None),
    "ending": in_event("MatchRoundEnded", ending="voided"),
}


@pytest.mark.parametrize("change", ENDS.values(), ids=ENDS)
def test_a_match_that_tells_an_end_otherwise_is_found(change: Change, path: Path) -> None:
    forge(path, change)
    found = verdict(path)
    assert found is not None
    assert found[0] in {DERIVED, ROUNDS}
    wrong = of_rounds(path)["tea-1"]
    assert wrong is not None
    assert wrong.endswith("its match does not tell its end so")


def test_totals_that_do_not_add_up_are_found_in_the_match_alone(path: Path) -> None:
    forge(path, in_event("MatchRoundEnded", totals=SCORES))
    found = verdict(path)
    assert found is not None
    assert found[0] == DERIVED
    assert set(of_rounds(path).values()) == {None}
    assert main(["verify", "--log", url(path), "--workers", "1"]) == 1


def test_an_end_with_its_command_forged_too_is_found(path: Path) -> None:
    """Nothing in the match's own stream is wrong then: the round tells it otherwise."""

    def change(row: Row) -> Row:
        if row.topic != "house.MatchRoundEnded.1" or row.event["round"] != "tea-1":
            return row
        command = {**row.envelope["command"], "scores": SCORES}  # type: ignore[dict-item]
        return row.with_event(scores=SCORES, totals=SCORES).with_envelope(command=command)

    forge(path, change)
    found = verdict(path)
    assert found is not None
    assert found[0] == ROUNDS
    assert "round tea-1" in found[2]


def test_a_round_that_is_changed_or_gone_is_told_with_its_match(path: Path) -> None:
    start = 10
    tampered(path, round_stream("tea-1"), lambda rows: [*rows[:6], *rows[7:]])
    found = verdict(path)
    assert found == (ROUNDS, start, f"event {start}: round tea-1: {CHAIN}: event 7: gap")

    tampered(path, round_stream("tea-1"), lambda _: [])
    found = verdict(path)
    assert found == (ROUNDS, start, f"event {start}: round tea-1 is missing")


def test_a_match_cut_off_or_taken_away_is_missed(path: Path, capsys: Capture) -> None:
    with closing(open_file(path)) as file:
        rows = rows_of(file, STREAM)
        put(file, STREAM, rows[:-1])
        missing = f"event {len(rows)}: it was acknowledged, and is missing"
        assert verdict(path) == (RECEIPTS, len(rows), missing)
        assert of_rounds(path)["tea-3"] == "event 1: its match did not start it so"
        put(file, STREAM, [])
    told = shown(path, capsys, "tea", code=1)
    assert told == "NOT PROVEN: match tea was acknowledged, and all of it is missing\n"
    assert plain(path, capsys, "tea", code=1) == {
        "match": "tea",
        "status": "missing",
        "proven": False,
        "stored": 0,
    }


def test_a_changed_event_of_a_match_is_found_by_its_chain(path: Path, capsys: Capture) -> None:
    tampered(path, STREAM, lambda rows: [*rows[:2], rows[2].with_event(seat="p4"), *rows[3:]])
    told = shown(path, capsys, "tea", code=1)
    assert f"DIFFERENCE  {CHAIN}: event 3: changed\n" in told
    assert told.endswith("NOT PROVEN: first wrong place is event 3 of the match\n")


def test_a_match_under_another_name_counts_for_nothing(path: Path, capsys: Capture) -> None:
    with closing(open_file(path)) as file:
        rows = [row._replace(position=None) for row in rows_of(file, STREAM)]
        put(file, "match/other", rehashed("match/other", rows))
    told = plain(path, capsys, "other", code=1)
    assert (told["status"], told["rounds"]) == ("unknown", [])
    assert told["first_wrong"]["version"] == 1
