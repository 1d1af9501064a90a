"""H6: the decks of rounds that a table or match starts: when one is committed, and who cuts it."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from domain.cards.card import PACK
from domain.cards.packs import FOUR_PACKS
from domain.flow.address import Address, Kind, Look, anchors, deck
from domain.flow.brought import Brought
from domain.flow.deadlines import MS
from domain.flow.refusals import UnknownThere
from domain.house.anchors.commands import NameAnchors
from domain.house.clock.commands import SetDeadline
from domain.house.deck.commands import CUT_SECONDS, CommitDeck, CommitPlayoff
from domain.house.deck.events import Cutter
from domain.house.deck.state import Cut, Cutting, turn_of
from domain.house.match.refusals import NoSuchMatch, NotInMatch
from domain.house.table.refusals import NoSuchTable, NotSeated
from domain.kernel.decider import Command, Decision
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji.commands import OpenRound as OpenRoundOfMatch
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.events import PlayoffOpened


def decks(
    look: Look, at: Address, command: Command, decided: Decision[Any, Any], secret: str | None
) -> Iterable[Brought]:
    """Yield the deck that the house is to be bound to after a decision of a round.

    Which is that of a round that its table or match has started, and of every playoff in it.
    `secret` is 32 bytes of chance in hex; without it no deck is committed.
    """
    match command:
        case OpenRound(table=str(table)) if secret is not None:
            yield from _first(look, f"{Kind.TABLE}/{table}", len(PACK), decided.state.round, secret)
        case OpenRoundOfMatch(match=str(match)) if secret is not None:
            yield from _first(
                look, f"{Kind.MATCH}/{match}", len(FOUR_PACKS), decided.state.round, secret
            )
        case _:
            for fact in decided.facts:
                if isinstance(fact, PlayoffOpened):
                    yield from _playoff(look, at, fact, decided.state.round.players)


def _first(
    look: Look,
    venue: str,
    cards: int,
    table: Any,  # noqa: ANN401 -- of either game
    secret: str,
) -> Iterable[Brought]:
    commit = CommitDeck(
        round=table.id,
        venue=venue,
        cards=cards,
        cutters=_cutters(look, venue, table.players),
        seconds=CUT_SECONDS,
        secret=(secret,),
    )
    yield Brought(deck(table.id), commit)
    yield Brought(anchors(venue), NameAnchors(round=table.id, stage=0))


def _playoff(
    look: Look, at: Address, fact: PlayoffOpened, players: Mapping[Seat, str]
) -> Iterable[Brought]:
    last = look(deck(at.id))
    if isinstance(last, Cut):
        play = {seat: player for seat, player in players.items() if seat in fact.contestants}
        cutters = _cutters(look, last.deck.venue, play)
        yield Brought(deck(at.id), CommitPlayoff(stage=fact.stage, cutters=cutters))
        yield Brought(anchors(last.deck.venue), NameAnchors(round=at.id, stage=fact.stage))


def _cutters(look: Look, venue: str, players: Mapping[Seat, str]) -> tuple[Cutter, ...]:
    present = look(anchors(venue)).present
    return tuple(
        Cutter(seat=seat, player=player, anchor=present.get(player))
        for seat, player in players.items()
    )


def unseated(look: Look, venue: str, player: str) -> Refusal | None:
    """H6.2: say why a player may not deposit an anchor at a table or match, None if it sits there.

    `venue` is the name of its stream.
    """
    at = Address.of(venue)
    if at is None or at.kind not in _UNSEATED:
        return UnknownThere()
    none_such, not_there = _UNSEATED[at.kind]
    seats = getattr(look(at), "seats", None)
    if seats is None:
        return none_such
    return None if player in {one.player for one in seats.values()} else not_there


_UNSEATED: Final[Mapping[Kind, tuple[Refusal, Refusal]]] = {
    Kind.TABLE: (NoSuchTable(), NotSeated()),
    Kind.MATCH: (NoSuchMatch(), NotInMatch()),
}


def cut_deadline(before: Any, after: Any, now_ms: int) -> SetDeadline | None:  # noqa: ANN401 -- of a deck
    """H6.4: return the deadline of the cuts of a deck that was just committed to, if there are any.

    `now_ms` is the moment of the decision, Unix time in milliseconds.
    """
    if not isinstance(after, Cutting) or isinstance(before, Cutting):
        return None
    seconds = after.deck.seconds
    return SetDeadline(turn=turn_of(after), seconds=seconds, due_ms=now_ms + seconds * MS)
