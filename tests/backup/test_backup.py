"""A backup is the log itself: from either database, into either, gone on with, and proven again."""

import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event, Thread

import pytest

from api.cli import main
from domain.log.adapter.opening import open_table
from domain.log.backup import copying
from domain.log.backup.file import FileCopy
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.envelope import Stored
from domain.log.erasing import erase
from domain.log.store import open_log
from projections.migrations.upgrade import migrate
from tests.backup.houses import KEY, Capture, House, backed_up, everything, restored
from tests.support.forging import SIGNER
from tests.support.keys import KEYS
from tests.support.logs import SHORT, TIED, store, ticking, url

WAYS = [("file", "file"), ("file", "server"), ("server", "file"), ("server", "server")]


@pytest.mark.parametrize(("source", "target"), WAYS, ids=["-to-".join(way) for way in WAYS])
def test_a_log_goes_from_either_database_into_either_and_goes_on_there(
    source: str, target: str, places: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    house = House(places(source, "source"), tmp_path)
    backed_up(house.address, tmp_path / "backup.db")
    assert everything(url(tmp_path / "backup.db")) == everything(house.address)

    address = places(target)
    restored(tmp_path / "backup.db", address, "--against", str(house.held), "--key", KEY)

    told = capsys.readouterr().out
    assert "\nproven\n" in told
    assert "LOST" not in told
    assert everything(address) == everything(house.address)
    with open_log(address, now=ticking(), keys=KEYS) as log:
        end = log.last_position()
        store(log, "later", SHORT)
        assert log.last_position() > end
        taken = Checkpoints(log, SIGNER).take()
        assert taken is not None


def test_a_backup_is_gone_on_with(house: House, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "backup.db"
    backed_up(house.address, file)
    with house.open() as log:
        before = log.last_position()
        store(log, "later", TIED)
        after = log.last_position()
    capsys.readouterr()

    backed_up(house.address, file)

    assert f"{after - before} new events up to position {after}" in capsys.readouterr().out
    assert everything(url(file)) == everything(house.address)
    assert sorted(path.name for path in tmp_path.glob("backup*")) == ["backup.db"]
    assert file.stat().st_mode & 0o777 == 0o600


def test_an_interrupted_backup_is_gone_on_with(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup.db"
    pages = iter([1, 1])

    class GoneError(Exception):
        """The machine went down."""

    def add(copy: FileCopy, rows: list[Stored]) -> None:
        if next(pages, None) is None:
            raise GoneError
        original(copy, rows)

    original = FileCopy.add_events
    with monkeypatch.context() as patch:
        patch.setattr(copying, "PAGE", 20)
        patch.setattr(FileCopy, "add_events", add)
        with pytest.raises(GoneError):
            main(["backup", str(file), "--log", house.address])
    assert len(everything(url(file))[0]) == 40  # type: ignore[arg-type]

    backed_up(house.address, file)
    assert everything(url(file)) == everything(house.address)


def test_a_backup_of_another_log_is_not_gone_on_with(
    house: House, tmp_path: Path, capsys: Capture
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    file = tmp_path / "backup.db"
    backed_up(house.address, file)
    before = everything(url(file))
    migrate(url(other / "log.db"))
    with open_log(url(other / "log.db"), now=ticking(), keys=KEYS) as log:
        for number in range(30):
            store(log, f"r{number}", SHORT)

    backed_up(url(other / "log.db"), file, code=2)

    assert "(other_log)" in capsys.readouterr().err
    assert everything(url(file)) == before


def test_keys_that_were_erased_are_erased_in_the_backup_as_well(
    house: House, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    backed_up(house.address, file)
    with house.open() as log:
        store(log, "old", SHORT)
    backed_up(house.address, file)
    with house.open() as log:
        erase(log, "round/old", actor="operator/olga", command_id="e", reason="old")
    with closing(open_table(url(file), read_only=True)) as table:
        assert table.keys.of("round/old")

    backed_up(house.address, file)

    with closing(open_table(url(file), read_only=True)) as table:
        assert table.keys.of("round/old") == []
    assert everything(url(file)) == everything(house.address)


def test_others_go_on_writing_while_a_backup_is_made(house: House, tmp_path: Path) -> None:
    stop = Event()

    def write() -> None:
        with house.open() as log:
            for number in range(1_000):
                if stop.is_set():
                    return
                store(log, f"w{number}", SHORT)

    writer = Thread(target=write)
    writer.start()
    try:
        for _ in range(3):
            backed_up(house.address, tmp_path / "backup.db")
    finally:
        stop.set()
        writer.join()

    copy, _, _ = everything(url(tmp_path / "backup.db"))
    rows, _, _ = everything(house.address)
    assert copy == rows[: len(copy)]  # type: ignore[arg-type, index]
    restored(tmp_path / "backup.db", url(tmp_path / "new.db"))


def test_what_was_lost_behind_a_backup_is_told_by_the_last_witness(
    house: House, tmp_path: Path, capsys: Capture
) -> None:
    backed_up(house.address, tmp_path / "backup.db")
    with house.open() as log:
        store(log, "later", TIED)
        signed = Checkpoints(log, SIGNER).take()
    assert signed is not None
    house.held.write_text(signed.note, encoding="utf-8")

    words = ("--against", str(house.held), "--key", KEY)
    restored(tmp_path / "backup.db", url(tmp_path / "new.db"), *words, code=1)

    assert "DIFFERENCE  tree" in capsys.readouterr().out


def test_a_backup_is_for_its_owner_alone_also_where_a_file_was(
    house: House, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    file.touch(mode=0o644)
    file.chmod(0o644)
    backed_up(house.address, file)
    assert file.stat().st_mode & 0o777 == 0o600


def test_no_folder_is_made_by_a_slip(house: House, tmp_path: Path) -> None:
    backed_up(house.address, tmp_path / "typo" / "backup.db", code=2)
    assert not (tmp_path / "typo").exists()


@pytest.mark.parametrize("kind", ["file", "server"])
def test_nothing_is_restored_over_a_log(
    kind: str, house: House, places: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    backed_up(house.address, tmp_path / "backup.db")
    address = places(kind, "taken")
    migrate(address)
    with open_log(address, now=ticking(), keys=KEYS) as log:
        store(log, "mine", SHORT)
    before = everything(address)

    restored(tmp_path / "backup.db", address, code=2)

    assert "(log_not_empty)" in capsys.readouterr().err
    assert everything(address) == before


def test_a_backup_is_never_written_into_files_of_the_house(
    house: House, tmp_path: Path, capsys: Capture
) -> None:
    before = everything(house.address)
    shutil.copy(tmp_path / "house.db", tmp_path / "same.db")
    for file in (tmp_path / "house.db", tmp_path / "keys"):
        backed_up(house.address, file, code=2)
        assert "(cannot_write)" in capsys.readouterr().err
    assert everything(house.address) == before


@pytest.mark.parametrize("word", ["backup", "restore"])
def test_a_log_in_memory_is_refused(word: str, house: House, tmp_path: Path) -> None:
    backed_up(house.address, tmp_path / "backup.db")
    assert main([word, str(tmp_path / "backup.db"), "--log", "memory:"]) == 2
