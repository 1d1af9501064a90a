"""The check that a bundle is whole: all decisions, each with its acknowledgement, and no others.

So no stream that is missing can pass for one that never was: the acknowledgement of the decision in
which it began names it, and is in the tree.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from domain.kernel.text import text
from domain.log.accepted import Remembered
from domain.log.envelope import Recorded
from domain.log.store import Asked
from replay.bundle.held import Held
from replay.checks import Check, Verdict

WHOLE: Final = text("the bundle holds what was acknowledged, and nothing else")


def whole_check(held: Held) -> Check:
    """Compare the streams of a bundle with its acknowledgements, one for one."""
    recorded = {name: held.examined(name) for name in held.own}
    remembered = {_asked(one.recorded): one for one in held.remembered()}
    decisions = [*_decisions(recorded.values())]
    reason = (
        text("an acknowledgement is damaged")
        if held.ends.damaged or len(remembered) != len(held.acknowledgements)
        else _unlike(held, recorded, remembered, decisions)
    )
    if reason is not None:
        return Check(name=WHOLE, verdict=Verdict.DIFFERENCE, detail=reason)
    return Check(
        name=WHOLE,
        verdict=Verdict.OK,
        detail=text("{decisions} decisions", decisions=len(remembered)),
    )


class _Decision(NamedTuple):
    """What a decision wrote to one stream."""

    asked: Asked
    rows: Sequence[Recorded]


def _asked(one: Recorded) -> Asked:
    return one.envelope.actor, one.envelope.command_id


def _decisions(streams: Iterable[Sequence[Recorded]]) -> Iterator[_Decision]:
    for recorded in streams:
        for asked, rows in groupby(recorded, key=_asked):
            yield _Decision(asked, [*rows])


def _unlike(
    held: Held,
    recorded: dict[str, tuple[Recorded, ...]],
    remembered: dict[Asked, Remembered],
    decisions: Sequence[_Decision],
) -> str | None:
    if {one.asked for one in decisions} != set(remembered):
        return text("a decision without its acknowledgement, or the other way round")
    told = {
        (asked, result.stream, result.first, result.last, result.hash)
        for asked, one in remembered.items()
        for result in one.event.results
        if result.stream in held.own
    }
    stored = {
        (one.asked, one.rows[0].stream, one.rows[0].version, last.version, last.hash.hex())
        for one in decisions
        for last in one.rows[-1:]
    }
    if told != stored or len(stored) != len(decisions):
        return text("a decision was acknowledged with other events")
    places = [_place(one.recorded) for one in remembered.values()]
    if places != sorted(set(places)):
        return text("the acknowledgements are not in the order of the log")
    return _astray(recorded, remembered)


def _astray(
    recorded: dict[str, tuple[Recorded, ...]], remembered: dict[Asked, Remembered]
) -> str | None:
    """Rows lie in the log behind the acknowledgement of what was before, and before their own."""
    for stream, rows in recorded.items():
        behind, begun = 0, rows[:1]
        for one in rows:
            if _asked(one) != _asked(begun[0]):
                behind = max(behind, _place(remembered[_asked(begun[0])].recorded))
                begun = (one,)
            if not behind < _place(one) < _place(remembered[_asked(one)].recorded):
                return text(
                    "event {version} of {stream} does not lie where it was written",
                    version=one.version,
                    stream=stream,
                )
            behind = _place(one)
    return None


def _place(one: Recorded) -> int:
    return one.position or 0
