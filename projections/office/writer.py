"""Rows of the office out of facts: each fact is a row, and hangs on no other."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from domain.house.audit.events import DecksAudited
from domain.house.wallet.events import PlayerCreated
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.shengji.events import RoundVoided as ShengjiVoided
from domain.sizhidao.events import RoundVoided as SizhidaoVoided
from projections.moments import moment
from projections.office.facts import TOLD
from projections.office.table import ACCOUNTS, OFFICE
from projections.projection import Projection
from projections.store.tables import Change, Row

NAME: Final = "office"
_json = msgspec.json.Encoder(order="deterministic").encode


class OfficeWriter:
    """Writes what the house did."""

    def __init__(self, _: Log) -> None:
        """Remember nothing: every fact says all that its row needs."""

    def forget(self) -> None:
        """Forget nothing."""

    def fold(self, facts: Sequence[Recorded]) -> Sequence[Change]:
        """Return a row for every fact, and one for every account that was created."""
        created = [account_row(fact, fact.event) for fact in facts if _creates(fact)]
        return Change(OFFICE, [row_of(fact) for fact in facts]), Change(ACCOUNTS, created)


def _creates(fact: Recorded) -> bool:
    return isinstance(fact.event, PlayerCreated)


def account_row(fact: Recorded, event: Any) -> Row:  # noqa: ANN401 -- a `PlayerCreated`
    """Return the row of an account."""
    return {
        "player": event.player,
        "stream": fact.stream,
        "test": int(event.test),
        "position": fact.position,
    }


def row_of(fact: Recorded) -> Row:
    """Return the row of a fact."""
    event: Any = fact.event
    return {
        "position": fact.position,
        "stream": fact.stream,
        "version": fact.version,
        "fact": name_of(type(event)),
        "at": moment(fact.envelope.recorded_at),
        "actor": fact.envelope.actor,
        "player": getattr(event, "player", None),
        "points": getattr(event, "points", None),
        "told": _json(_told(fact)).decode(),
    }


def _told(fact: Recorded) -> dict[str, Any]:
    event: Any = fact.event
    told = {name: getattr(event, name) for name in TOLD[type(event)]}
    if isinstance(event, SizhidaoVoided | ShengjiVoided):  # whose reason its command has (H8.4)
        told["reason"] = getattr(fact.envelope.command, "reason", None)
    elif isinstance(event, DecksAudited):
        told["found"] = Counter(one.finding.value for one in event.rounds)
    return told


PROJECTION: Final = Projection(NAME, tuple(TOLD), (OFFICE, ACCOUNTS), OfficeWriter)
