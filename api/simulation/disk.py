"""What outlasts every process of a simulated house: its databases and its keys."""

import os
from pathlib import Path
from typing import Final

from api.simulation.chance import Chances
from api.steward.holder import SUFFIX, FileHolder
from domain.log.adapter.memory import memory_table
from domain.log.adapter.opening import open_table
from domain.log.checkpoints.notes import Signer, SigningKey
from domain.log.masters import KEY_SIZE, MasterKeys, development_keys_path, line_of
from domain.log.table import Table
from projections.migrations.upgrade import migrate
from projections.store.address import views_beside
from projections.store.upgrade import migrate_views

ORIGIN: Final = "paipu.example/simulation"
_NAME: Final = "simulated"


class Disk:
    """The log in memory or in a file, its views in a file, the keys of the house.

    `path` is where the log is, or in the end will be written to be verified.
    """

    def __init__(self, path: Path, chances: Chances, *, in_memory: bool) -> None:
        self.path = path
        self.url = f"sqlite:///{path}"
        self.views = views_beside(self.url)
        chance = chances.of("keys")
        self._master = chance.randbytes(KEY_SIZE)
        self.masters = MasterKeys({_NAME: self._master}, chance.randbytes)
        self.signer = Signer([SigningKey(ORIGIN, chance.randbytes(KEY_SIZE))])
        self._memory = memory_table() if in_memory else None
        if not in_memory:
            self.prepare()
        migrate_views(self.views)

    @property
    def in_memory(self) -> bool:
        """Whether the log is not in the file yet."""
        return self._memory is not None

    def prepare(self) -> None:
        """Make the file of the log, and that of its master key."""
        migrate(self.url)
        keys = development_keys_path(self.path)
        with os.fdopen(os.open(keys, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(line_of(_NAME, self._master))

    def table(self) -> Table:
        """Return the log's table as a process opens it."""
        return self._memory or open_table(self.url, read_only=False)

    def unseat(self) -> None:
        """Remove the file that is locked by whoever holds the house."""
        self.path.with_name(f"{self.path.name}{SUFFIX}").unlink(missing_ok=True)

    def holder(self) -> FileHolder:
        """Return a hold on the house, not yet taken."""
        return FileHolder(self.path)
