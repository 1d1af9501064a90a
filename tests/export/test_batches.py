"""`paipu export --batches`: all rows, each in one file, whenever it is done and however it ends."""

import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from api.cli import main
from api.export.batches import place, writing
from api.export.cli import MINUTE, again_and_again
from domain.log.errors import LogUnavailableError
from domain.log.files import putting
from projections.store.address import views_beside
from projections.store.engine import open_views
from projections.store.upgrade import migrate_views
from tests.export.test_parquet import exported
from tests.projections.rows import catch_up
from tests.service.playing import awaited
from tests.support.bulk import reading
from tests.support.logs import SHORT, TIED, VOIDED, new_log, sample, store, url
from tests.support.service import BESIDE

Capture = pytest.CaptureFixture[str]


class Growing:
    """A log that grows between batches, with its views, and the folder of these."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path = path
        self.folder = folder
        self.rounds = iter([("tied", TIED), ("void", VOIDED), ("again", SHORT)])

    def grow(self) -> None:
        with new_log(self.path) as log:
            store(log, *next(self.rounds))
        self.show()

    def show(self) -> None:
        with open_views(views_beside(url(self.path))) as views, reading(self.path) as log:
            catch_up(log, views)

    def words(self, what: str) -> list[str]:
        return ["export", what, "--batches", str(self.folder), "--log", url(self.path)]

    def files(self, what: str) -> list[Path]:
        return sorted(self.folder.glob(f"{what}-*"))

    def rows(self, what: str) -> list[dict[str, Any]]:
        return [row for file in self.files(what) for row in pq.read_table(file).to_pylist()]


@pytest.fixture
def growing(tmp_path: Path) -> Growing:
    path, folder = tmp_path / "log.db", tmp_path / "out"
    folder.mkdir()
    with new_log(path) as log:
        sample(log).play(1)
        store(log, "short", SHORT)
    migrate_views(views_beside(url(path)))
    found = Growing(path, folder)
    found.show()
    return found


@pytest.mark.parametrize("what", ["events", "journal"])
def test_batches_go_on_from_each_other(
    growing: Growing, tmp_path: Path, what: str, capsys: Capture
) -> None:
    assert main(growing.words(what)) == 0
    growing.grow()
    assert main(growing.words(what)) == 0
    assert main(growing.words(what)) == 0
    assert "nothing new" in capsys.readouterr().out
    growing.grow()
    assert main(growing.words(what)) == 0
    assert len(growing.files(what)) == 3
    assert growing.rows(what) == exported(growing.path, what, tmp_path / "whole")
    begins, ends = zip(*(path.stem.split("-")[1:] for path in growing.files(what)), strict=True)
    assert [int(one) for one in begins] == [1, *(int(one) + 1 for one in ends[:-1])]
    said = pq.read_table(growing.files(what)[-1]).schema.metadata
    assert (said[b"paipu.after"], said[b"paipu.position"]) == (
        b"%d" % int(ends[-2]),
        b"%d" % int(ends[-1]),
    )


def test_batches_are_written_again_and_again_and_what_fails_is_tried_again(
    growing: Growing, capsys: Capture
) -> None:
    waited: list[float] = []
    away = iter([False, True, False, False])

    def export() -> int:
        if next(away):
            raise LogUnavailableError
        return main(growing.words("events"))

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        growing.grow()
        return len(waited) == 3

    assert again_and_again(export, wait, 15 * MINUTE) == 0
    assert waited == [15 * MINUTE, MINUTE, 15 * MINUTE]
    assert capsys.readouterr().err.endswith("(log_unavailable)\n")
    assert len(growing.files("events")) == 2


def test_a_command_that_is_killed_leaves_whole_files_and_the_next_goes_on(
    growing: Growing, tmp_path: Path
) -> None:
    program: list[str | Path] = [BESIDE / "paipu", *growing.words("events"), "--every", "1"]
    with subprocess.Popen(program, stdout=subprocess.DEVNULL) as running:
        awaited(lambda: growing.files("events") or None)
        running.kill()
    growing.grow()
    assert main(growing.words("events")) == 0
    assert growing.rows("events") == exported(growing.path, "events", tmp_path / "whole")


def test_one_command_at_a_time_writes_into_a_folder(growing: Growing, capsys: Capture) -> None:
    with writing(growing.folder):
        assert main(growing.words("events")) == 2
    assert "another command" in capsys.readouterr().err
    assert growing.files("events") == []


def test_what_a_killed_command_left_half_written_is_removed_by_the_next(growing: Growing) -> None:
    others = growing.folder / ".events.parquet.0123456789abcdef", growing.folder / ".mine"
    for path in others:
        path.touch()
    draft = place(growing.folder, "journal", 0, 9)
    with suppress(FileNotFoundError), putting(draft):  # which misses its draft at its end
        assert len(list(growing.folder.iterdir())) == 3
        assert main(growing.words("events")) == 0
    assert set(growing.folder.iterdir()) == {*others, *growing.files("events")}


@pytest.mark.parametrize("what", ["events", "journal"])
def test_a_folder_is_for_one_log_wherever_that_lies(
    growing: Growing, tmp_path: Path, what: str, capsys: Capture
) -> None:
    assert main(growing.words(what)) == 0
    before = growing.files(what)
    other = Growing(tmp_path / "other.db", growing.folder)
    with new_log(other.path) as log:
        store(log, "another", SHORT)
        sample(log).play(2)
    migrate_views(views_beside(url(other.path)))
    other.show()

    assert main(other.words(what)) == 2
    assert capsys.readouterr().err.endswith(" is no file of this log (cannot_write)\n")
    assert growing.files(what) == before

    for file in tmp_path.glob("log*.db*"):
        file.rename(tmp_path / f"moved{file.name.removeprefix('log')}")
    growing.path = tmp_path / "moved.db"
    growing.grow()
    assert main(growing.words(what)) == 0
    assert growing.rows(what) == exported(growing.path, what, tmp_path / "whole")


@pytest.mark.parametrize("option", ["--since", "--until"])
def test_batches_leave_no_row_out_by_its_time(
    growing: Growing, option: str, capsys: Capture
) -> None:
    assert main([*growing.words("events"), option, "2027-01-01"]) == 2
    assert capsys.readouterr().err.endswith("do not go with --batches (cannot_write)\n")
    assert list(growing.folder.iterdir()) == []


def test_what_cannot_be_asked_is_told(growing: Growing, tmp_path: Path, capsys: Capture) -> None:
    assert main(growing.words("events")) == 0
    (written,) = growing.files("events")
    further = growing.folder / f"events-{1:019}-{10**9:019}.parquet"
    further.write_bytes(written.read_bytes())
    capsys.readouterr()
    assert main(growing.words("events")) == 2
    assert "further than the log" in capsys.readouterr().err
    further.write_bytes(b"")
    assert main(growing.words("events")) == 2
    assert "is no file of this log" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["export", "events", "--batches", "", "--log", url(growing.path)])
    assert "must name a folder" in capsys.readouterr().err
    words = ["export", "events", "-o", str(tmp_path / "e"), "--log", url(growing.path)]
    assert main([*words, "--every", "5"]) == 2
    assert "--batches" in capsys.readouterr().err
    assert not (tmp_path / "e").exists()
    missing = ["export", "events", "--batches", str(tmp_path / "none")]
    assert main([*missing, "--log", url(growing.path)]) == 2
    assert capsys.readouterr().err.endswith("(cannot_write)\n")
