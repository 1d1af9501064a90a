"""Incidents of a process, recorded as facts (H16): when it serves, and what went wrong.

No request waits for it, and none fails by it: a thread records what a `Tally` has counted. What a
process has not recorded yet when it is killed is lost.
"""

import hmac
import logging
import secrets
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from threading import Event, Thread
from typing import Final, Literal, NamedTuple

from api.house import House
from api.selfcheck import ACTOR, VERSION
from api.service.feed import Feed
from api.service.tally import OTHER, Tally
from domain.flow.address import Kind, incidents
from domain.house.incidents import commands
from domain.house.incidents.events import Counted
from domain.kernel.decider import Command, Origin
from domain.log.errors import CommandReusedError, LogError
from domain.log.store import Log

LOOK_SECONDS: Final = 1.0
"""How often it is looked whether the log can be read, and whether there is something to record."""
WINDOW_MS: Final = 60_000
"""What is counted is recorded once in so long at most."""
SIGN_MS: Final = 300_000
"""A house of which nothing was recorded here for so long gives a sign of life."""
MOST_TOLD: Final = 16
"""The addresses, or codes, that a fact tells apart."""
DAY_MS: Final = 86_400_000
DIGITS: Final = 16
"""Of a digest, in hex."""
MOST_WAITING: Final = 100
"""What waits to be recorded while the log is away; of more, the oldest is lost."""

_logger: Final = logging.getLogger("paipu.incidents")


class Waiting(NamedTuple):
    """What is to be recorded, under an id, so that a second attempt does no harm."""

    command: Command
    command_id: str


class Incidents:
    """Records the incidents of this process. Start it, or drive it by `step`, not both."""

    def __init__(
        self, log: Log, house: House, feed: Feed, tally: Tally, now_ms: Callable[[], int]
    ) -> None:
        self.process = secrets.token_hex(8)
        self._log = log
        self._house = house
        self._feed = feed
        self._tally = tally
        self._now_ms = now_ms
        self._key = secrets.token_bytes(32)
        """Kept nowhere, so that nobody can tell an address by its digest (H16.3)."""
        self._since_ms = self._signed_ms = now_ms()
        self._away_ms: int | None = None
        self._waiting: deque[Waiting] = deque(maxlen=MOST_WAITING)
        self._numbers = 0
        self._failing = False
        self._stop = Event()
        self._thread = Thread(target=self._run, name="incidents", daemon=True)

    def start(self) -> None:
        """Record that this process serves (H16.1), and go on."""
        logging.getLogger().addHandler(self._tally)
        self._attempt(self._begin)
        self._thread.start()

    def stop(self) -> None:
        """Record what is left, and that this process ends, unless the log is away."""
        self._stop.set()
        self._thread.join()
        logging.getLogger().removeHandler(self._tally)
        if self._away_ms is None:
            self._attempt(self._end)

    def step(self) -> None:
        """Record what is due. Raises the log's errors; what was not recorded is by a later step."""
        now = self._now_ms()
        if self._is_away(now):
            return
        if now - self._since_ms >= WINDOW_MS:
            self._close_window(now)
        if now - self._signed_ms >= SIGN_MS:
            self._sign(now)
        self._write()

    @property
    def health(self) -> Literal["recording", "failing"]:
        """Say in a word how it does; a log that is away altogether is told of by the feed."""
        return "failing" if self._failing else "recording"

    # ---- what there is to record

    def _begin(self) -> None:
        heard = heard_ms(self._log)
        begun = commands.RecordBegin(process=self.process, version=VERSION, heard_ms=heard)
        self._add(begun)
        self._write()

    def _end(self) -> None:
        self._close_window(self._now_ms())
        self._add(commands.RecordEnd(process=self.process))
        self._write()

    def _is_away(self, now: int) -> bool:
        """Say whether the log cannot be read; note for how long that was once it can be again."""
        began = self._feed.outages  # also of one that was over before this thread looked
        while began:
            since = int(began.popleft() * 1_000)
            self._away_ms = self._away_ms or since
        away = self._feed.health() == "failing"
        if not away and self._away_ms is not None:
            since, self._away_ms = self._away_ms, None
            self._add(commands.RecordAway(process=self.process, since_ms=since, until_ms=now))
        return away

    def _close_window(self, now: int) -> None:
        """Have recorded what was counted, unless what was counted before still waits."""
        if self._waiting:
            return
        logins, addresses, errors = self._tally.taken()
        since, self._since_ms = self._since_ms, now
        if logins:
            digests = Counter({self._digest(one): count for one, count in addresses.items()})
            self._add(
                commands.RecordLogins(
                    process=self.process,
                    since_ms=since,
                    until_ms=now,
                    codes=told(logins),
                    addresses=told(digests),
                )
            )
        if errors:
            self._add(
                commands.RecordErrors(
                    process=self.process, since_ms=since, until_ms=now, codes=told(errors)
                )
            )

    def _sign(self, now: int) -> None:
        """Give a sign of life (H16.1), unless another process has been heard of meanwhile."""
        heard = heard_ms(self._log, after=incidents(_day(now - 2 * DAY_MS)).stream)
        if heard is None or now - heard >= SIGN_MS:
            self._add(commands.RecordSign(process=self.process))
        self._signed_ms = now

    def _digest(self, address: str) -> str:
        """Return what stands for an address, or a network of IPv6, in the facts of this process."""
        if address == OTHER:
            return OTHER
        return hmac.digest(self._key, address.encode(), "sha256").hex()[:DIGITS]

    # ---- recording it

    def _add(self, command: Command) -> None:
        self._numbers += 1
        self._waiting.append(Waiting(command, f"{self.process}/{self._numbers}"))

    def _write(self) -> None:
        """Record what waits, in its order: by the day of now, as another may be damaged."""
        while self._waiting:
            command, command_id = self._waiting[0]
            at = incidents(_day(self._now_ms()))
            with suppress(CommandReusedError):  # recorded the day before, which was not heard
                self._house.ask(
                    at, command, actor=ACTOR, command_id=command_id, origin=Origin.HOUSE
                )
            self._waiting.popleft()

    def _run(self) -> None:
        while not self._stop.wait(LOOK_SECONDS):
            self._attempt(self.step)

    def _attempt(self, do: Callable[[], None]) -> None:
        """Do something; what goes wrong is told once, each time that it begins."""
        try:
            do()
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is tried again
            code = error.code if isinstance(error, LogError) else type(error).__name__
            if not self._failing:
                _logger.warning("incidents cannot be recorded (%s); again soon", code)
            self._failing = True
        else:
            self._failing = False


def told(counter: Counter[str]) -> tuple[Counted, ...]:
    """Return what was counted most, most first, and of all the rest how much there was."""
    most = dict(counter.most_common(MOST_TOLD))
    if rest := counter.total() - sum(most.values()):
        most[OTHER] = most.get(OTHER, 0) + rest
    return tuple(Counted(what=what, count=count) for what, count in most.items())


def heard_ms(log: Log, after: str = "") -> int | None:
    """Return when any process recorded something here last, of the days after one; None for never.

    Only processes that serve record here, so that commands at a terminal are no sign of life.
    """
    newest = max(log.streams(f"{Kind.INCIDENTS}/", after), default="")
    fact = log.fact(newest, log.last_version(newest)) if newest else None
    return None if fact is None else int(fact.envelope.recorded_at.timestamp() * 1_000)


def _day(now_ms: int) -> str:
    return datetime.fromtimestamp(now_ms / 1_000, UTC).date().isoformat()
