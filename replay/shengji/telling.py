"""Facts of a round of 比牌升級 in words, each with the rule it follows from."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from domain.cards.card import HIDDEN
from domain.kernel.decider import Event as KernelEvent
from domain.kernel.seats import Seat
from domain.shengji import events
from domain.shengji.events import Event, Result, ScoreCause
from domain.shengji.ruleset import LEVELS
from domain.shengji.scoring import ACE_SCORE, TABLE, row_of
from domain.shengji.sides import SIDE_OF
from replay.shengji.cards import SIGNS, cards_said, hand_said, with_cards
from replay.shengji.standing import Standing
from replay.shengji.tricks import followed, led, trick_won
from replay.words import Sentence, in_line


def sentence(fact: Event, before: Standing) -> Sentence:
    """Return a fact in words, as it is given: mask it first for whoever may not see all.

    `before` is where the round stood before it.
    """
    return _WORDS[type(fact)](fact, before)


def _opened(fact: events.RoundOpened, _: Standing) -> Sentence:
    by = "a first round" if fact.dealer is None else f"dealer {fact.dealer}"
    return Sentence(f"the round is opened at level {fact.level}, {by}", "S1.2")


def _dealt(fact: events.CardsDealt, before: Standing) -> Sentence:
    if HIDDEN in fact.cards:
        return Sentence(f"{fact.seat} is dealt {cards_said(fact.cards)}", "S1.1")
    hand = tuple(hand_said(fact.cards, before.level))
    return Sentence(f"{fact.seat} is dealt {len(fact.cards)} cards", "S1.1", hand)


def _kitty_dealt(fact: events.KittyDealt, _: Standing) -> Sentence:
    return Sentence(f"the kitty is laid apart: {cards_said(fact.cards)}", "S1.1")


def _turned_up(fact: events.CardTurnedUp, _: Standing) -> Sentence:
    words = f"{fact.card} of {fact.seat} lies face up; {fact.seat} begins"
    return Sentence(words, "S3.1")


def _shown(fact: events.CardsShown, before: Standing) -> Sentence:
    text, more = with_cards(f"{fact.seat} shows", fact.cards, f", {fact.total} in all")
    return Sentence(text, "S3.2" if before.champion is None else "S3.3", more)


def _passed(fact: events.ContestPassed, before: Standing) -> Sentence:
    if before.champion is None:
        return Sentence(f"{fact.seat} passes and is out", "S3.2")
    return Sentence(f"{fact.seat} passes, has lost the duel and is out", "S3.4")


def _captured(fact: events.PileCaptured, _: Standing) -> Sentence:
    if not fact.cards:
        words = f"{fact.loser} had nothing open; {fact.seat} is champion with {fact.total}"
        return Sentence(words, "S3.4")
    behind = f" of {fact.loser}, {fact.total} in all"
    text, more = with_cards(f"{fact.seat} captures", fact.cards, behind)
    return Sentence(text, "S3.4", more)


def _won(fact: events.ContestWon, before: Standing) -> Sentence:
    by = f"with {fact.points}" if fact.cards else "without a show"
    dealer = () if before.dealer is not None else (f"{fact.dealer} is dealer by it (S4.1)",)
    taken = (f"takes {cards_said(fact.cards)}",) if fact.cards else ()
    rule = "S3.5" if fact.cards else "S3.2"
    return Sentence(f"{fact.seat} wins the contest {by}", rule, (*taken, *dealer))


def _called(fact: events.TrumpCalled, _: Standing) -> Sentence:
    return Sentence(f"{fact.seat} calls trump {SIGNS[fact.suit]}", "S3.6")


def _returned(fact: events.CardsReturned, _: Standing) -> Sentence:
    text, more = with_cards(f"{fact.seat} returns to {fact.to}:", fact.cards)
    return Sentence(text, "S3.7", more)


def _received(fact: events.CardsReceived, _: Standing) -> Sentence:
    text, more = with_cards(f"{fact.seat} receives of {fact.giver}:", fact.cards)
    return Sentence(text, "S3.7", more)


def _kitty_taken(fact: events.KittyTaken, _: Standing) -> Sentence:
    return Sentence(f"{fact.seat} takes the kitty: {cards_said(fact.cards)}", "S4.2")


def _buried(fact: events.KittyBuried, _: Standing) -> Sentence:
    return Sentence(f"{fact.seat} buries {cards_said(fact.cards)}", "S4.2")


def _ace_captured(fact: events.AceCaptured, _: Standing) -> Sentence:
    costs = f"costs side {SIDE_OF[fact.owner]} a level (S8.3)"
    scores = f"{fact.owner} -{ACE_SCORE}, {fact.seat} +{ACE_SCORE}"
    details = (f"{costs}, {scores}",)
    return Sentence(f"{fact.seat} captures ♠A of {fact.owner}", "S7", details)


def _kitty_shown(fact: events.KittyShown, _: Standing) -> Sentence:
    gained = f"× {fact.multiplier} = {fact.points * fact.multiplier} to the attackers"
    to = gained if fact.multiplier else "to the dealer's side"
    details = f"dealt   {cards_said(fact.dealt)}", f"buried  {cards_said(fact.buried)}"
    return Sentence(f"the kitty is shown: {fact.points} {to}", "S8.1", details)


_CAUSES: Final[Mapping[ScoreCause, tuple[str, str]]] = {
    ScoreCause.ACE: ("captured ♠A", "S7"),
    ScoreCause.RESULT: ("the result", "S8.2"),
    ScoreCause.MATCH: ("the match", "S8.4"),
}


def _scored(fact: events.ScoresGiven, _: Standing) -> Sentence:
    cause, rule = _CAUSES[fact.cause]
    scores = signed(fact.scores)
    text, more = in_line(f"scores for {cause}: {scores}", f"scores for {cause}", scores)
    return Sentence(text, rule, more)


def _changed(fact: events.LevelChanged, before: Standing) -> Sentence:
    stays = f"stays on level {fact.after}"
    moved = f"goes from level {fact.before} to {fact.after}"
    causes = [f"+{fact.gained} {gained_by(fact, before)}"] if fact.gained else []
    causes += [f"-{fact.lost} for captured ♠A"] if fact.lost else []
    words = stays if fact.before == fact.after else moved
    text = f"side {fact.side} {words}: {', '.join(causes)}"
    return Sentence(text, "S8.3", tuple(_held_by_the_end(fact, before)))


def _held_by_the_end(fact: events.LevelChanged, before: Standing) -> Iterator[str]:
    """Say where a side would have gone on, and the ladder does not."""
    levels, steps = LEVELS[before.ladder], fact.gained - fact.lost
    if fact.before not in levels:  # in facts that could not be decided again
        return
    place = levels.index(fact.before) + steps
    if place < 0:
        yield f"the ladder begins at {levels[0]}, so that it loses no more"
    elif place >= len(levels):
        yield f"the ladder ends at {levels[-1]}, so that it gains no more"


def gained_by(fact: events.LevelChanged, before: Standing) -> str:
    """Return by what a side gained levels: the dealer's side has held, the attackers taken."""
    held = before.dealer is not None and SIDE_OF[before.dealer] is fact.side
    return "held" if held else "taken"


def _settled(fact: events.RoundSettled, _: Standing) -> Sentence:
    won = "the dealer's side holds" if fact.winners is Result.DEALER else "the attackers win"
    words = f"{won}: {fact.attack_points} to the attackers ({_range(fact.attack_points)})"
    details = [f"next dealer {fact.next_dealer} (S4.1)"]
    if fact.match_winner is not None:
        details.append(f"side {fact.match_winner} wins the match (S8.4)")
    return Sentence(words, "S8.2", tuple(details))


def _range(points: int) -> str:
    """Return the row of the table of S8.2 in which the attackers' points fall."""
    least, above = row_of(points).least, [row.least for row in TABLE if row.least > points]
    if not above:
        return f"≥ {least}"
    most = min(above) - 1
    return f"{least}" if least == most else f"{least}-{most}"


def _voided(_: events.RoundVoided, __: Standing) -> Sentence:
    return Sentence("the round is voided; nothing changes by it", "S8.5")


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
