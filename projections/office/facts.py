"""Which facts the office's rows are of, and what of each a report may tell.

What people write in disputes is not among it, nor is any card or secret.
"""

from collections.abc import Mapping
from typing import Final

from domain.house.access import events as access
from domain.house.adjustment import events as adjustment
from domain.house.audit import events as audit
from domain.house.clock import events as clock
from domain.house.deck import events as deck
from domain.house.dispute import events as dispute
from domain.house.incidents import events as incidents
from domain.house.match import events as match
from domain.house.selfcheck import events as selfcheck
from domain.house.switches import events as switches
from domain.house.table import events as table
from domain.house.tokens import events as tokens
from domain.house.wallet import events as wallet
from domain.kernel.decider import Event
from domain.log import erased
from domain.log.checkpoints import events as checkpoints
from domain.shengji import events as shengji
from domain.sizhidao import events as sizhidao

TOLD: Final[Mapping[type[Event], tuple[str, ...]]] = {
    wallet.PlayerCreated: ("test",),
    wallet.PlayerDisabled: ("reason",),
    wallet.PlayerEnabled: ("reason",),
    wallet.PointsDeposited: ("reason", "reference"),
    wallet.PointsWithdrawn: ("reason", "reference"),
    wallet.PointsAdjusted: ("adjustment",),
    adjustment.AdjustmentProposed: ("reason", "dispute"),
    adjustment.AdjustmentApproved: (),
    adjustment.AdjustmentRejected: ("reason",),
    table.TableOpened: ("settings",),
    table.SettingsChanged: ("settings",),
    match.MatchOpened: ("settings",),
    match.MatchAbandoned: ("reason", "round"),
    switches.Disabled: ("scope", "reason"),
    switches.Enabled: ("scope", "reason"),
    clock.ClockStopped: ("reason",),
    clock.ClockResumed: ("reason",),
    clock.TimeGranted: ("turn", "due_ms"),
    sizhidao.RoundVoided: (),
    shengji.RoundVoided: (),
    access.RevealGranted: ("round", "viewer", "role", "reason", "until_ms"),
    access.CardsRevealed: ("round", "viewer", "role", "purpose"),
    dispute.DisputeOpened: ("round", "due_ms"),
    dispute.DisputeDecided: ("verdict",),
    dispute.CompensationProposed: ("adjustment",),
    dispute.CompensationEnded: ("adjustment", "approved"),
    dispute.DisputeClosed: (),
    selfcheck.IntegrityAlarm: ("version", "expected", "digest", "faults"),
    selfcheck.AlarmAcknowledged: ("version", "digest", "reason"),
    tokens.TokensRevoked: ("name", "role", "until", "reason"),
    incidents.ServiceBegan: ("process", "version", "heard_ms"),
    incidents.ServiceEnded: ("process",),
    incidents.LoginsFailed: ("process", "since_ms", "until_ms", "codes", "addresses"),
    incidents.ErrorsCounted: ("process", "since_ms", "until_ms", "codes"),
    incidents.LogAway: ("process", "since_ms", "until_ms"),
    audit.DecksAudited: ("auditor", "among", "repeated"),
    erased.KeysErased: ("stream", "reason"),
    checkpoints.TreeSigned: ("size", "root", "position"),
    checkpoints.SigningKeyChanged: ("keys",),
    deck.DeckCommitted: ("stage", "venue", "cards", "root"),
    deck.CutMissed: ("stage", "seat"),
    deck.DeckCut: ("stage", "cut", "cuts", "seats"),
}
