"""By whom an anchor was changed: its player, or a cut of a deck (H6.2 to H6.4)."""

from collections.abc import Sequence
from typing import Final

from domain.flow.address import anchors
from domain.house.anchors.commands import DepositAnchor
from domain.house.anchors.events import AnchorDropped, AnchorMoved, OfPlayer
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.events import CutMissed, CutRevealed, DeckCommitted
from domain.house.origins import house_may
from domain.kernel.text import text
from domain.log.accepted import Remembered, Result
from domain.log.codec import CODEC
from domain.log.envelope import Recorded
from domain.log.examine import examine
from domain.log.store import Log
from domain.log.streams import DECKS
from replay.rederive import marks_of

_KEPT: Final = 256
"""Decks that are kept for the anchors of the rounds behind them."""
_NOT_ACKNOWLEDGED: Final = text("was not acknowledged as it is stored")
_NOT_CUT: Final = text("was moved or dropped, and no cut of its player did that")


class Brought:
    """Looks up what brought the events in streams of anchors, each once."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._decks: dict[str, Sequence[Recorded]] = {}
        self._known: dict[tuple[str, int], str | None] = {}

    def wrong(self, venue: str, version: int) -> str | None:
        """Say why an event of a venue's anchors cannot stand there, None if it can."""
        at = venue, version
        if at not in self._known:
            self._known[at] = self._looked_up(venue, version)
        return self._known[at]

    def _looked_up(self, venue: str, version: int) -> str | None:
        stream = anchors(venue).stream
        one = self._log.fact(stream, version)
        if one is None or not isinstance(one.event, OfPlayer):
            return text("is damaged")
        key = one.envelope.actor, one.envelope.command_id
        found = self._log.accepted([key]).get(key)
        if found is None or not _acknowledges(found, stream, one):
            return _NOT_ACKNOWLEDGED
        command = one.envelope.command
        if isinstance(command, DepositAnchor):
            return _wrongly_deposited(stream, command, one, found)
        return None if self._follows(venue, one.event, found.event.results[0]) else _NOT_CUT

    def _follows(self, venue: str, fact: OfPlayer, cut: Result) -> bool:
        """Say whether a cut of a deck, as it is stored, brings what became of an anchor."""
        recorded = self._deck(cut.stream) if cut.stream.startswith(DECKS) else ()
        if not cut.first <= cut.last <= len(recorded):
            return False
        made = recorded[cut.first - 1]
        if recorded[cut.last - 1].hash.hex() != cut.hash:
            return False
        match fact, made.event, made.envelope.command:
            case AnchorMoved(anchor=anchor), CutRevealed(value=value), RevealCut():
                fits = anchor == value
            case AnchorDropped(), CutMissed(), MissCut():
                fits = True
            case _:
                return False
        return fits and (venue, fact.player) == _cutter(recorded, made.event)

    def _deck(self, stream: str) -> Sequence[Recorded]:
        """Return the events of a deck, in which all but the secret is open."""
        if stream not in self._decks:
            if len(self._decks) == _KEPT:
                self._decks.clear()
            self._decks[stream] = examine(self._log.read_stored(stream)).recorded
        return self._decks[stream]


def _acknowledges(found: Remembered, stream: str, one: Recorded) -> bool:
    parts = [part for part in found.event.results if part.stream == stream]
    version, own = one.version, one.hash.hex()
    return (
        [(part.first, part.last, part.hash) for part in parts] == [(version, version, own)]
        and marks_of(found.recorded.envelope) == marks_of(one.envelope)
        and (one.position or 0) < (found.recorded.position or 0)
    )


def _wrongly_deposited(
    stream: str, command: DepositAnchor, one: Recorded, found: Remembered
) -> str | None:
    """H6.2: the player deposits an anchor, and nobody in the player's place."""
    envelope = one.envelope
    if not house_may(command, envelope.origin) or envelope.actor != f"player/{command.player}":
        return text("was not deposited by its player")
    asked = found.event.results[0].stream, found.event.input
    return None if asked == (stream, CODEC.input_of(stream, command)) else _NOT_ACKNOWLEDGED


def _cutter(recorded: Sequence[Recorded], cut: CutRevealed | CutMissed) -> tuple[str, str] | None:
    """Return the venue of the deck that was cut, and the player in the seat."""
    for one in recorded:
        fact = one.event
        if isinstance(fact, DeckCommitted) and fact.stage == cut.stage:
            players = [cutter.player for cutter in fact.cutters if cutter.seat == cut.seat]
            return (fact.venue, players[0]) if players else None
    return None
