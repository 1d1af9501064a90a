"""The house for a program that must not wait: commands and reads in threads, awaited.

Commands to one stream are done one after another, so that seven seats which split in the same
moment do not lose races against each other; commands to different streams are written together by
the log. Who is not served in time is told so, and nothing is lost.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Literal, ParamSpec, TypeVar
from weakref import WeakValueDictionary

import msgspec

from api.checkpointer import Checkpointer
from api.house import Answer, House
from api.roles import Caller
from api.service.feed import Feed
from api.service.problems import UNAVAILABLE, ProblemError, failed, refused
from api.steward.steward import Steward
from domain.flow.address import Address, Kind, game
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.log.checkpoints.checkpoint import receipt_note
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import Signer
from domain.log.errors import LogError
from domain.log.store import Log, Receipt
from projections.follow import Following
from projections.store.engine import Views
from projections.store.errors import ViewsError
from replay.integrity import integrity

WRITERS: Final = 32
"""Commands in hand at the same time."""
READERS: Final = 8
StewardHealth = Literal["holding", "waiting", "failing", "absent"]
CheckpointsHealth = Literal["signing", "failing", "absent"]
SHOWN_SECONDS: Final = 2.0
"""How long a read waits for the projection that it reads."""
WAITING: Final = 1_000
"""Commands that may wait for their turn."""

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
    ) -> None:
        self.log = log
        self.house = house
        self.views = views
        self.following = following
        self.feed = feed
        self.checkpoints = Checkpoints(log)
        self.digest = integrity()
        self._signer = signer
        self._steward = steward
        self._checkpointer = checkpointer
        self._writers = ThreadPoolExecutor(WRITERS, "command")
        self._readers = ThreadPoolExecutor(READERS, "read")
        self._locks: WeakValueDictionary[Address, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    def steward_health(self) -> StewardHealth:
        """Return how the steward of this process does, in a word."""
        if self._steward is None:
            return "absent"
        health = self._steward.health()
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
        return () if self._steward is None else self._steward.health().given_up

    async def projected(self, name: str, position: int) -> None:
        """Wait until a projection shows a position of the log. Raises `ProblemError`."""
        if not await self.read(self.following.wait, name, position, SHOWN_SECONDS):
            detail = f"the {name} are not projected as far as this yet"
            raise ProblemError(UNAVAILABLE, "not_projected", detail, headers={"Retry-After": "1"})

    def close(self) -> None:
        """Finish what is in hand, and take no more."""
        self._writers.shutdown()
        self._readers.shutdown()

    async def ask(
        self,
        address: Address,
        command: Command | Callable[[], Command],
        who: Caller,
        key: str,
        *,
        turn: str | None = None,
    ) -> Receipt:
        """Have a command decided and written; return its receipt, signed. Raises `ProblemError`.

        One that has to be made of what stands in the log is made in the thread that asks it.
        """
        if self._waiting >= WAITING:
            detail = "too many commands are waiting; send it again, with the same key"
            raise ProblemError(UNAVAILABLE, "busy", detail, headers={"Retry-After": "1"})
        self._waiting += 1
        try:
            # What is asked of a round's clock waits for what is asked of the round (H8.1).
            of = game(address.id) if address.kind is Kind.CLOCK else address
            lock = self._locks.setdefault(of, asyncio.Lock())
            async with lock:
                answer = await self._in(
                    self._writers,
                    lambda: self._signed(
                        self.house.ask(
                            address,
                            command() if callable(command) else command,
                            actor=who.actor,
                            command_id=key,
                            origin=who.origin,
                            turn=turn,
                        )
                    ),
                )
        finally:
            self._waiting -= 1
        if isinstance(answer, Refusal):
            raise refused(answer)
        return answer

    def _signed(self, answer: Answer) -> Answer:
        if isinstance(answer, Refusal):
            return answer
        return msgspec.structs.replace(answer, note=receipt_note(self._signer, answer))

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what a function reads, in a thread. Raises `ProblemError`."""
        return await self._in(self._readers, lambda: function(*args, **kwargs))

    async def _in(self, pool: ThreadPoolExecutor, work: Callable[[], T]) -> T:
        """Do some work in a pool; it is done even if nobody waits for it any more."""
        try:
            return await asyncio.shield(asyncio.get_running_loop().run_in_executor(pool, work))
        except (LogError, ViewsError) as error:
            problem = failed(error)
        raise problem
