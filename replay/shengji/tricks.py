"""A trick in words: what was led and played, who won it, and why (S5, S6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.cards.card import Card
from domain.shengji import events
from domain.shengji.events import Pattern, Winning
from domain.shengji.leading import SHORT_THROW
from domain.shengji.ordering import order_of
from replay.shengji.cards import cards_said, with_cards
from replay.shengji.components import judged
from replay.shengji.standing import Standing
from replay.words import Sentence

_RUN_RULE: Final = "S5.3"
_PATTERNS: Final[Mapping[Pattern, tuple[str, str]]] = {
    Pattern.SINGLE: ("leads the single", "S5.1"),
    Pattern.PAIR: ("leads the pair", "S5.1"),
    Pattern.TRACTOR: ("leads the tractor", "S5.2"),
    Pattern.BOMB: ("leads the bomb", "S5.1"),
    Pattern.THROW: ("throws", "S5.4"),
}
_BOMB: Final = 4
_WHY: Final[Mapping[Winning, str]] = {
    Winning.FIRST: "first played",
    Winning.HIGHER: "higher",
    Winning.BOMBED: "bombed",
    Winning.RUFFED: "ruffed",
}


def led(fact: events.CardsLed, _: Standing) -> Sentence:
    """Tell a lead; of a throw that did not hold, what was shown and what counts."""
    if fact.attempted:
        tried = f"{fact.seat} throws {_throw(fact.attempted)}"
        text, shown = with_cards(tried, fact.attempted, ": it does not hold")
        forced = f"{cards_said(fact.cards)} is led as a single, the rest goes back"
        return Sentence(text, "S5.5", (*shown, forced))
    words, rule = _PATTERNS[fact.pattern]
    if fact.pattern is Pattern.THROW:
        words = f"throws {_throw(fact.cards)}"
    if fact.pattern is Pattern.BOMB and len(fact.cards) > _BOMB:
        words, rule = "leads the run of bombs", _RUN_RULE
    text, shown = with_cards(f"{fact.seat} {words}", fact.cards)
    return Sentence(text, rule, shown)


def _throw(cards: tuple[Card, ...]) -> str:
    """S5.4: name a throw by the number of its cards."""
    return "摔" if len(cards) == SHORT_THROW else "甩"


def followed(fact: events.CardsFollowed, _: Standing) -> Sentence:
    """Tell what a seat played to the lead."""
    text, shown = with_cards(f"{fact.seat} follows with", fact.cards)
    return Sentence(text, "S6.1", shown)


def trick_won(fact: events.TrickWon, before: Standing) -> Sentence:
    """Tell who won a trick, with what and why, and its points."""
    thrown = before.pattern is Pattern.THROW
    words = f"{fact.seat} wins the trick, {_WHY[fact.why]}: {fact.points} points"
    return Sentence(words, "S6.3" if thrown else "S6.2", tuple(_compared(fact, before)))


def _compared(fact: events.TrickWon, before: Standing) -> Iterator[str]:
    """Say what beat what, and by which of their components a throw and its ruffs were judged."""
    if before.pattern is Pattern.THROW:
        order = order_of(before.level, before.trump or "")
        yield from judged(order, before.plays, fact.seat)
    if fact.why is not Winning.FIRST:
        lead = next(iter(before.plays.values()))
        yield f"{cards_said(before.plays[fact.seat])} over {cards_said(lead)}"
