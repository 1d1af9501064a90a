"""`replay round` says which checkpoint covers a round, and makes the proof again."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.events import STREAM
from domain.log.store import Log, open_log
from domain.log.streams import round_stream
from replay.cli import main
from tests.support.forging import SIGNER
from tests.support.keys import KEYS
from tests.support.logs import SHORT, store, ticking, url
from tests.support.tamper import open_file, rewritten

Capture = pytest.CaptureFixture[str]
NAME = "covered by a checkpoint"


@pytest.fixture
def log(copied: Path) -> Iterator[Log]:
    with open_log(url(copied), now=ticking(), keys=KEYS) as opened:
        yield opened


def last_check(path: Path, capsys: Capture, round_id: str, code: int) -> dict[str, Any]:
    assert main(["round", round_id, "--json", "--log", url(path)]) == code
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    check: dict[str, Any] = told["checks"][-1]
    return check


def test_without_checkpoints_nothing_is_said(copied: Path, capsys: Capture) -> None:
    assert last_check(copied, capsys, "short", 0)["name"] != NAME


def test_a_round_before_the_checkpoint_is_covered(copied: Path, log: Log, capsys: Capture) -> None:
    signed = Checkpoints(log, SIGNER).take()
    assert signed is not None
    leaf = log.leaves.leaf(round_stream("short"), 15)
    assert leaf is not None
    check = last_check(copied, capsys, "short", 0)
    assert (check["name"], check["verdict"]) == (NAME, "ok")
    place = f"event 15 is number {leaf.position}"
    assert check["detail"] == f"checkpoint of {signed.size} events; {place}"
    assert main(["round", "short", "--log", url(copied)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert f"ok          {NAME}: {check['detail']}" in told
    assert told[-1] == "proven"


def test_a_round_behind_it_is_not_yet_and_no_difference(
    copied: Path, log: Log, capsys: Capture
) -> None:
    assert Checkpoints(log, SIGNER).take() is not None
    store(log, "later", SHORT)
    check = last_check(copied, capsys, "later", 0)
    assert (check["verdict"], check["version"]) == ("not_yet_covered", None)
    assert check["detail"].endswith("does not have event 15")


def test_a_round_that_was_rewritten_is_another_than_was_signed(
    copied: Path, log: Log, capsys: Capture
) -> None:
    assert Checkpoints(log, SIGNER).take() is not None
    rewritten(copied, round_stream("short"), lambda rows: rows[:-1])
    assert last_check(copied, capsys, "tied", 1)["detail"].startswith("the log's tree does not")
    assert main(["round", "tied", "--log", url(copied)]) == 1
    assert capsys.readouterr().out.endswith("\nNOT PROVEN: first wrong place is in the tree\n")


def test_a_changed_event_leaves_it_unchecked(copied: Path, log: Log, capsys: Capture) -> None:
    assert Checkpoints(log, SIGNER).take() is not None
    with closing(open_file(copied)) as file:
        file.execute(
            "UPDATE events SET state = zeroblob(100) WHERE originator_id = 'round/short'"
            " AND originator_version = 9"
        )
    assert last_check(copied, capsys, "short", 1)["verdict"] == "unchecked"


def test_a_checkpoint_that_cannot_be_read_is_a_difference(
    copied: Path, log: Log, capsys: Capture
) -> None:
    assert Checkpoints(log, SIGNER).take() is not None
    with closing(open_file(copied)) as file:
        file.execute("UPDATE events SET state = zeroblob(100) WHERE originator_id = ?", (STREAM,))
    check = last_check(copied, capsys, "short", 1)
    assert (check["verdict"], check["detail"]) == (
        "difference",
        "the last checkpoint cannot be read",
    )
