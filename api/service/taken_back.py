"""What was taken back before its end (H13.2, H13.3): tokens and sessions, known in this process.

Nothing is asked of the database for a request. What another process has taken back is heard within
`POLL_SECONDS` and the time of a query; while the log can't be read, what was known last goes on.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Final

from api.service.known import LEEWAY_SECONDS, Known
from api.service.problems import unknown
from api.service.told import PAGE, page_after
from domain.flow.address import TOKENS, Address, Kind, session
from domain.house.session.events import SessionEnded
from domain.house.tokens.events import TokensRevoked
from domain.kernel.decider import Event as Fact
from domain.kernel.decider import name_of
from domain.kernel.text import text
from domain.log.errors import LogError
from domain.log.examine import Unreadable
from domain.log.pages import read_until
from domain.log.store import Log

POLL_SECONDS: Final = 0.5
KEPT: Final = 65_536
"""Sessions of which it is known whether they have ended; of others the log is asked, once."""
TOPICS: Final = (name_of(TokensRevoked), name_of(SessionEnded))
_logger: Final = logging.getLogger("paipu.tokens")


class TakenBack:
    """Says what counts no more. To be used in the event loop, but for its own thread."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._until: dict[tuple[str, str], int] = {}
        self._ended: OrderedDict[str, bool] = OrderedDict()
        self._watching: dict[Known, set[Callable[[], None]]] = {}
        self._read = 0
        self._stop = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="taken-back", daemon=True)
        self.proven: Callable[[Known], bool] = lambda _: True
        """Says whether the key by which somebody is known still counts (H13.5)."""

    def start(self) -> None:
        """Read what was taken back so far, and follow. To be called in the event loop."""
        self._loop = asyncio.get_running_loop()
        self._read = self._log.last_position()
        for one in self._log.read(TOKENS.stream):
            self.take(one.event, TOKENS)
        self._thread.start()

    def stop(self) -> None:
        """Follow no more."""
        self._stop.set()

    def require_good(self, known: Known) -> None:
        """Raise `ProblemError` for a token that was taken back, or a session made of one."""
        if self._is_taken_back(known):
            raise unknown("token_revoked", text("the token was taken back"))

    def has_ended(self, session_id: str) -> bool | None:
        """Say whether a session has ended; None if that is not known here."""
        return self._ended.get(session_id)

    def look(self, session_id: str) -> bool:
        """Look in the log whether a session is open. To be called in a thread."""
        return bool(self._log.last_version(session(session_id).stream) == 1)

    def keep(self, session_id: str, *, ended: bool) -> None:
        """Keep whether a session has ended; one that has never comes back."""
        self._ended[session_id] = ended or self._ended.get(session_id, False)
        if len(self._ended) > KEPT:
            self._ended.popitem(last=False)

    def watch(self, known: Known, end: Callable[[], None]) -> None:
        """Have something ended once a token or session counts no more, such as a socket."""
        self._watching.setdefault(known, set()).add(end)
        if self._is_over(known):  # since it was let in
            end()

    def unwatch(self, known: Known, end: Callable[[], None]) -> None:
        """Forget it again."""
        some = self._watching.get(known, set())
        some.discard(end)
        if not some:
            self._watching.pop(known, None)

    def take(self, fact: Fact | None, at: Address) -> None:
        """Take in what was taken back, here or elsewhere. A session has ended whatever is told."""
        if isinstance(fact, TokensRevoked):
            self._until[fact.role, fact.name] = fact.until
        elif at.kind is Kind.SESSION:
            self.keep(at.id, ended=True)
        self._end_over()

    def keys_changed(self) -> None:
        """End what was let in by a key that counts no more. To be called in any thread."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._end_over)

    def _end_over(self) -> None:
        for known in [one for one in self._watching if self._is_over(one)]:
            for end in tuple(self._watching[known]):
                end()

    def _is_taken_back(self, known: Known) -> bool:
        """H13.2: a clock that was fast may have dated a token later than it was made."""
        until = self._until.get((known.who.role, known.who.name))
        return until is not None and known.issued <= until + LEEWAY_SECONDS

    def _is_over(self, known: Known) -> bool:
        ended = self._is_taken_back(known) or bool(self._ended.get(known.session))
        return ended or not self.proven(known)

    def _run(self) -> None:
        failing = False
        while not self._stop.wait(POLL_SECONDS):
            try:
                while self._step():
                    pass
                failing = False
            except LogError as error:
                if not failing:  # once, each time that it begins
                    _logger.warning("what is taken back cannot be heard (%s)", error.code)
                failing = True

    def _step(self) -> bool:
        """Read a page; return whether there may be more."""
        end = self._log.last_position()
        if end <= self._read:
            return False
        page = page_after(self._log, self._read, TOPICS)
        for one in page:
            if isinstance(one, Unreadable):  # what comes after it counts all the same
                _logger.error("position %s cannot be heard (%s)", one.position, one.code)
            at, fact = Address.of(one.stream), getattr(one, "event", None)
            if at is not None and self._loop is not None:
                with suppress(RuntimeError):  # the loop has ended
                    self._loop.call_soon_threadsafe(self.take, fact, at)
        self._read = read_until(page, PAGE, end)
        return len(page) == PAGE
