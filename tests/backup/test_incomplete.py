"""A backup or a log that was changed, or lacks something, is never called proven."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from domain.log.erasing import erase
from tests.backup.houses import KEY, Capture, House, backed_up, restored
from tests.support.keys import OLD_KEY, key_file
from tests.support.logs import url


def test_a_backup_that_was_changed_is_found(house: House, tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "backup.db"
    backed_up(house.address, file)
    with closing(sqlite3.connect(file)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            database.execute(f"DROP TRIGGER {name}")
        changed = database.execute(
            "UPDATE events SET state = CAST(replace(CAST(state AS TEXT), '100', '101') AS BLOB)"
            " WHERE originator_id = 'round/short'"
        )
        assert changed.rowcount > 1
        database.commit()

    restored(file, url(tmp_path / "new.db"), code=1)
    assert "DIFFERENCE  round short" in capsys.readouterr().out


def tampered(file: Path, *statements: str) -> None:
    """Change a backup behind the back of its guards."""
    with closing(sqlite3.connect(file)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            database.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert database.execute(statement).rowcount > 0
        database.commit()


LACKS = {
    "all": "DELETE FROM events",
    "the end": "DELETE FROM events WHERE position > 900",
    "one": "DELETE FROM events WHERE position = 300",
}


@pytest.mark.parametrize("kind", ["file", "server"])
@pytest.mark.parametrize("gone", LACKS)
def test_a_backup_that_lacks_events_is_never_called_proven(
    gone: str, kind: str, places: Callable[..., str], tmp_path: Path, capsys: Capture
) -> None:
    house = House(url(tmp_path / "house.db"), tmp_path)
    backed_up(house.address, tmp_path / "backup.db")
    tampered(tmp_path / "backup.db", LACKS[gone])
    words = ("--against", str(house.held), "--key", KEY)

    restored(tmp_path / "backup.db", places(kind), *words, code=1)

    told = capsys.readouterr()
    assert "\nproven\n" not in told.out
    assert "(backup_damaged)" in told.err or "DIFFERENCE" in told.out
    assert "could not be written" not in told.err


def test_a_backup_of_which_only_tiles_are_left_is_not_proven(
    house: House, tmp_path: Path, capsys: Capture
) -> None:
    backed_up(house.address, tmp_path / "backup.db")
    tampered(tmp_path / "backup.db", "DELETE FROM events WHERE position > 100")
    restored(tmp_path / "backup.db", url(tmp_path / "new.db"), code=1)
    assert "behind position 100" in capsys.readouterr().err
    assert not (tmp_path / "new.db").exists()


LOST = {
    "is gone": ("DELETE FROM data_keys WHERE {}", "they are gone"),
    "is damaged": ("UPDATE data_keys SET wrapped = x'00' WHERE {}", "it is damaged"),
}


@pytest.mark.parametrize("kind", LOST)
def test_a_lost_data_key_is_named_and_an_erased_one_is_not(
    kind: str, house: House, tmp_path: Path, capsys: Capture
) -> None:
    with house.open() as log:
        erase(log, "round/tied", actor="operator/olga", command_id="e", reason="old")
    backed_up(house.address, tmp_path / "backup.db")
    statement, told = LOST[kind]
    tampered(tmp_path / "backup.db", statement.format("stream = 'round/short' AND audience = 'p2'"))
    capsys.readouterr()

    restored(tmp_path / "backup.db", url(tmp_path / "new.db"), code=2)

    out = capsys.readouterr().out
    (line,) = [line for line in out.splitlines() if line.startswith("LOST")]
    assert "round/short for p2" in line
    assert line.endswith(told)


def test_a_lost_master_key_is_named(house: House, tmp_path: Path, capsys: Capture) -> None:
    backed_up(house.address, tmp_path / "backup.db")
    (tmp_path / "keys").unlink()
    key_file(tmp_path / "keys", ("another", OLD_KEY))
    capsys.readouterr()

    restored(tmp_path / "backup.db", url(tmp_path / "new.db"), code=2)

    told = capsys.readouterr().out
    (line,) = [line for line in told.splitlines() if line.startswith("LOST")]
    assert line.startswith("LOST  master key test: ")
    assert "NOT ALL" in told
    assert "\nproven\n" not in told
