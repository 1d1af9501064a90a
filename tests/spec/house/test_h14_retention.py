"""H14: how long the keys of a round are kept, and how they are erased then."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.cli import main
from api.house import House
from domain.flow.address import dispute
from domain.house.dispute.commands import OpenDispute
from domain.log.erased import KeysErased
from domain.log.erasing import erasure_of
from domain.log.store import Log, Receipt, open_log
from replay.settings import KEYS_SETTING
from tests.support.disputes import DUE_MS, OLGA
from tests.support.keys import KEYS, key_file
from tests.support.logs import OPEN, SHORT, new_log, store, url

Capture = pytest.CaptureFixture[str]
ASKED = ("--as", "olga", "--reason", "five years are over")


@pytest.fixture
def aged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log with rounds of 2026-03-04, another that has ended now, and one that goes on."""
    monkeypatch.setenv(KEYS_SETTING, str(key_file(tmp_path / "keys")))
    path = tmp_path / "log.db"
    with new_log(path) as log:
        store(log, "old", SHORT)
        store(log, "older", SHORT)
        store(log, "open", OPEN)
    with open_log(url(path), now=lambda: datetime.now(UTC), keys=KEYS) as log:
        store(log, "new", SHORT)
    return path


def purged(path: Path, *words: str, code: int = 0) -> None:
    assert main(["purge", "--log", url(path), *words]) == code


def reading(path: Path) -> Log:
    return open_log(url(path), now=lambda: datetime.now(UTC), keys=KEYS, read_only=True)


def with_keys(path: Path) -> set[str]:
    with reading(path) as log:
        return set(log.keyed("round/", datetime.now(UTC) + timedelta(days=1)))


def test_h14_1_keys_are_kept_for_five_years_unless_it_is_set_otherwise(
    aged: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    before = with_keys(aged)
    purged(aged, *ASKED)
    assert "keys of 0 rounds" in capsys.readouterr().out
    assert with_keys(aged) == before

    monkeypatch.setenv("PAIPU_RETENTION_DAYS", "1")
    purged(aged, *ASKED)
    assert with_keys(aged) == {"round/open", "round/new"}


def test_h14_2_each_erasure_is_recorded_with_who_and_why(
    aged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_RETENTION_DAYS", "1")
    purged(aged, *ASKED)
    with reading(aged) as log:
        erasure = erasure_of(log, "round/old")
        assert erasure is not None
        assert erasure.recorded.envelope.actor == "operator/olga"
        assert erasure.event == KeysErased(stream="round/old", reason="five years are over")
        assert len(log.read("round/old")) == 15  # the log itself is never cut


def test_h14_3_a_round_that_is_not_over_keeps_its_keys_and_is_named(
    aged: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PAIPU_RETENTION_DAYS", "1")
    purged(aged, *ASKED)
    out = capsys.readouterr().out
    assert "kept  open: " in out
    assert "(keys_in_use)" in out
    assert "keys of 2 rounds were erased" in out


def test_h14_3_a_disputed_round_keeps_its_keys_and_is_named(
    aged: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PAIPU_RETENTION_DAYS", "1")
    with open_log(url(aged), now=lambda: datetime.now(UTC), keys=KEYS) as log:
        command = OpenDispute(dispute="d", round="old", by=OLGA, claim="the deal", due_ms=DUE_MS)
        answer = House(log).ask(dispute("d"), command, actor=OLGA, command_id="d")
    assert isinstance(answer, Receipt)
    purged(aged, *ASKED)
    out = capsys.readouterr().out
    assert "kept  old: " in out
    assert "(round_disputed)" in out
    assert with_keys(aged) == {"round/old", "round/open", "round/new"}


def test_looking_erases_nothing(
    aged: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PAIPU_RETENTION_DAYS", "1")
    before = aged.read_bytes()
    purged(aged, "--look")
    assert "would be erased" in capsys.readouterr().out
    assert aged.read_bytes() == before


@pytest.mark.parametrize("words", [(), ASKED[:2], ASKED[2:], ("--as", "olga", "--reason", " ")])
def test_h14_2_without_a_person_and_a_reason_nothing_is_erased(
    words: tuple[str, ...], aged: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PAIPU_RETENTION_DAYS", "1")
    before = with_keys(aged)
    purged(aged, *words, code=2)
    assert capsys.readouterr().out == ""
    assert with_keys(aged) == before
