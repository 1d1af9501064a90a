"""The views of a log, for the operator: making, following, and building them anew."""

from datetime import UTC, datetime
from functools import partial

from domain.kernel.text import text
from domain.log.address import MEMORY
from domain.log.errors import LogAddressError
from domain.log.store import Log, open_log
from projections.catalogue import PROJECTIONS, projection_named
from projections.migrations.upgrade import migrate
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.store.address import VIEWS_SETTING, database_url
from projections.store.engine import open_views
from projections.store.upgrade import migrate_views
from replay.configuration import setting
from replay.messages.say import Say, english
from replay.settings import views_address


def migrate_all(url: str) -> tuple[str, ...]:
    """Create or upgrade the tables of a log and of its views; return what to tell the operator.

    Raises a `LogError` or a `ViewsError`.
    """
    if chosen := setting(VIEWS_SETTING):
        database_url(chosen)  # refused before anything is made
    notes = migrate(url)
    address = views_address(url)
    if address is not None:
        migrate_views(address)
    return notes


def catch_up(log: Log, url: str) -> None:
    """Project everything in the log that is not projected yet."""
    address = views_address(url)
    if address is None:
        return
    with open_views(address) as views:
        for projection in PROJECTIONS.values():
            Runner(projection, log, views).catch_up()


def rebuild_named(url: str, name: str | None, say: Say = english) -> int:
    """`paipu rebuild`: build one projection or all of them anew beside the rows that readers see.

    Cards never reach a view, so the log is read without its keys. Raises a `LogError` or a
    `ViewsError`; returns the exit code.
    """
    address = views_address(url)
    if address is None or url == MEMORY:
        raise LogAddressError(text("a log in memory is gone when the command ends"))
    chosen = PROJECTIONS.values() if name is None else (projection_named(name),)
    now = partial(datetime.now, UTC)
    with open_log(url, now=now, read_only=True) as log, open_views(address) as views:
        for projection in chosen:
            facts = rebuild(projection, log, views)
            told = text("{facts} facts", facts=facts)
            line = text("{name}: {detail}", name=projection.name, detail=told)
            print(say(line), flush=True)
    return 0
