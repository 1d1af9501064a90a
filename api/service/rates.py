"""How much anybody may ask in a while, counted in this process and nowhere else."""

import time
from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil
from typing import Final, NamedTuple

from api.service.problems import TOO_MANY, ProblemError
from domain.kernel.text import text

KEPT: Final = 65_536
"""Who is counted at the same time; beyond, those whose while is over are forgotten."""


class Rate(NamedTuple):
    """So much in so many seconds, at once or spread; `most` 0 is no bound."""

    most: int
    seconds: int


class Bound:
    """Counts by names how much of a rate is used up: a bucket that leaks evenly.

    Of each name one number is kept, the moment at which its bucket will be empty (the generic cell
    rate algorithm), so that a request costs one look into a dictionary.
    """

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._cost = rate.seconds / rate.most if rate.most else 0.0
        self._empty: dict[str, float] = {}

    def take(self, name: str) -> float:
        """Count one, and return 0; or return after how many seconds there is room again."""
        if not self._cost:
            return 0.0
        now = time.monotonic()
        empty = max(self._empty.get(name, 0.0), now) + self._cost
        late = empty - now - self._rate.seconds
        if late > 0:
            return late
        if len(self._empty) >= KEPT and name not in self._empty:
            self._forget(now)
        self._empty[name] = empty
        return 0.0

    def _forget(self, now: float) -> None:
        """Forget who has nothing used up; in a flood of names, everybody."""
        self._empty = {name: empty for name, empty in self._empty.items() if empty > now}
        if len(self._empty) >= KEPT:
            self._empty.clear()


class Rates:
    """What is counted: requests of an address and of a caller, log-ins, sockets."""

    def __init__(self, address: Rate, caller: Rate, logins: Rate, sockets: int) -> None:
        self._address = Bound(address)
        self._caller = Bound(caller)
        self._logins = Bound(logins)
        self._most_sockets = sockets
        self._sockets: Counter[str] = Counter()

    def of_address(self, address: str) -> ProblemError | None:
        """Count a request of an address; return why it is too much."""
        wait = self._address.take(address)
        return too_many(wait) if wait else None

    def require_caller(self, actor: str) -> None:
        """Count a request of a caller. Raises `ProblemError`."""
        if wait := self._caller.take(actor):
            raise too_many(wait)

    def require_failure(self, address: str) -> None:
        """Count a bad token of an address. Raises `ProblemError` for one too many."""
        if wait := self._logins.take(address):
            raise too_many(wait)

    def require_login(self, actor: str) -> None:
        """Count a session that a caller opens. Raises `ProblemError`."""
        if wait := self._logins.take(actor):
            raise too_many(wait)

    def open_socket(self, actor: str) -> None:
        """Count a socket that a caller opens. Raises `ProblemError`."""
        if self._most_sockets and self._sockets[actor] >= self._most_sockets:
            detail = text(
                "you have {most} sockets open, and no more are let in",
                most=self._most_sockets,
            )
            raise ProblemError(TOO_MANY, "too_many_sockets", detail, headers={"Retry-After": "1"})
        self._sockets[actor] += 1

    def close_socket(self, actor: str) -> None:
        """Count one that is closed."""
        self._sockets[actor] -= 1
        if not self._sockets[actor]:
            del self._sockets[actor]


def too_many(wait: float) -> ProblemError:
    """Return the problem of somebody who asks too much."""
    detail = text("you ask too much at once; send it again, with the same key")
    headers = {"Retry-After": str(max(ceil(wait), 1))}
    return ProblemError(TOO_MANY, "too_many_requests", detail, headers=headers)


@lru_cache(KEPT)
def group_of(address: str) -> str:
    """Return what an address is counted by: itself, or of IPv6 its network, which is one client."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(IPv6Address(int(found) >> 64 << 64))
    return address
