"""Significant events and alterations, as far as they stand in the log (H15.2)."""

import heapq
import json
from collections.abc import Iterator
from typing import Final

from api.reports.form import Line, Report, Told, one_of, standing, texts, time
from api.reports.kinds.seats import large, what_is_large
from api.reports.office import fact_of, query_of
from api.reports.source import Source
from domain.house.access import events as access
from domain.house.adjustment import events as adjustment
from domain.house.audit import events as audit
from domain.house.clock import events as clock
from domain.house.dispute import events as dispute
from domain.house.incidents import events as incidents
from domain.house.match import events as match
from domain.house.selfcheck import events as selfcheck
from domain.house.switches import events as switches
from domain.house.table import events as table
from domain.house.tokens import events as tokens
from domain.house.wallet import events as wallet
from domain.kernel.decider import Event, name_of
from domain.kernel.text import text
from domain.log import erased
from domain.log.checkpoints import events as checkpoints
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao

KINDS: Final[tuple[type[Event], ...]] = (
    wallet.PlayerDisabled,
    wallet.PlayerEnabled,
    adjustment.AdjustmentProposed,
    adjustment.AdjustmentApproved,
    adjustment.AdjustmentRejected,
    wallet.PointsAdjusted,
    table.TableOpened,
    table.SettingsChanged,
    match.MatchOpened,
    match.MatchAbandoned,
    switches.Disabled,
    switches.Enabled,
    clock.ClockStopped,
    clock.ClockResumed,
    clock.TimeGranted,
    sizhidao.RoundVoided,
    shengji.RoundVoided,
    access.RevealGranted,
    access.CardsRevealed,
    dispute.DisputeOpened,
    dispute.DisputeDecided,
    dispute.CompensationProposed,
    selfcheck.IntegrityAlarm,
    selfcheck.AlarmAcknowledged,
    tokens.TokensRevoked,
    incidents.ServiceBegan,
    incidents.ServiceEnded,
    incidents.LoginsFailed,
    incidents.ErrorsCounted,
    incidents.LogAway,
    audit.DecksAudited,
    erased.KeysErased,
    checkpoints.SigningKeyChanged,
)
"""Changes of accounts, settings, switches, time and tokens; overrides; looks; incidents; losses."""
LARGE: Final = {"win": "LargeWin", "wager": "LargeWager"}
COLUMNS: Final = (
    time("at"),
    one_of("event", *(name_of(kind).split(".")[1] for kind in KINDS), *LARGE.values()),
    *texts("about", "actor", "player"),
    *standing("points"),
    *texts("detail"),
)


def tell(source: Source) -> Told:
    """Return a line an event, in the order of time."""
    lines = heapq.merge(_facts(source), _wins(source), key=lambda line: str(line.cells[0]))
    return Told(COLUMNS, lines)


def _facts(source: Source) -> Iterator[Line]:
    for one in map(fact_of, source.rows(query_of(source.span, KINDS))):
        detail = json.dumps(one.told, ensure_ascii=False, sort_keys=True)
        cells = (one.at, one.kind, one.stream, one.actor, one.player, one.points, detail)
        yield Line(cells, test=one.player in source.tests)


def _wins(source: Source) -> Iterator[Line]:
    for row in source.rows(large(source)):
        what = what_is_large(source, row)
        kind = LARGE[what]
        amount = row.net if what == "win" else row.committed - row.returned
        cells = (row.ended_at, kind, f"round/{row.round}", None, row.player, amount, None)
        yield Line(cells, test=row.player in source.tests)


EVENTS: Final = Report(
    "events", text("Significant events and alterations"), tell, has_threshold=True
)
