"""Facts of a round of 比牌升級 in words, each with the rule it follows from."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from domain.cards.card import HIDDEN
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.kernel.text import joined, text, word
from domain.shengji import events
from domain.shengji.events import Event, Result, ScoreCause
from domain.shengji.ruleset import LEVELS
from domain.shengji.scoring import ACE_SCORE, TABLE, row_of
from domain.shengji.sides import SIDE_OF
from replay.shengji.cards import SIGNS, cards_said, hand_said, with_cards
from replay.shengji.standing import Standing
from replay.shengji.tricks import followed, led, trick_won
from replay.words import Sentence, in_line

HELD: Final = word("held")
TAKEN: Final = word("taken")


def sentence(fact: Event, before: Standing) -> Sentence:
    """Return a fact in words, as it is given: mask it first for whoever may not see all.

    `before` is where the round stood before it.
    """
    return _WORDS[type(fact)](fact, before)


def _opened(fact: events.RoundOpened, _: Standing) -> Sentence:
    by = text("a first round") if fact.dealer is None else text("dealer {seat}", seat=fact.dealer)
    said = text("the round is opened at level {level}, {by}", level=fact.level, by=by)
    return Sentence(said, "S1.2")


def _dealt(fact: events.CardsDealt, before: Standing) -> Sentence:
    if HIDDEN in fact.cards:
        said = text("{seat} is dealt {cards}", seat=fact.seat, cards=cards_said(fact.cards))
        return Sentence(said, "S1.1")
    hand = tuple(hand_said(fact.cards, before.level))
    count = text("{count} cards", count=len(fact.cards))
    return Sentence(text("{seat} is dealt {cards}", seat=fact.seat, cards=count), "S1.1", hand)


def _kitty_dealt(fact: events.KittyDealt, _: Standing) -> Sentence:
    return Sentence(text("the kitty is laid apart: {cards}", cards=cards_said(fact.cards)), "S1.1")


def _turned_up(fact: events.CardTurnedUp, _: Standing) -> Sentence:
    said = text("{card} of {seat} lies face up; {seat} begins", card=fact.card, seat=fact.seat)
    return Sentence(said, "S3.1")


def _shown(fact: events.CardsShown, before: Standing) -> Sentence:
    words = text("{seat} shows {cards}, {total} in all")
    said, more = with_cards(words, fact.cards, seat=fact.seat, total=fact.total)
    return Sentence(said, "S3.2" if before.champion is None else "S3.3", more)


def _passed(fact: events.ContestPassed, before: Standing) -> Sentence:
    if before.champion is None:
        return Sentence(text("{seat} passes and is out", seat=fact.seat), "S3.2")
    return Sentence(text("{seat} passes, has lost the duel and is out", seat=fact.seat), "S3.4")


def _captured(fact: events.PileCaptured, _: Standing) -> Sentence:
    who = {"loser": fact.loser, "seat": fact.seat, "total": fact.total}
    if not fact.cards:
        empty = text("{loser} had nothing open; {seat} is champion with {total}")
        return Sentence(empty.of(**who), "S3.4")
    words = text("{seat} captures {cards} of {loser}, {total} in all")
    said, more = with_cards(words, fact.cards, **who)
    return Sentence(said, "S3.4", more)


def _won(fact: events.ContestWon, before: Standing) -> Sentence:
    by = text("with {total}", total=fact.points) if fact.cards else text("without a show")
    made = text("{seat} is dealer by it (S4.1)", seat=fact.dealer)
    dealer = () if before.dealer is not None else (made,)
    taken = (text("takes {cards}", cards=cards_said(fact.cards)),) if fact.cards else ()
    rule = "S3.5" if fact.cards else "S3.2"
    said = text("{seat} wins the contest {by}", seat=fact.seat, by=by)
    return Sentence(said, rule, (*taken, *dealer))


def _called(fact: events.TrumpCalled, _: Standing) -> Sentence:
    return Sentence(
        text("{seat} calls trump {suit}", seat=fact.seat, suit=SIGNS[fact.suit]), "S3.6"
    )


def _returned(fact: events.CardsReturned, _: Standing) -> Sentence:
    words = text("{seat} returns to {to}: {cards}")
    said, more = with_cards(words, fact.cards, seat=fact.seat, to=fact.to)
    return Sentence(said, "S3.7", more)


def _received(fact: events.CardsReceived, _: Standing) -> Sentence:
    words = text("{seat} receives of {giver}: {cards}")
    said, more = with_cards(words, fact.cards, seat=fact.seat, giver=fact.giver)
    return Sentence(said, "S3.7", more)


def _kitty_taken(fact: events.KittyTaken, _: Standing) -> Sentence:
    cards = cards_said(fact.cards)
    return Sentence(text("{seat} takes the kitty: {cards}", seat=fact.seat, cards=cards), "S4.2")


def _buried(fact: events.KittyBuried, _: Standing) -> Sentence:
    cards = cards_said(fact.cards)
    return Sentence(text("{seat} buries {cards}", seat=fact.seat, cards=cards), "S4.2")


def _ace_captured(fact: events.AceCaptured, _: Standing) -> Sentence:
    scores = f"{fact.owner} -{ACE_SCORE}, {fact.seat} +{ACE_SCORE}"
    side = SIDE_OF[fact.owner]
    costs = text("costs side {side} a level (S8.3), {scores}", side=side, scores=scores)
    said = text("{seat} captures ♠A of {owner}", seat=fact.seat, owner=fact.owner)
    return Sentence(said, "S7", (costs,))


def _kitty_shown(fact: events.KittyShown, _: Standing) -> Sentence:
    gained = text(
        "× {multiplier} = {gained} to the attackers",
        multiplier=fact.multiplier,
        gained=fact.points * fact.multiplier,
    )
    to = gained if fact.multiplier else text("to the dealer's side")
    details = (
        text("dealt   {cards}", cards=cards_said(fact.dealt)),
        text("buried  {cards}", cards=cards_said(fact.buried)),
    )
    return Sentence(
        text("the kitty is shown: {points} {to}", points=fact.points, to=to), "S8.1", details
    )


_CAUSES: Final[Mapping[ScoreCause, tuple[str, str]]] = {
    ScoreCause.ACE: (text("captured ♠A"), "S7"),
    ScoreCause.RESULT: (text("the result"), "S8.2"),
    ScoreCause.MATCH: (text("the match"), "S8.4"),
}


def _scored(fact: events.ScoresGiven, _: Standing) -> Sentence:
    cause, rule = _CAUSES[fact.cause]
    scores = signed(fact.scores)
    said, more = in_line(
        text("scores for {cause}: {scores}", cause=cause, scores=scores),
        text("scores for {cause}", cause=cause),
        scores,
    )
    return Sentence(said, rule, more)


def _changed(fact: events.LevelChanged, before: Standing) -> Sentence:
    stays = text("stays on level {level}", level=fact.after)
    moved = text("goes from level {before} to {after}", before=fact.before, after=fact.after)
    gained = text("+{levels} {by}", levels=fact.gained, by=gained_by(fact, before))
    lost = text("-{levels} for captured ♠A", levels=fact.lost)
    causes = [cause for cause, levels in ((gained, fact.gained), (lost, fact.lost)) if levels]
    said = text(
        "side {side} {words}: {causes}",
        side=fact.side,
        words=stays if fact.before == fact.after else moved,
        causes=joined(text(", "), causes),
    )
    return Sentence(said, "S8.3", tuple(_held_by_the_end(fact, before)))


def _held_by_the_end(fact: events.LevelChanged, before: Standing) -> Iterator[str]:
    """Say where a side would have gone on, and the ladder does not."""
    levels, steps = LEVELS[before.ladder], fact.gained - fact.lost
    if fact.before not in levels:  # in facts that could not be decided again
        return
    place = levels.index(fact.before) + steps
    if place < 0:
        yield text("the ladder begins at {level}, so that it loses no more", level=levels[0])
    elif place >= len(levels):
        yield text("the ladder ends at {level}, so that it gains no more", level=levels[-1])


def gained_by(fact: events.LevelChanged, before: Standing) -> str:
    """Return by what a side gained levels: the dealer's side has held, the attackers taken."""
    held = before.dealer is not None and SIDE_OF[before.dealer] is fact.side
    return HELD if held else TAKEN


def _settled(fact: events.RoundSettled, _: Standing) -> Sentence:
    held = fact.winners is Result.DEALER
    said = text(
        "{won}: {points} to the attackers ({range})",
        won=text("the dealer's side holds") if held else text("the attackers win"),
        points=fact.attack_points,
        range=_range(fact.attack_points),
    )
    details = [text("next dealer {seat} (S4.1)", seat=fact.next_dealer)]
    if fact.match_winner is not None:
        details.append(text("side {side} wins the match (S8.4)", side=fact.match_winner))
    return Sentence(said, "S8.2", tuple(details))


def _range(points: int) -> str:
    """Return the row of the table of S8.2 in which the attackers' points fall."""
    least, above = row_of(points).least, [row.least for row in TABLE if row.least > points]
    if not above:
        return f"≥ {least}"
    most = min(above) - 1
    return f"{least}" if least == most else f"{least}-{most}"


def _voided(_: events.RoundVoided, __: Standing) -> Sentence:
    return Sentence(text("the round is voided; nothing changes by it"), "S8.5")


def signed(scores: Mapping[Seat, int]) -> str:
    """Return scores by seat as words."""
    return " · ".join(f"{seat} {score:+}" for seat, score in scores.items())


_WORDS: Final[Mapping[type[KernelEvent], Callable[[Any, Standing], Sentence]]] = {
    events.RoundOpened: _opened,
    events.CardsDealt: _dealt,
    events.KittyDealt: _kitty_dealt,
    events.CardTurnedUp: _turned_up,
    events.CardsShown: _shown,
    events.ContestPassed: _passed,
    events.PileCaptured: _captured,
    events.ContestWon: _won,
    events.TrumpCalled: _called,
    events.CardsReturned: _returned,
    events.CardsReceived: _received,
    events.KittyTaken: _kitty_taken,
    events.KittyBuried: _buried,
    events.CardsLed: led,
    events.CardsFollowed: followed,
    events.TrickWon: trick_won,
    events.AceCaptured: _ace_captured,
    events.KittyShown: _kitty_shown,
    events.ScoresGiven: _scored,
    events.LevelChanged: _changed,
    events.RoundSettled: _settled,
    events.RoundVoided: _voided,
}
