"""Clients that follow a table or match live, as the sockets do, and come back where they were."""

from collections import deque
from collections.abc import Collection, Iterator
from typing import Final

from api.service.facts import Opened
from api.service.subscription import Ear, Subscription
from api.service.told import Told, missed
from api.simulation.process import Process
from api.simulation.truth import Truth
from api.simulation.wrong import WrongError
from domain.flow.address import Address

HEARD: Final = "who follows hears every event once, in order, masked"


class Listener:
    """Follows one place as a player, or (None) as a spectator, from the last position heard on."""

    def __init__(self, place: Address, player: str | None, erased: Collection[str] = ()) -> None:
        self.place = place
        self._erased = erased
        self.player = player
        self.heard: int | None = None
        """Up to where everything was heard; None before the first connection."""
        self.told = 0
        self._process: Process | None = None
        self._subscription: Subscription | None = None
        self._missed: Iterator[Told] = iter(())
        self._taken: deque[Told] = deque()

    def is_on(self, process: Process | None) -> bool:
        """Say whether it is connected, to this process."""
        return self._process is not None and self._process is process

    @property
    def connected(self) -> bool:
        """Whether it is connected and is still told what comes."""
        return self._subscription is not None and self._subscription.code is None

    def connect(self, process: Process) -> None:
        """Come to a process, with the last position heard. Raises the log's errors."""
        self.disconnect()
        after = self.heard
        if after is not None and after > process.log.last_position():
            raise WrongError(HEARD, f"a log up to position {after}", "a shorter one")
        ear = Ear(self.place, None, self.player, None, dealt_in=False)
        subscription = process.feed.subscribe(ear)
        start = subscription.position if after is None else after
        if start < subscription.position:
            self._missed = missed(process.log, self.place, None, start, subscription.position)
        self._process, self._subscription, self.heard = process, subscription, start

    def disconnect(self) -> None:
        """Lose the connection."""
        if self._process is not None and self._subscription is not None:
            self._process.feed.unsubscribe(self._subscription)
        self._process, self._subscription, self._missed = None, None, iter(())
        self._taken.clear()

    def listen(self, truth: Truth) -> bool:
        """Hear one event, if there is one. Raises the log's errors, and `WrongError`."""
        subscription = self._subscription
        if subscription is None or self.heard is None:
            return False
        told = next(self._missed, None)
        if told is None:
            self._taken.extend(one for one in subscription.take() if one.position > self.heard)
            told = self._taken.popleft() if self._taken else None
        if told is None:
            return False
        self._require_next(told, truth)
        self.heard = told.position
        self.told += 1
        return True

    def _require_next(self, told: Told, truth: Truth) -> None:
        expected = self.expected(truth)
        position = None if expected is None else expected.position
        if expected is None or position != told.position:
            found = f"{told.position} after {self.heard}"
            raise WrongError(HEARD, f"position {position} of {self.place.stream}", found)
        seen = [expected.text(self.player)]
        if self._is_erased(expected):  # who comes back late hears no card of it any more
            seen.append(expected.text(None))
        if told.text(self.player) not in seen:
            raise WrongError(HEARD, f"event {position} as it is in the log", "another content")

    def _is_erased(self, told: Told) -> bool:
        return told.recorded.stream.partition("/")[2] in self._erased

    def expected(self, truth: Truth) -> Told | None:
        """Return what is to be heard next, None if all was heard."""
        events = truth.told[self.place]
        low, high, heard = 0, len(events), self.heard or 0
        while low < high:
            middle = (low + high) // 2
            low, high = (
                (middle + 1, high) if (events[middle].position or 0) <= heard else (low, middle)
            )
        if low == len(events):
            return None
        at = Address.of(events[low].stream)
        facts = truth.rounds.get(at.id) if at is not None else None
        opened = facts[0] if facts else None
        about = at.id if at is not None and facts else None
        return Told(self.place, events[low], about, opened if isinstance(opened, Opened) else None)
