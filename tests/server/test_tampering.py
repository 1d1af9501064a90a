"""What a superuser does to events behind the guard's back is found, at its first wrong place."""

from collections.abc import Iterator

import pytest

from domain.log.store import open_log
from domain.log.streams import round_stream
from replay.cli import main
from tests.server.tampering import (
    Change,
    cut_behind,
    flipped,
    receipt_of,
    rehashed_with,
    rows_of,
    tampered,
    without,
)
from tests.support.keys import KEYS
from tests.support.logs import SHORT, TIED, VOIDED, store, ticking
from tests.support.postgres import empty_log

STREAM = round_stream("short")
AWARDED = 13
"""The award of the round `short`, of 150 points with antes and bets that were called."""
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def url() -> Iterator[str]:
    """A log with three rounds, of which `short` is to be changed."""
    with empty_log() as address:
        with open_log(address, now=ticking(), keys=KEYS) as log:
            for round_id, actions in (("short", SHORT), ("tied", TIED), ("voided", VOIDED)):
                store(log, round_id, actions)
        yield address


def wrong_place(url: str, capsys: Capture) -> str:
    """What `replay round` names; the other commands find the round too, and no other one."""
    assert main(["round", "short", "--log", url]) == 1
    place = capsys.readouterr().out.splitlines()[-1].rpartition("first wrong place is ")[2]
    assert main(["rounds", "--log", url]) == 1
    listed = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[0] for row in listed if "DIFFERENCE" in row] == ["short"]
    assert main(["verify", "--workers", "1", "--log", url]) == 1
    told = capsys.readouterr().out.splitlines()
    (named,) = [line for line in told if line.startswith("DIFFERENCE")]
    assert named.startswith("DIFFERENCE  round short  ")
    assert f": {place}: " in named
    assert main(["export", "short", "--log", url]) == 2
    assert "(not_proven)" in capsys.readouterr().err
    return place


def test_untouched_it_is_proven(url: str, capsys: Capture) -> None:
    assert main(["rounds", "--log", url]) == 0
    assert main(["verify", "--workers", "1", "--log", url]) == 0
    row = rows_of(url, STREAM)[AWARDED - 1]
    assert (row.topic, row.event["points"]) == ("sizhidao.PotAwarded.1", 150)
    assert capsys.readouterr().out.endswith("\nproven\n")


@pytest.mark.parametrize(
    ("change", "version"),
    [
        (flipped(9, 200), 9),
        (flipped(9, 3), 9),
        (flipped(9, 40), 9),
        (flipped(1, -1), 1),
        (flipped(15, -20), 15),
        (rehashed_with(STREAM, AWARDED, points=151), AWARDED),
        (rehashed_with(STREAM, 8, points=99), 8),
        (without(1), 1),
        (without(7), 7),
        (without(14), 14),
        (cut_behind(14), 15),
        (cut_behind(10), 11),
        (cut_behind(9), 10),
        (cut_behind(7), 8),
        (cut_behind(1), 2),
    ],
    ids=[
        "a bit of a body", "a bit of a link", "a bit of a hash", "the first body", "the last body",
        "an award", "a bet", "no opening", "no event 7", "no last but one",
        "no end", "half a decision at the end", "no last decision", "no bets",
        "nothing but the opening",
    ],
)  # fmt: skip
def test_a_changed_round_differs_from_there_on(
    url: str, capsys: Capture, change: Change, version: int
) -> None:
    tampered(url, STREAM, change)
    assert wrong_place(url, capsys) == f"event {version}"


@pytest.mark.parametrize("version", [1, 8, 10])
def test_a_removed_receipt_is_missed_where_its_decision_begins(
    url: str, capsys: Capture, version: int
) -> None:
    row = rows_of(url, STREAM)[version - 1]
    assert "command" in row.envelope
    tampered(url, receipt_of(row), cut_behind(0))
    assert wrong_place(url, capsys) == f"event {version}"


def test_a_round_that_was_removed_whole_is_missed(url: str, capsys: Capture) -> None:
    tampered(url, STREAM, cut_behind(0))
    assert main(["round", "short", "--log", url]) == 1
    assert "was acknowledged, and all of it is missing" in capsys.readouterr().out
    assert main(["rounds", "--log", url]) == 1
    assert main(["verify", "--workers", "1", "--log", url]) == 1
