"""`paipu doctor`: is this house fit to play? One line a check, and an exit code."""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from itertools import chain
from typing import Final

import msgspec

from domain.flow.address import SELFCHECK
from domain.kernel.text import Text, joined, text, text_of
from domain.log.address import SQLITE
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import Signer, verified
from domain.log.errors import BadNoteError, BrokenChainError, LogError, UnreadableEventError
from domain.log.examine import single
from domain.log.store import Log
from projections.catalogue import PROJECTIONS
from projections.store.errors import ViewsError
from replay.configuration import ENVIRONMENT, USUAL, effective, unknown
from replay.errors import DIFFERENT, PROVEN, UNREADABLE
from replay.integrity import integrity
from replay.lag import seconds_ahead, seconds_behind
from replay.messages.say import Say, english
from replay.settings import known_signer, master_keys, views_address
from replay.stored import open_to_read
from replay.text import padded, printable
from replay.verify_stretch import Stretch, Window
from replay.views import views_at

VERSION: Final = version("paipu")
LATEST: Final = 2_000
"""Positions at the end of the log whose times are looked at."""
TOLERANCE: Final = timedelta(seconds=5)
"""How far clocks of several machines may be apart."""
LAG: Final = 10_000
"""Positions that views may be behind before that is told as a fault."""
LOG: Final = text("log")
VIEWS: Final = text("views")
NONE_YET: Final = text("none yet")
BY: Final = {ENVIRONMENT: text("environment")}
MARKS: Final = {True: text("ok"), False: text("DIFFERENCE")}


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What a check came to, in words. `fatal` says that nothing after it could be looked at."""

    name: Text
    fine: bool
    detail: Text
    fatal: bool = False

    def line(self, say: Say) -> str:
        """Return the finding as a line."""
        told = say(text("{name}: {detail}", name=self.name, detail=self.detail))
        return f"{padded(say(MARKS[self.fine]), 10)}  {printable(told)}"


def doctor(
    url: str, expected: str | None = None, others: Iterable[Finding] = (), say: Say = english
) -> int:
    """Print the findings; return 0 if all are fine, 1 if one is not, 2 if the log cannot be read.

    `expected` is the integrity digest that was noted when this version was put into use, `others`
    is what somebody else found before.
    """
    code = PROVEN
    for finding in chain(others, findings(url, expected, lambda: datetime.now(UTC))):
        print(finding.line(say), flush=True)
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
            detail = text("migrated, newest position {position}", position=last)
            yield Finding(name=LOG, fine=True, detail=detail)
            yield _clock(log, last, now())
            yield _server_clock(log, now)
            yield _acknowledgements(log, last)
            yield _checkpoint(log, last, signer)
            yield _selfcheck(log)
            yield from _views(url, log, now())
    except LogError as error:
        yield Finding(name=LOG, fine=False, detail=why(error), fatal=True)


def why(error: LogError | ViewsError) -> Text:
    """Return what an error says, with its code."""
    return text("{error} ({code})", error=text_of(error), code=error.code)


def _integrity(expected: str | None) -> Finding:
    digest = integrity()
    fine = expected is None or expected == digest
    detail = text("digest {digest}", digest=digest)
    if not fine:
        detail = text(
            "digest {digest}, and {expected} was expected", digest=digest, expected=expected
        )
    return Finding(name=text("integrity"), fine=fine, detail=detail)


def _keys(url: str) -> Finding:
    keys, name = master_keys(url), text("keys")
    if keys is None:
        detail = text("none: no round can be opened, none proven")
        return Finding(name=name, fine=False, detail=detail)
    detail = text("master keys {keys}", keys=", ".join(keys.ids))
    return Finding(name=name, fine=True, detail=detail)


def _settings() -> Finding:
    """Tell how much is set by what; a name that means nothing is one misspelt."""
    names, name = ", ".join(unknown()), text("settings")
    if names:
        detail = text("{names}: there is no such setting", names=names)
        return Finding(name=name, fine=False, detail=detail)
    told = [one for one in effective() if one.source != USUAL]
    if not told:
        return Finding(name=name, fine=True, detail=text("none is set"))
    named = sorted({one.source for one in told})
    sources = joined(text(", "), (BY.get(one, one) for one in named))
    detail = text("{count} are set, by {sources}", count=len(told), sources=sources)
    return Finding(name=name, fine=True, detail=detail)


def _signing_keys(url: str, signer: Signer | None) -> Finding:
    name, fine = text("signing keys"), url.startswith(SQLITE)
    if signer is None:
        detail = NONE_YET if fine else text("none: no checkpoint can be signed")
        return Finding(name=name, fine=fine, detail=detail)
    return Finding(name=name, fine=True, detail=joined(", ", map(str, signer.verifiers)))


def _server_clock(log: Log, now: Callable[[], datetime]) -> Finding:
    """The deadlines of turns are by the clocks of the machines that serve (H5.1)."""
    ahead, name = seconds_ahead(log, now), text("database clock")
    if ahead is None:
        return Finding(name=name, fine=True, detail=text("this machine's own"))
    fine = abs(ahead) <= TOLERANCE.total_seconds()
    detail = text("{seconds:+.1f} s from this machine's", seconds=ahead)
    return Finding(name=name, fine=fine, detail=detail)


def _checkpoint(log: Log, last: int, signer: Signer | None) -> Finding:
    """Tell how much of the log is signed, and whether by the keys that are here."""
    latest, name = Checkpoints(log).latest(), text("checkpoint")
    if latest is None:
        return Finding(name=name, fine=True, detail=NONE_YET)
    if signer is not None:
        try:
            verified(latest.note, signer.verifiers)
        except BadNoteError:
            detail = text("none of the signing keys has signed the last one")
            return Finding(name=name, fine=False, detail=detail)
    detail = text(
        "{size} events signed on {at}, the newest position is {behind} later",
        size=latest.size,
        at=latest.recorded.envelope.recorded_at,
        behind=last - latest.position,
    )
    return Finding(name=name, fine=True, detail=detail)


def _clock(log: Log, last: int, now: datetime) -> Finding:
    """Look at the newest times: none lies in the future, none much before its predecessor's."""
    # A text of its own, since `clock` alone is that of turns, another word in other languages.
    latest, count, name = None, 0, text("clock{times}", times="")
    for position, recorded_at in _times(log, max(0, last - LATEST), last):
        count += 1
        if recorded_at > now + TOLERANCE:
            detail = text(
                "position {position} was recorded at {at}, and it is {now} now",
                position=position,
                at=recorded_at,
                now=now,
            )
            return Finding(name=name, fine=False, detail=detail)
        if latest is not None and recorded_at < latest - TOLERANCE:
            detail = text(
                "position {position} was recorded at {at}, after one at {before}",
                position=position,
                at=recorded_at,
                before=latest,
            )
            return Finding(name=name, fine=False, detail=detail)
        latest = recorded_at if latest is None else max(latest, recorded_at)
    if latest is None:
        return Finding(name=name, fine=True, detail=text("nothing is recorded yet"))
    detail = text("{count} newest events in order, the newest is of {at}", count=count, at=latest)
    return Finding(name=name, fine=True, detail=detail)


def _acknowledgements(log: Log, last: int) -> Finding:
    """Look whether the index leads to the newest of them; `replay verify` does so for all."""
    name = text("acknowledgements")
    if not log.named_by_index():
        detail = text("the index of acknowledgements is missing")
        return Finding(name=name, fine=False, detail=detail)
    newest = Stretch(log)
    newest.read(Window(max(0, last - LATEST), last))
    newest.acknowledged()
    missing = newest.unindexed()
    detail = text("the index leads to all in the newest {count} positions", count=LATEST)
    if missing:
        detail = text(
            "the index does not lead to the acknowledgement at position {position} of the log",
            position=missing[0],
        )
    return Finding(name=name, fine=not missing, detail=detail)


def _selfcheck(log: Log) -> Finding:
    """H11: tell when it was checked last, whether an alarm is on, or one should be."""
    recorded = log.read(SELFCHECK.stream)
    state = SELFCHECK.decider.fold(one.event for one in recorded)
    digest, alarm, name = integrity(), state.alarm, text("self-check")
    expected = state.expected.get(VERSION, digest)
    if digest != expected:
        detail = text(
            "digest {digest}, and {expected} is known of {version}",
            digest=digest,
            expected=expected,
            version=VERSION,
        )
        return Finding(name=name, fine=False, detail=detail)
    if alarm is not None:
        detail = text(
            "alarm: digest {digest}, and {expected} was expected{faults}",
            digest=alarm.digest,
            expected=alarm.expected,
            faults="".join(f"; {one}" for one in alarm.faults),
        )
        return Finding(name=name, fine=False, detail=detail)
    detail = NONE_YET
    if recorded:
        detail = text("the last was on {at}", at=recorded[-1].envelope.recorded_at)
    return Finding(name=name, fine=True, detail=detail)


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
                yield Finding(name=VIEWS, fine=True, detail=text("there are none"))
                return
            for name in PROJECTIONS:
                position, last = views.place(name).position, log.last_position()
                yield _lag(name, position, last, seconds_behind(log, position, last, now))
    except ViewsError as error:
        yield Finding(name=VIEWS, fine=False, detail=why(error))


def _lag(name: str, position: int, last: int, seconds: float) -> Finding:
    view, behind = text("view {name}", name=name), last - position
    if behind < 0:
        detail = text("at position {position}, which the log does not have", position=position)
        return Finding(name=view, fine=False, detail=detail)
    since = text(", for {seconds:.0f} s", seconds=seconds) if behind else ""
    detail = text(
        "at position {position}, {behind} behind{since}",
        position=position,
        behind=behind,
        since=since,
    )
    return Finding(name=view, fine=behind <= LAG, detail=detail)
