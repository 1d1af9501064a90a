"""`paipu doctor`: what is wrong with a house is told in a line, and by the exit code."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.house import House
from domain.flow.address import SELFCHECK
from domain.house.selfcheck.commands import RecordSelfCheck
from domain.kernel.decider import Origin
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.keys import read_signer
from domain.log.store import open_log
from domain.log.streams import round_stream
from projections.store.address import views_beside
from projections.store.engine import open_views
from projections.store.upgrade import migrate_views
from replay import doctor as module
from replay.doctor import VERSION, Finding, doctor, findings
from replay.integrity import integrity
from tests.projections.rows import catch_up
from tests.support.bulk import reading
from tests.support.keys import KEYS, key_file
from tests.support.logs import OPEN, new_log, store, url
from tests.support.tamper import open_file, tampered

Capture = pytest.CaptureFixture[str]
LATER = datetime(2027, 1, 1, tzinfo=UTC)


def found(path: Path, now: datetime = LATER) -> dict[str, Finding]:
    return {one.name: one for one in findings(url(path), None, lambda: now)}


def test_a_sound_house_is_fine(small: Path, capsys: Capture) -> None:
    assert doctor(url(small), expected=integrity()) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in told] == [
        f"ok          {name}"
        for name in (
            *("integrity", "settings", "keys", "signing keys", "log", "clock"),
            *("database clock", "acknowledgements", "checkpoint", "self-check", "views"),
        )
    ]
    assert told[0].endswith(f": digest {integrity()}")
    with reading(small) as log:
        assert told[4].endswith(f"newest position {log.last_position()}")


def test_other_rules_than_expected_are_a_difference(small: Path, capsys: Capture) -> None:
    assert doctor(url(small), expected="0" * 64) == 1
    assert capsys.readouterr().out.startswith(f"DIFFERENCE  integrity: digest {integrity()}, and 0")


@pytest.mark.parametrize(
    ("version", "fine"), [(VERSION, False), ("0.0.1", True)], ids=["this one", "another"]
)
def test_h11_2_another_digest_than_the_log_knows_of_this_version_is_a_difference(
    version: str, fine: bool, copied: Path
) -> None:
    checked = RecordSelfCheck(version=version, digest="0" * 64, faults=())
    with open_log(url(copied), now=lambda: LATER, keys=KEYS) as log:
        House(log).ask(SELFCHECK, checked, actor="house", command_id="c", origin=Origin.HOUSE)
    told = found(copied)["self-check"]
    assert told.fine is fine
    if not fine:
        assert told.detail == f"digest {integrity()}, and {'0' * 64} is known of {VERSION}"


def test_a_log_that_cannot_be_read_is_two(tmp_path: Path, capsys: Capture) -> None:
    assert doctor(url(tmp_path / "none.db")) == 2
    assert capsys.readouterr().out.endswith(" (log_missing)\n")
    (tmp_path / "text.db").write_text("no database at all, and long enough to be looked at")
    assert doctor(url(tmp_path / "text.db"), expected="0") == 2
    assert capsys.readouterr().out.endswith(" (not_a_log)\n")


def test_without_keys_no_round_can_be_opened(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv("PAIPU_KEYS")
    assert doctor(url(small)) == 1
    assert "DIFFERENCE  keys: none" in capsys.readouterr().out


def test_times_in_the_future_are_found(small: Path) -> None:
    with reading(small) as log:
        newest = max(one.envelope.recorded_at for one in log.read(round_stream("voided")))
    assert found(small, newest)["clock"].fine
    assert found(small, newest - timedelta(seconds=5))["clock"].fine
    assert not found(small, newest - timedelta(seconds=6))["clock"].fine


@pytest.mark.parametrize(("back", "fine"), [(3, True), (60, False)])
def test_a_clock_that_was_set_back_is_found(back: int, fine: bool, copied: Path) -> None:
    with reading(copied) as log:
        newest = max(one.envelope.recorded_at for one in log.read(round_stream("voided")))
    with open_log(url(copied), now=lambda: newest - timedelta(seconds=back), keys=KEYS) as log:
        store(log, "later", OPEN)
    assert found(copied)["clock"].fine == fine


def test_only_the_newest_times_are_looked_at_and_damage_is_no_matter_here(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LATEST", 30)
    tampered(
        copied, round_stream("voided"), lambda rows: [*rows[:-1], rows[-1]._replace(state=b"")]
    )
    clock = found(copied)["clock"]
    assert clock.fine
    assert clock.detail.startswith("29 newest events in order, the newest is of 2026-03-04 ")


def test_an_empty_log_is_fine(tmp_path: Path) -> None:
    new_log(tmp_path / "log.db").close()
    assert found(tmp_path / "log.db")["clock"].detail == "nothing is recorded yet"


def test_it_says_how_far_views_are_behind(copied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = views_beside(url(copied))
    migrate_views(address)
    with reading(copied) as log, open_views(address) as views:
        last = log.last_position()
        assert found(copied)["view pots"].detail.startswith(f"at position 0, {last} behind, for ")
        assert found(copied)["view pots"].fine
        monkeypatch.setattr(module, "LAG", last - 1)
        assert not found(copied)["view chips"].fine
        catch_up(log, views)
    names = ["view pots", "view rounds", "view chips", "view rake"]
    assert [one.fine for name, one in found(copied).items() if name in names] == [True] * 4


def test_views_that_are_ahead_or_unusable_are_found(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = views_beside(url(copied))
    migrate_views(address)
    with reading(copied) as log, open_views(address) as views:
        catch_up(log, views)
    with closing(open_file(copied)) as file:
        file.execute("DELETE FROM events WHERE position > 50")
    assert not found(copied)["view pots"].fine
    assert found(copied)["view pots"].detail.endswith(", which the log does not have")
    monkeypatch.setenv("PAIPU_VIEWS", "nowhere.db")
    views_found = found(copied)["views"]
    assert not views_found.fine
    assert views_found.detail.endswith(" (bad_views_address)")


def test_a_checkpoint_that_other_keys_have_signed_is_a_difference(
    copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert found(copied)["checkpoint"].detail == "none yet"
    ours = key_file(tmp_path / "ours", ("house.example", bytes(32)))
    others = key_file(tmp_path / "others", ("house.example", bytes(range(32))))
    with open_log(url(copied), now=lambda: LATER, keys=KEYS) as log:
        signed = Checkpoints(log, read_signer(ours)).take()
    assert signed is not None
    monkeypatch.setenv("PAIPU_SIGNING_KEYS", str(ours))
    told = found(copied)
    assert told["signing keys"].detail.startswith("house.example+")
    assert told["checkpoint"].fine
    assert told["checkpoint"].detail.startswith(f"{signed.size} events signed on 2027-01-01 ")
    monkeypatch.setenv("PAIPU_SIGNING_KEYS", str(others))
    assert not found(copied)["checkpoint"].fine


def test_a_misspelt_setting_is_a_difference(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(small)["settings"].fine
    monkeypatch.setenv("PAIPU_PASUE", "3")
    assert found(small)["settings"].detail == "PAIPU_PASUE: there is no such setting"
    assert not found(small)["settings"].fine
