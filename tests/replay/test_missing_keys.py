"""Rounds of which one data key is gone or damaged: not all is checked, and nothing differs."""

import json
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from domain.flow.address import match
from domain.log.store import open_log
from domain.log.streams import round_stream
from replay.checks import CHAIN, DERIVED, RECEIPTS
from replay.cli import main
from tests.support.keys import KEYS
from tests.support.logs import ticking, url
from tests.support.tamper import open_file, put, rehashed, rows_of

Capture = pytest.CaptureFixture[str]
ROUNDS = ("short", "tied", "voided", "record-00374", "record-00155", "tea-1")
SIZHIDAO = ROUNDS[:3]


def damage(path: Path, round_id: str, audience: str, *, gone: bool) -> None:
    """Take a key away, or make it one that no master key opens."""
    change = "DELETE FROM data_keys" if gone else "UPDATE data_keys SET wrapped = x'00'"
    with closing(open_file(path)) as file:
        whose = round_stream(round_id), audience
        done = file.execute(f"{change} WHERE stream = ? AND audience = ?", whose)
        assert done.rowcount == 1


@pytest.fixture
def path(round_id: str, small: Path, evening: Path, tmp_path: Path) -> Path:
    return Path(copy(small if round_id in SIZHIDAO else evening, tmp_path / "log.db"))


@pytest.fixture(params=["gone", "damaged"])
def gone(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "gone")


def account(path: Path, round_id: str, capsys: Capture, code: int, *seat: str) -> str:
    assert main(["round", round_id, "--log", url(path), *seat]) == code
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def of_everybody(told: str) -> str:
    """The account and the status, without the checks."""
    return told.partition(f"\nok          {CHAIN}")[0]


@pytest.mark.parametrize("audience", ["p1", "p2", "p3", "p4", "house"])
@pytest.mark.parametrize("round_id", ROUNDS)
def test_a_round_without_one_of_its_keys_is_told_to_the_end_and_not_called_different(
    round_id: str, audience: str, gone: bool, path: Path, capsys: Capture
) -> None:
    if audience == "p4" and round_id in SIZHIDAO:
        audience = "p3"
    whole = of_everybody(account(path, round_id, capsys, 0))
    damage(path, round_id, audience, gone=gone)

    told = account(path, round_id, capsys, 2)
    assert of_everybody(told) == whole
    assert told.endswith("\nNOT ALL CHECKED, and nothing found wrong\n")
    assert f"\nunchecked   {RECEIPTS}: " in told
    for seat in ("p1", "p2", "p3"):
        seen = account(path, round_id, capsys, 2, "--seat", seat)
        assert seen.splitlines()[-4:] == told.splitlines()[-4:]


@pytest.mark.parametrize("round_id", ["tied", "record-00374"])
def test_the_true_reason_is_told(round_id: str, path: Path, capsys: Capture) -> None:
    damage(path, round_id, "p2", gone=False)
    told = account(path, round_id, capsys, 2)
    why = f"the key of {round_stream(round_id)} for p2 does not open under master key"
    assert f"\nunchecked   {DERIVED}: cards are sealed: {why}" in told


@pytest.mark.parametrize("audience", ["p3", "house"])
@pytest.mark.parametrize("round_id", ["tied", "record-00374"])
def test_such_a_round_is_unchecked_everywhere(
    round_id: str, audience: str, gone: bool, path: Path, capsys: Capture
) -> None:
    damage(path, round_id, audience, gone=gone)
    assert main(["rounds", "--log", url(path)]) == 2
    listed = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "unchecked" in listed.pop(round_id)
    assert not [line for line in listed.values() if "DIFFERENCE" in line or "unchecked" in line]
    assert main(["verify", "--log", url(path), "--workers", "1", "--json"]) == 2
    sums = json.loads(capsys.readouterr().out)
    assert (sums["different"], sums["unchecked"]) == (0, 1)
    assert main(["export", round_id, "--log", url(path), "--running"]) == 2
    assert capsys.readouterr().err.endswith(" (cards_sealed)\n")


@pytest.mark.parametrize("round_id", ["tea-1"])
def test_a_match_with_such_a_round_is_not_all_checked(
    round_id: str, gone: bool, path: Path, capsys: Capture
) -> None:
    damage(path, round_id, "p2", gone=gone)
    assert main(["match", "tea", "--log", url(path)]) == 2
    assert capsys.readouterr().out.endswith("\nNOT ALL CHECKED, and nothing found wrong\n")
    with open_log(url(path), now=ticking(), read_only=True, keys=KEYS) as log:
        assert log.last_version(match("tea").stream) > 0


@pytest.mark.parametrize("round_id", ["tied", "record-00374"])
def test_what_is_changed_in_such_a_round_is_found_all_the_same(
    round_id: str, gone: bool, path: Path, capsys: Capture
) -> None:
    damage(path, round_id, "p2", gone=gone)
    stream = round_stream(round_id)
    with closing(open_file(path)) as file:
        *rows, changed = rows_of(file, stream)
        other = changed.with_envelope(actor="player/nobody")
        put(file, stream, rehashed(stream, [*rows, other]))
    told = account(path, round_id, capsys, 1)
    assert told.endswith(f"\nNOT PROVEN: first wrong place is event {changed.version}\n")
