"""`replay verify` over the whole log at the end, as an operator runs it."""

import io
from contextlib import closing, redirect_stderr, redirect_stdout
from itertools import count
from typing import Final

from api.simulation.house import Simulated
from api.simulation.wrong import WrongError
from domain.log.adapter.opening import open_table
from domain.log.checkpoints.grown import grow
from domain.log.keys import pages
from domain.log.table import Drafted, Table
from projections.store.address import VIEWS_SETTING
from replay.configuration import unset
from replay.errors import PROVEN, UNCHECKED
from replay.settings import KEYS_SETTING
from replay.verify import Order, verify

VERIFIED: Final = "`replay verify` finds nothing wrong in the whole log"
PAGE: Final = 1_000


def require_verified(house: Simulated) -> None:
    """Verify the log, written to a file first if it is in memory. Raises `WrongError`.

    Rounds whose keys were erased cannot be decided again: then not all is proven.
    """
    disk = house.disk
    if disk.in_memory:
        disk.prepare()
        with closing(open_table(disk.url, read_only=False)) as file:
            copy(disk.table(), file)
    told = io.StringIO()
    with unset(KEYS_SETTING, VIEWS_SETTING), redirect_stdout(told), redirect_stderr(told):
        code = verify(disk.url, Order(workers=1))
    if code != PROVEN and not (code == UNCHECKED and house.erased):
        raise WrongError(VERIFIED, f"exit code {PROVEN}", f"{code}: {told.getvalue()}")


def copy(table: Table, to: Table) -> None:
    """Write a whole log into an empty table, with its keys and its tree."""
    for after in count(step=PAGE):
        rows = table.read.span(after, after + PAGE)
        if not rows:
            break
        to.insert(Drafted(rows))
    for keys in pages(table.keys):
        to.keys.add(keys)
    grow(to.leaves)
