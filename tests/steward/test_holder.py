"""One process holds a log; when it dies, however it does, another one can."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from api.steward.holder import FileHolder, Holder, OnlyHolder, holder_of
from api.steward.server_holder import ServerHolder
from domain.log.errors import LogAddressError
from replay.errors import CannotWriteError
from replay.outputs import refuse_files_of_the_house
from tests.arch.source import ROOT
from tests.support.postgres import new_database, shared_server

SOON = 60.0
"""Within so many seconds another process takes over."""

_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a log that several processes can reach."""
    if request.param == "postgres":
        with new_database() as address:
            yield address
    else:
        yield f"sqlite:///{tmp_path}/log.db"


@pytest.fixture
def server_url() -> Iterator[str]:
    with new_database() as address:
        yield address


@contextmanager
def process_that_holds(url: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.steward.holding", url]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def held_within(holder: Holder, seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not (held := holder.hold()) and time.monotonic() < end:
        time.sleep(0.02)
    return held


def test_one_holds_until_it_lets_go(url: str) -> None:
    first, second = holder_of(url), holder_of(url)
    assert first.hold()
    assert first.hold()
    assert not second.hold()
    first.release()
    assert held_within(second, SOON)
    assert not first.hold()
    for holder in (second, second, first):
        holder.release()


def test_a_process_that_is_killed_holds_no_longer(url: str) -> None:
    holder = holder_of(url)
    with process_that_holds(url) as process:
        assert not holder.hold()
        process.kill()
        assert held_within(holder, SOON)
    holder.release()


def test_a_file_that_was_removed_holds_nobody_off_for_ever(tmp_path: Path) -> None:
    first, second = (FileHolder(tmp_path / "log.db") for _ in range(2))
    assert first.hold()
    (tmp_path / "log.db.steward").unlink()
    assert second.hold()
    assert not first.hold()  # it notices before it does anything
    assert not first.hold()
    second.release()
    assert first.hold()
    first.release()


def test_two_names_of_one_file_are_one_log(tmp_path: Path) -> None:
    (tmp_path / "log.db").touch()
    (tmp_path / "other.db").symlink_to(tmp_path / "log.db")
    first, second = FileHolder(tmp_path / "log.db"), FileHolder(tmp_path / "other.db")
    assert first.hold()
    assert not second.hold()
    first.release()


def test_the_file_is_the_owners_alone_and_is_not_inherited(tmp_path: Path) -> None:
    holder = FileHolder(tmp_path / "log.db")
    assert holder.hold()
    lock = tmp_path / "log.db.steward"
    assert lock.stat().st_mode & 0o777 == 0o600
    assert lock.read_bytes() == b""
    with subprocess.Popen(["/bin/sleep", "60"]) as child:
        holder.release()
        other = FileHolder(tmp_path / "log.db")
        assert other.hold()
        other.release()
        child.kill()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        FileHolder(tmp_path / "nowhere" / "log.db").hold()


def test_a_log_in_memory_is_held_by_its_only_process() -> None:
    holder = holder_of("memory:")
    assert isinstance(holder, OnlyHolder)
    assert holder.hold()
    holder.release()
    assert holder.hold()


def test_an_address_of_nothing_is_refused() -> None:
    with pytest.raises(LogAddressError):
        holder_of("mysql://somewhere")
    with pytest.raises(LogAddressError):
        holder_of("postgresql://nowhere/")


def test_a_connection_that_was_ended_is_noticed(server_url: str) -> None:
    first, second = ServerHolder(server_url), ServerHolder(server_url)
    assert first.hold()
    shared_server().execute(
        f"{_END} 'paipu steward' AND datname = current_database()", _name(server_url)
    )
    assert held_within(second, SOON)
    assert not first.hold()  # noticed with the next question
    assert not first.hold()  # and made anew, but the other one has it
    second.release()
    assert held_within(first, SOON)
    first.release()


def test_each_database_has_a_hold_of_its_own(server_url: str) -> None:
    with new_database() as other_url:
        holders = ServerHolder(server_url), ServerHolder(other_url)
        assert all(holder.hold() for holder in holders)
        for holder in holders:
            holder.release()


def test_a_server_that_is_away_has_no_holder() -> None:
    holder = ServerHolder("postgresql://tester:none@127.0.0.1:1/log")
    assert not holder.hold()
    assert not holder.hold()
    holder.release()


def test_the_server_is_told_to_notice_a_machine_that_is_gone(server_url: str) -> None:
    holder = ServerHolder(server_url)
    assert holder.hold()
    asked = "SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_%' ORDER BY name"
    connection = holder._connection  # noqa: SLF001 -- no other session shows this one's settings
    assert connection is not None
    assert dict(connection.execute(asked.encode()).fetchall()) == {
        "tcp_keepalives_count": "3",
        "tcp_keepalives_idle": "1",
        "tcp_keepalives_interval": "1",
        "tcp_user_timeout": "2000",
    }
    holder.release()


def _name(url: str) -> str:
    return url.rpartition("/")[2]


def test_trying_leaves_nothing_open(tmp_path: Path) -> None:
    first, second = FileHolder(tmp_path / "log.db"), FileHolder(tmp_path / "log.db")
    assert first.hold()
    before = next_descriptor()
    assert not any(second.hold() for _ in range(50))
    assert next_descriptor() == before
    first.release()


def next_descriptor() -> int:
    """The lowest number that no open file has."""
    found = os.dup(0)
    os.close(found)
    return found


def test_no_report_is_written_over_the_lock(tmp_path: Path) -> None:
    holder = FileHolder(tmp_path / "log.db")
    assert holder.hold()
    with pytest.raises(CannotWriteError):
        refuse_files_of_the_house(tmp_path / "log.db.steward", f"sqlite:///{tmp_path}/log.db")
    holder.release()
