"""Facts given by hand, as if the log had recorded them one after the other."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from domain.kernel.decider import Event, Origin
from domain.kernel.seats import Seat
from domain.log.address import MEMORY
from domain.log.envelope import Envelope, Recorded
from domain.log.store import open_log
from domain.shengji.events import RoundOpened
from domain.shengji.ruleset import RULES, Ruleset
from domain.shengji.sides import Side
from projections.projection import Projection
from projections.store.tables import Row
from tests.support.keys import KEYS
from tests.support.logs import ticking

BEGIN = datetime(2026, 3, 4, tzinfo=UTC)
P1, P2, P3, P4 = map(Seat, ("p1", "p2", "p3", "p4"))


def recorded(stream: str, facts: Iterable[Event], *, first: int = 1) -> list[Recorded]:
    """Facts of a stream, one a second; positions are ten times the versions."""
    return [
        Recorded(
            stream=stream,
            version=version,
            position=10 * version,
            envelope=Envelope(
                recorded_at=BEGIN + timedelta(seconds=version),
                actor="given",
                origin=Origin.HOUSE,
                command_id=f"given-{version}",
            ),
            event=fact,
            previous=b"",
            hash=b"",
        )
        for version, fact in enumerate(facts, first)
    ]


def opened(
    *,
    dealer: Seat | None = None,
    levels: tuple[str, str] = ("2", "2"),
    match: str | None = "m",
) -> RoundOpened:
    """The opening of a round that ann, bob, cyd and dot play."""
    side = Side.A if dealer in {None, P1, P3} else Side.B
    both = dict(zip(Side, levels, strict=True))
    return RoundOpened(
        round="r",
        match=match,
        rules=RULES,
        settings=Ruleset(),
        players=("ann", "bob", "cyd", "dot"),
        levels=both,
        level=both[side],
        dealer=dealer,
    )


def rows_made(projection: Projection, facts: Sequence[Recorded]) -> dict[str, list[Row]]:
    """The rows that facts make, by table; the log is empty, for there was nothing before them."""
    with open_log(MEMORY, now=ticking(), keys=KEYS) as log:
        writer = projection.writer(log)
        mine = [fact for fact in facts if type(fact.event) in projection.facts]
        return {change.table.name: list(change.rows) for change in writer.fold(mine)}
