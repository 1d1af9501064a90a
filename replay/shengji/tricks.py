"""A trick in words: what was led and played, who won it, and why (S5, S6)."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.cards.card import Card
from domain.kernel.text import Text, text
from domain.shengji import events
from domain.shengji.events import Pattern, Winning
from domain.shengji.leading import SHORT_THROW
from domain.shengji.ordering import order_of
from replay.shengji.cards import cards_said, with_cards
from replay.shengji.components import judged
from replay.shengji.standing import Standing
from replay.words import Sentence

_RUN_RULE: Final = "S5.3"
_PATTERNS: Final[Mapping[Pattern, tuple[Text, str]]] = {
    Pattern.SINGLE: (text("{seat} leads the single {cards}"), "S5.1"),
    Pattern.PAIR: (text("{seat} leads the pair {cards}"), "S5.1"),
    Pattern.TRACTOR: (text("{seat} leads the tractor {cards}"), "S5.2"),
    Pattern.BOMB: (text("{seat} leads the bomb {cards}"), "S5.1"),
    Pattern.THROW: (text("{seat} throws {throw} {cards}"), "S5.4"),
}
_RUN: Final = text("{seat} leads the run of bombs {cards}")
_BOMB: Final = 4
_WHY: Final[Mapping[Winning, str]] = {
    Winning.FIRST: text("first played"),
    Winning.HIGHER: text("higher"),
    Winning.BOMBED: text("bombed"),
    Winning.RUFFED: text("ruffed"),
}


def led(fact: events.CardsLed, _: Standing) -> Sentence:
    """Tell a lead; of a throw that did not hold, what was shown and what counts."""
    if fact.attempted:
        tried = text("{seat} throws {throw} {cards}: it does not hold")
        throw = _throw(fact.attempted)
        said, shown = with_cards(tried, fact.attempted, seat=fact.seat, throw=throw)
        single = cards_said(fact.cards)
        forced = text("{cards} is led as a single, the rest goes back", cards=single)
        return Sentence(said, "S5.5", (*shown, forced))
    words, rule = _PATTERNS[fact.pattern]
    if fact.pattern is Pattern.BOMB and len(fact.cards) > _BOMB:
        words, rule = _RUN, _RUN_RULE
    said, shown = with_cards(words, fact.cards, seat=fact.seat, throw=_throw(fact.cards))
    return Sentence(said, rule, shown)


def _throw(cards: tuple[Card, ...]) -> str:
    """S5.4: name a throw by the number of its cards."""
    return "摔" if len(cards) == SHORT_THROW else "甩"


def followed(fact: events.CardsFollowed, _: Standing) -> Sentence:
    """Tell what a seat played to the lead."""
    said, shown = with_cards(text("{seat} follows with {cards}"), fact.cards, seat=fact.seat)
    return Sentence(said, "S6.1", shown)


def trick_won(fact: events.TrickWon, before: Standing) -> Sentence:
    """Tell who won a trick, with what and why, and its points."""
    thrown = before.pattern is Pattern.THROW
    words = text(
        "{seat} wins the trick, {why}: {points} points",
        seat=fact.seat,
        why=_WHY[fact.why],
        points=fact.points,
    )
    return Sentence(words, "S6.3" if thrown else "S6.2", tuple(_compared(fact, before)))


def _compared(fact: events.TrickWon, before: Standing) -> Iterator[str]:
    """Say what beat what, and by which of their components a throw and its ruffs were judged."""
    if before.pattern is Pattern.THROW:
        order = order_of(before.level, before.trump or "")
        yield from judged(order, before.plays, fact.seat)
    if fact.why is not Winning.FIRST:
        lead = next(iter(before.plays.values()))
        yield text(
            "{winning} over {lead}",
            winning=cards_said(before.plays[fact.seat]),
            lead=cards_said(lead),
        )
