"""`paipu backup` and `paipu restore`: a whole log in one file, and back into a new log, proven."""

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Final

from api.lost import lost_keys
from api.said import add_speaking, impossible
from api.views import migrate_all, rebuild_named
from domain.kernel.text import text
from domain.log.adapter.opening import open_table
from domain.log.address import MEMORY, SQLITE, is_postgres, sqlite_path
from domain.log.backup.copying import Copied, copied
from domain.log.backup.file import file_copy
from domain.log.errors import (
    BackupDamagedError,
    LogAddressError,
    LogNotEmptyError,
    NotALogError,
)
from domain.log.table import Table
from projections.migrations.upgrade import migrate
from replay.errors import DIFFERENT
from replay.messages.say import Say
from replay.outputs import refuse_files_of_the_house
from replay.settings import add_log_option
from replay.text import printable
from replay.verify import Order, verify

DONE: Final = 0


def add_backup_options(command: argparse.ArgumentParser) -> None:
    """Make a parser that of `paipu backup`."""
    command.add_argument(
        "file", type=Path, metavar="FILE", help="a new file, or an earlier backup of this log"
    )
    add_speaking(command, backup)
    add_log_option(command)


def add_restore_options(command: argparse.ArgumentParser) -> None:
    """Make a parser that of `paipu restore`."""
    add = command.add_argument
    add("file", type=Path, metavar="FILE", help="a backup")
    add("--against", type=Path, action="append", metavar="FILE", help="compare with what is held")
    add("--key", action="append", metavar="KEY", help="a verifier key that must have signed it")
    add_speaking(command, restore)
    add_log_option(command)


def backup(chosen: argparse.Namespace, say: Say) -> int:
    """`paipu backup`: bring a backup up to where the log ends. Raises a `LogError`."""
    refuse_files_of_the_house(chosen.file, chosen.log)
    if not chosen.file.parent.is_dir():  # a slip of the pen makes no folder
        message = text("there is no folder {folder}", folder=chosen.file.parent)
        raise NotALogError(message)
    with _reading(chosen.log) as source:
        migrate(f"{SQLITE}{chosen.file}")
        chosen.file.chmod(0o600)  # one that was there may have been for everybody
        with file_copy(chosen.file) as into:
            done = copied(source, into)
    told = text("{events} new events up to position {position}, {keys} data keys")
    print(say(told.of(**done._asdict())))
    print(say(text("Views, master keys, signing keys and tokens are not in it.")))
    return DONE


def restore(chosen: argparse.Namespace, say: Say) -> int:
    """`paipu restore`: make a new log of a backup, prove it, and build its views unless it differs.

    Returns what `replay verify` does. Raises a `LogError` or a `ViewsError`.
    """
    restoring = _on_server if is_postgres(chosen.log) else _in_file
    try:
        with _reading(f"{SQLITE}{chosen.file}") as source:
            done = restoring(source, chosen.log)
    except BackupDamagedError as error:
        impossible(error, say)
        return DIFFERENT
    told = text("{events} events up to position {position}, {keys} data keys")
    print(say(told.of(**done._asdict())), flush=True)
    for line in lost_keys(chosen.log):
        print(printable(say(text("LOST  {what}", what=line))))
    order = Order(against=tuple(chosen.against or ()), keys=tuple(chosen.key or ()))
    code = verify(chosen.log, order, say=say)
    if code != DIFFERENT:
        migrate_all(chosen.log)
        rebuild_named(chosen.log, None, say)
    return code


@contextmanager
def _reading(url: str) -> Iterator[Table]:
    if url == MEMORY:
        raise LogAddressError(text("a log in memory is gone when the command ends"))
    with closing(open_table(url, read_only=True)) as table:
        yield table


def _on_server(source: Table, url: str) -> Copied:
    from domain.log.backup.server import ServerCopy  # noqa: PLC0415 -- the driver takes long to import
    from projections.migrations.server import server_transaction  # noqa: PLC0415 -- likewise

    migrate(url)
    with server_transaction(url) as (connection, _):
        driver = connection.connection.driver_connection
        assert driver is not None
        return copied(source, ServerCopy(driver), anew=True)


def _in_file(source: Table, url: str) -> Copied:
    """Restore into a file that takes its place when all of it is there."""
    path = sqlite_path(url)
    if path is None:
        raise LogAddressError(text("a log in memory is gone when the command ends"))
    if os.path.lexists(path):
        raise LogNotEmptyError
    draft = path.with_name(f".{path.name}.{token_hex(8)}")
    try:
        migrate(f"{SQLITE}{draft}")
        with file_copy(draft) as into:
            done = copied(source, into, anew=True)
        _place(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return done


def _place(draft: Path, path: Path) -> None:
    try:
        os.link(draft, path)
    except FileExistsError:
        raise LogNotEmptyError from None
