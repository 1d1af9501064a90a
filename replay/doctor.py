"""`paipu doctor`: is this house fit to play? One line a check, and an exit code."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from itertools import chain
from typing import Final

import msgspec

from domain.flow.address import SELFCHECK
from domain.log.address import SQLITE
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import Signer, verified
from domain.log.errors import BadNoteError, BrokenChainError, LogError, UnreadableEventError
from domain.log.examine import single
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.store.errors import ViewsError
from replay.configuration import USUAL, effective, unknown
from replay.errors import DIFFERENT, PROVEN, UNREADABLE
from replay.integrity import integrity
from replay.lag import seconds_ahead, seconds_behind
from replay.settings import known_signer, master_keys, views_address
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


def doctor(url: str, expected: str | None = None, others: Iterable[Finding] = ()) -> int:
    """Print the findings; return 0 if all are fine, 1 if one is not, 2 if the log cannot be read.

    `expected` is the integrity digest that was noted when this version was put into use, `others`
    is what somebody else found before.
    """
    code = PROVEN
    for finding in chain(others, findings(url, expected, lambda: datetime.now(UTC))):
        print(finding, flush=True)
        if not finding.fine:
            code = UNREADABLE if finding.fatal else max(code, DIFFERENT)
    return code


def findings(url: str, expected: str | None, now: Callable[[], datetime]) -> Iterator[Finding]:
    """Yield what was found: the rules, settings, keys, the log, its clocks, and the views."""
    yield _integrity(expected)
    yield _settings()
    try:
        yield _keys(url)
        signer = known_signer(url)
        yield _signing_keys(url, signer)
        with open_to_read(url) as log:
            last = log.last_position()
            yield Finding(name="log", fine=True, detail=f"migrated, newest position {last}")
            yield _clock(log, last, now())
            yield _server_clock(log, now)
            yield _checkpoint(log, last, signer)
            yield _selfcheck(log)
            yield from _views(url, log, now())
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


def _settings() -> Finding:
    """Tell how much is set by what; a name that means nothing is one misspelt."""
    names = ", ".join(unknown())
    if names:
        return Finding(name="settings", fine=False, detail=f"{names}: there is no such setting")
    told = [one for one in effective() if one.source != USUAL]
    sources = ", ".join(sorted({one.source for one in told}))
    return Finding(
        name="settings",
        fine=True,
        detail=f"{len(told)} are set, by {sources}" if told else "none is set",
    )


def _signing_keys(url: str, signer: Signer | None) -> Finding:
    name = "signing keys"
    if signer is None:
        detail = "none yet" if url.startswith(SQLITE) else "none: no checkpoint can be signed"
        return Finding(name=name, fine=url.startswith(SQLITE), detail=detail)
    return Finding(name=name, fine=True, detail=", ".join(map(str, signer.verifiers)))


def _server_clock(log: Log, now: Callable[[], datetime]) -> Finding:
    """The deadlines of turns are by the clocks of the machines that serve (H5.1)."""
    ahead = seconds_ahead(log, now)
    if ahead is None:
        return Finding(name="database clock", fine=True, detail="this machine's own")
    fine = abs(ahead) <= TOLERANCE.total_seconds()
    return Finding(name="database clock", fine=fine, detail=f"{ahead:+.1f} s from this machine's")


def _checkpoint(log: Log, last: int, signer: Signer | None) -> Finding:
    """Tell how much of the log is signed, and whether by the keys that are here."""
    latest = Checkpoints(log).latest()
    if latest is None:
        return Finding(name="checkpoint", fine=True, detail="none yet")
    if signer is not None:
        try:
            verified(latest.note, signer.verifiers)
        except BadNoteError:
            detail = "none of the signing keys has signed the last one"
            return Finding(name="checkpoint", fine=False, detail=detail)
    at, behind = latest.recorded.envelope.recorded_at, last - latest.position
    detail = f"{latest.size} events signed on {at}, the newest position is {behind} later"
    return Finding(name="checkpoint", fine=True, detail=detail)


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


def _views(url: str, log: Log, now: datetime) -> Iterator[Finding]:
    """Say how far the views are behind the log."""
    try:
        with views_at(views_address(url)) as views:
            if views is None:
                yield Finding(name="views", fine=True, detail="there are none")
                return
            for name in PROJECTIONS:
                position, last = views.place(name).position, log.last_position()
                yield _lag(name, position, last, seconds_behind(log, position, last, now))
    except ViewsError as error:
        yield Finding(name="views", fine=False, detail=f"{short(str(error))} ({error.code})")


def _lag(name: str, position: int, last: int, seconds: float) -> Finding:
    if position > last:
        detail = f"at position {position}, which the log does not have"
        return Finding(name=f"view {name}", fine=False, detail=detail)
    behind = last - position
    since = f", for {seconds:.0f} s" if behind else ""
    detail = f"at position {position}, {behind} behind{since}"
    return Finding(name=f"view {name}", fine=behind <= LAG, detail=detail)
