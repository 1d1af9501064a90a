"""`paipu doctor`: is this house fit to play? One line a check, and an exit code."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import Final

import msgspec

from domain.flow.address import SELFCHECK
from domain.log.errors import BrokenChainError, LogError, UnreadableEventError
from domain.log.examine import single
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.store.errors import ViewsError
from replay.errors import DIFFERENT, PROVEN, UNREADABLE
from replay.integrity import integrity
from replay.settings import master_keys, views_address
from replay.stored import open_to_read
from replay.text import printable, short
from replay.views import views_at

VERSION: Final = version("paipu")
LATEST: Final = 2_000
"""Positions at the end of the log whose times are looked at."""
TOLERANCE: Final = timedelta(seconds=5)
"""How far clocks of several machines may be apart."""
LAG: Final = 10_000
"""Positions that views may be behind before that is told as a fault."""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a check came to, in words. `fatal` says that nothing after it could be looked at."""

    name: str
    fine: bool
    detail: str
    fatal: bool = False

    def __str__(self) -> str:
        """Return the finding as a line."""
        return f"{'ok' if self.fine else 'DIFFERENCE':10}  {self.name}: {printable(self.detail)}"


def doctor(url: str, expected: str | None = None) -> int:
    """Print the findings; return 0 if all are fine, 1 if one is not, 2 if the log cannot be read.

    `expected` is the integrity digest that was noted when this version was put into use.
    """
    code = PROVEN
    for finding in findings(url, expected, lambda: datetime.now(UTC)):
        print(finding, flush=True)
        if not finding.fine:
            code = UNREADABLE if finding.fatal else max(code, DIFFERENT)
    return code


def findings(url: str, expected: str | None, now: Callable[[], datetime]) -> Iterator[Finding]:
    """Yield what was found: the rules, keys, the log, its clock, and the views."""
    yield _integrity(expected)
    try:
        yield _keys(url)
        with open_to_read(url) as log:
            last = log.last_position()
            yield Finding(name="log", fine=True, detail=f"migrated, newest position {last}")
            yield _clock(log, last, now())
            yield _selfcheck(log)
            yield from _views(url, log)
    except LogError as error:
        detail = f"{short(str(error))} ({error.code})"
        yield Finding(name="log", fine=False, detail=detail, fatal=True)


def _integrity(expected: str | None) -> Finding:
    digest = integrity()
    fine = expected is None or expected == digest
    detail = f"digest {digest}" if fine else f"digest {digest}, and {expected} was expected"
    return Finding(name="integrity", fine=fine, detail=detail)


def _keys(url: str) -> Finding:
    keys = master_keys(url)
    if keys is None:
        return Finding(name="keys", fine=False, detail="none: no round can be opened, none proven")
    return Finding(name="keys", fine=True, detail=f"master keys {', '.join(keys.ids)}")


def _clock(log: Log, last: int, now: datetime) -> Finding:
    """Look at the newest times: none lies in the future, none much before its predecessor's."""
    latest, count = None, 0
    for position, recorded_at in _times(log, max(0, last - LATEST), last):
        count += 1
        if recorded_at > now + TOLERANCE:
            detail = f"position {position} was recorded at {recorded_at}, and it is {now} now"
            return Finding(name="clock", fine=False, detail=detail)
        if latest is not None and recorded_at < latest - TOLERANCE:
            detail = f"position {position} was recorded at {recorded_at}, after one at {latest}"
            return Finding(name="clock", fine=False, detail=detail)
        latest = recorded_at if latest is None else max(latest, recorded_at)
    newest = "nothing is recorded yet" if latest is None else f"the newest is of {latest}"
    detail = f"{count} newest events in order, {newest}" if count else newest
    return Finding(name="clock", fine=True, detail=detail)


def _selfcheck(log: Log) -> Finding:
    """H11: tell when it was checked last, whether an alarm is on, or one should be."""
    recorded = log.read(SELFCHECK.stream)
    state = SELFCHECK.decider.fold(one.event for one in recorded)
    digest, alarm = integrity(), state.alarm
    expected = state.expected.get(VERSION, digest)
    if digest != expected:
        detail = f"digest {digest}, and {expected} is known of {VERSION}"
        return Finding(name="self-check", fine=False, detail=detail)
    if alarm is not None:
        faults = "".join(f"; {one}" for one in alarm.faults)
        detail = f"alarm: digest {alarm.digest}, and {alarm.expected} was expected{faults}"
        return Finding(name="self-check", fine=False, detail=detail)
    detail = f"the last was on {recorded[-1].envelope.recorded_at}" if recorded else "none yet"
    return Finding(name="self-check", fine=True, detail=detail)


def _times(log: Log, after: int, until: int) -> Iterator[tuple[int, datetime]]:
    for row in log.span(after, until):
        try:
            recorded = single(row)
        except (BrokenChainError, UnreadableEventError):
            continue  # `replay verify` tells of damaged events
        yield recorded.position or 0, recorded.envelope.recorded_at


def _views(url: str, log: Log) -> Iterator[Finding]:
    """Say how far the views are behind the log."""
    try:
        with views_at(views_address(url)) as views:
            if views is None:
                yield Finding(name="views", fine=True, detail="there are none")
                return
            for name in PROJECTIONS:
                position = views.place(name).position
                yield _lag(name, position, log.last_position())
    except ViewsError as error:
        yield Finding(name="views", fine=False, detail=f"{short(str(error))} ({error.code})")


def _lag(name: str, position: int, last: int) -> Finding:
    if position > last:
        detail = f"at position {position}, which the log does not have"
        return Finding(name=f"view {name}", fine=False, detail=detail)
    behind = last - position
    detail = f"at position {position}, {behind} behind"
    return Finding(name=f"view {name}", fine=behind <= LAG, detail=detail)
