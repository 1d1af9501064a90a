"""Commands, awaited: decided where they come in if nothing has to be read, and written together.

Commands to one stream are done one after another, so that seven seats which split in the same
moment do not lose races against each other; commands to different streams are written together by
the log. Who is not served in time is told so, and nothing is lost.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final
from weakref import WeakValueDictionary

import msgspec

from api.house import Answer, House
from api.observing.observer import UNOBSERVED, Observer
from api.roles import Caller
from api.service.awaiting import in_pool, told
from api.service.problems import not_now, refused
from api.wishes import Asked, Proposal
from domain.flow.address import Address, Kind, game
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.kernel.text import text
from domain.log.checkpoints.checkpoint import receipt_note
from domain.log.checkpoints.notes import Signer
from domain.log.store import Log, Receipt
from domain.log.table import ClashError, Outcome

WRITERS: Final = 32
"""Commands at the same time that have to read."""
WAITING: Final = 1_000
"""Commands that may wait for their turn."""


class Commands:
    """Asks a house."""

    def __init__(
        self, log: Log, house: House, signer: Signer, observer: Observer = UNOBSERVED
    ) -> None:
        self._log = log
        self._house = house
        self._signer = signer
        self._observer = observer
        self._writers = ThreadPoolExecutor(WRITERS, "command")
        self._locks: WeakValueDictionary[Address, asyncio.Lock] = WeakValueDictionary()
        self._waiting = 0

    def close(self) -> None:
        """Finish what is in threads, and take no more there."""
        self._writers.shutdown()

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
            detail = text("too many commands are waiting; send it again, with the same key")
            raise not_now("busy", detail)
        self._waiting += 1
        try:
            # What is asked of a round's clock waits for what is asked of the round (H8.1).
            of = game(address.id) if address.kind is Kind.CLOCK else address
            asked = Asked(actor=who.actor, command_id=key, origin=who.origin, turn=turn)
            with self._observer.work("command"):
                async with self._locks.setdefault(of, asyncio.Lock()):
                    answer = await told(self._answer(address, command, asked))
        finally:
            self._waiting -= 1
        if isinstance(answer, Refusal):
            raise refused(answer)
        return msgspec.structs.replace(answer, note=receipt_note(self._signer, answer))

    async def _answer(
        self, address: Address, command: Command | Callable[[], Command], asked: Asked
    ) -> Answer:
        """Decide a command here and have it written, or do both in a thread if it has to read."""
        if callable(command):
            return await self._in_thread(lambda: self._house.ask(address, command(), **asked))
        proposal = self._house.propose(address, command, **asked)
        if proposal is None:
            return await self._in_thread(lambda: self._house.ask(address, command, **asked))
        try:
            return await self._written(proposal)
        except ClashError:
            pass
        return await self._in_thread(lambda: self._house.settle(proposal))

    async def _written(self, proposal: Proposal) -> Receipt:
        """Have a proposal written; it is, even if nobody waits for it any more."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[Outcome] = loop.create_future()

        def conclude(outcome: Outcome) -> None:
            if not written.cancelled():
                written.set_result(outcome)

        with self._observer.work("append"):
            self._log.put(proposal.draft, lambda done: loop.call_soon_threadsafe(conclude, done))
            positions = (await written).outcome()
        return self._house.proposed(proposal, positions)

    async def _in_thread(self, work: Callable[[], Answer]) -> Answer:
        return await in_pool(self._writers, self._observer.carried(work))
