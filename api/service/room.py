"""The house for a program that must not wait: commands and reads, awaited."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Final, Literal, ParamSpec, TypeVar

from api.checkpointer import Checkpointer
from api.house import House
from api.observing.observer import UNOBSERVED, Observer
from api.service.awaiting import in_pool, told
from api.service.commands import Commands
from api.service.feed import Feed
from api.service.kept import KeptRounds
from api.service.problems import ProblemError, not_now
from api.service.spectators import Spectators
from api.service.taken_back import TakenBack
from api.steward.steward import Health, Steward
from api.streams import Loaded
from domain.flow.address import Address
from domain.kernel.text import text
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import Signer
from domain.log.errors import NotAtHandError
from domain.log.store import Log
from projections.follow import Following
from projections.store.engine import Views
from replay.configuration import number
from replay.integrity import integrity

READERS: Final = 8
REPORTERS: Final = 2
"""Reports made at the same time; others wait, so that they leave readers to everybody else."""
StewardHealth = Literal["holding", "waiting", "failing", "absent"]
CheckpointsHealth = Literal["signing", "failing", "absent"]
READY_LAG_SETTING: Final = "PAIPU_READY_LAG"
SHOWN_SECONDS: Final = 2.0
"""How long a read waits for the projection that it reads."""

P = ParamSpec("P")
T = TypeVar("T")


class Room:
    """The house and its log, awaited."""

    def __init__(  # noqa: PLR0913 -- its parts, put together in one place
        self,
        log: Log,
        house: House,
        *,
        views: Views,
        following: Following,
        feed: Feed,
        signer: Signer,
        steward: Steward | None = None,
        checkpointer: Checkpointer | None = None,
        observer: Observer = UNOBSERVED,
    ) -> None:
        self.log = log
        self.house = house
        self.views = views
        self.following = following
        self.feed = feed
        self.taken_back = TakenBack(log)
        self.rounds = KeptRounds(log)
        self.spectators = Spectators(log, house, feed.now)
        self.checkpoints = Checkpoints(log)
        self.digest = integrity()
        self._began = log.last_position()
        self._steward = steward
        self._checkpointer = checkpointer
        self._observer = observer
        self._commands = Commands(log, house, signer, observer)
        self.ask = self._commands.ask
        self._readers = ThreadPoolExecutor(READERS, "read")
        self._reporters = ThreadPoolExecutor(REPORTERS, "report")

    @property
    def steward(self) -> Health | None:
        """How the steward of this process does, None without one."""
        return None if self._steward is None else self._steward.health()

    def steward_health(self) -> StewardHealth:
        """Return how the steward of this process does, in a word."""
        health = self.steward
        if health is None:
            return "absent"
        if health.failures:
            return "failing"
        return "holding" if health.holding else "waiting"

    def checkpoints_health(self) -> CheckpointsHealth:
        """Return how the checkpointer of this process does, in a word."""
        if self._checkpointer is None:
            return "absent"
        return "failing" if self._checkpointer.error else "signing"

    def given_up(self) -> tuple[tuple[str, str], ...]:
        """Return the rounds that the house itself has interrupted, and the codes of why (H8.1)."""
        return () if self.steward is None else self.steward.given_up

    async def projected(self, name: str, position: int) -> None:
        """Wait until a projection shows a position of the log. Raises `ProblemError`."""
        if not await self.read(self.following.wait, name, position, SHOWN_SECONDS):
            raise not_projected(name)

    async def built(self, *names: str) -> None:
        """See to it that views have come to where the log ended when this process began.

        Until then they may lack any of their rows, for a migration can have them built anew. What
        is left is waited for, unless it is as much as makes a process unready. Raises
        `ProblemError`.
        """
        for name in names:
            if self.following.wait(name, self._began, 0.0):
                continue
            health = self.following.health()
            position = next(one.position for one in health if one.name == name)
            if self._began - position > number(READY_LAG_SETTING):
                raise not_projected(name)
            await self.projected(name, self._began)

    def close(self) -> None:
        """Finish what is in hand, and take no more."""
        self._commands.close()
        self._readers.shutdown()
        self._reporters.shutdown()

    async def known(self, address: Address) -> Loaded:
        """Return a stream as it was known last, see `House.known`. Raises `ProblemError`."""
        with suppress(NotAtHandError):
            return self.house.kept(address)
        return await self.read(self.house.known, address)

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function reads, in a thread. Raises `ProblemError`."""
        work = self._observer.carried(lambda: function(*args, **kwargs))
        return await told(in_pool(self._readers, work))

    async def report(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function makes that may take long, likewise. Raises `ProblemError`."""
        work = self._observer.carried(lambda: function(*args, **kwargs))
        return await told(in_pool(self._reporters, work))


def not_projected(name: str) -> ProblemError:
    """Return the problem that a projection does not show yet what is in the log."""
    detail = text("the {view} are not projected as far as this yet", view=name)
    return not_now("not_projected", detail)
