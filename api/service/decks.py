"""The committed decks of a round (H6): what everybody sees of them, and a viewer's proofs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import Field

from api.service.answers import Answer, Hash
from api.service.facts import Facts, before
from domain.flow.address import deck
from domain.flow.openings import Proof, cut_decks, openable, proofs
from domain.house.deck import events
from domain.kernel.seats import Seat
from domain.log.errors import DataKeyGoneError
from domain.log.keys import HOUSE
from domain.log.store import Log

CUTTING: Final = "cutting"
"""The phase of a round in either game while its deck is cut."""
CUT: Final = "cut"
"""The verb that is open then."""


class CutterAnswer(Answer):
    """A seat that a deck is dealt to, and what it does for the dealing order (H6.3)."""

    seat: str
    player: str
    anchor: Annotated[Hash | None, Field(description="what its cut is checked by, if it cuts")]
    value: Annotated[Hash | None, Field(description="with which it has cut")]
    missed: Annotated[bool, Field(description="did not cut in time (H6.4)")]


class DeckAnswer(Answer):
    """A deck that the house is bound to (H6): cut by `cuts` of `of` seats."""

    stage: int
    cards: Annotated[int, Field(description="in the deck")]
    root: Annotated[Hash, Field(description="over all its cards, told before anybody cuts")]
    seats: tuple[CutterAnswer, ...]
    cut: Annotated[Hash | None, Field(description="what gives the dealing order; null before it")]
    cuts: int
    of: int


class CardProof(Answer):
    """What proves a card: docs/proof.md says how to get from it to the deck's root."""

    stage: int
    place: Annotated[int, Field(description="in the deal, from 0")]
    index: Annotated[int, Field(description="in the committed deck, from 0")]
    card: str
    salt: Hash
    path: Annotated[tuple[Hash, ...], Field(description="from the card to the root")]


class ProofsAnswer(Answer):
    """The proofs of all dealt cards that the viewer may know of, by stage and place (H6.6)."""

    round: str
    decks: tuple[DeckAnswer, ...]
    proofs: tuple[CardProof, ...]


def deck_answers(facts: Iterable[Any]) -> tuple[DeckAnswer, ...]:
    """Return the decks of a round, from all facts of its `deck/`; none of it hangs on a secret."""
    decks: list[list[Any]] = []
    for fact in facts:
        if isinstance(fact, events.DeckCommitted):
            decks.append([])
        decks[-1].append(fact)
    return tuple(map(_deck, decks))


def _deck(facts: Sequence[Any]) -> DeckAnswer:
    committed, *rest = facts
    values = {one.seat: one.value for one in rest if isinstance(one, events.CutRevealed)}
    missed = {one.seat for one in rest if isinstance(one, events.CutMissed)}
    cut = next((one for one in rest if isinstance(one, events.DeckCut)), None)
    return DeckAnswer(
        stage=committed.stage,
        cards=committed.cards,
        root=committed.root,
        seats=tuple(_cutter(one, values, missed) for one in committed.cutters),
        cut=None if cut is None else cut.cut,
        cuts=len(values),
        of=len(committed.cutters),
    )


def _cutter(one: events.Cutter, values: Mapping[Seat, str], missed: set[Seat]) -> CutterAnswer:
    return CutterAnswer(
        seat=one.seat,
        player=one.player,
        anchor=one.anchor,
        value=values.get(one.seat),
        missed=one.seat in missed,
    )


def proofs_answer(log: Log, round_id: str, facts: Facts, player: str | None) -> ProofsAnswer:
    """Return the proofs that a player, or (None) everybody, may have of a round.

    Raises the log's errors, `DataKeyGoneError` if the secret of its decks is gone.
    """
    stored = before(log.read(deck(round_id).stream), facts.until)
    if any(one.closed for one in stored):
        raise DataKeyGoneError(stored[0].stream, HOUSE)
    in_decks = [one.event for one in stored]
    decks, viewer = cut_decks(in_decks), facts.seat_of(player)
    wanted = openable((one.event for one in facts.recorded), decks, viewer) if decks else ()
    return ProofsAnswer(
        round=round_id,
        decks=deck_answers(in_decks),
        proofs=tuple(map(_proof, proofs(decks, wanted))),
    )


def _proof(one: Proof) -> CardProof:
    return CardProof(
        stage=one.stage,
        place=one.place,
        index=one.opening.index,
        card=one.opening.card,
        salt=one.opening.salt.hex(),
        path=tuple(step.hex() for step in one.opening.path),
    )
