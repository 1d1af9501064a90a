"""What a seat may do in a round of 比牌升級, told with what it needs to choose (S3-S6)."""

from collections.abc import Iterable
from typing import Annotated, Any

from msgspec.structs import asdict
from pydantic import Field
from typing_extensions import TypeAliasType

from api.service.answers import Answer, one_of
from api.service.facts import Viewer
from api.service.shengji.knowing import known_to
from domain.cards.card import Card
from domain.kernel.seats import Seat
from domain.shengji import legal as rules
from domain.shengji.held import held
from domain.shengji.ordering import order_of

Verb = Annotated[str, one_of("show", "pass", "trump", "return", "bury", "play", "cut")]
Pattern = Annotated[str, one_of("single", "pair", "tractor", "bomb", "throw")]
BySuit = TypeAliasType(
    "BySuit",
    Annotated[
        dict[str, int], Field(description="by the effective suit: `trump` or a plain one, `s` …")
    ],
)
CardsBySuit = TypeAliasType(
    "CardsBySuit",
    Annotated[dict[str, tuple[str, ...]], Field(description="cards by their effective suit")],
)
Cards = tuple[str, ...]


class PatternHeld(Answer):
    """Cards of the own hand that can be led together (S5). A run has shorter ones in it."""

    pattern: Pattern
    cards: Cards


class ShengjiLegalAnswer(Answer):
    """A verb that is open, and what it needs. A return is told once for each seat it may go to."""

    verb: Verb
    cards: Annotated[
        Cards | None,
        Field(description="show, return: to be chosen of; following: those of the led suit"),
    ] = None
    total: Annotated[int | None, Field(description="show: what the own pile counts")] = None
    least: Annotated[
        int | None, Field(description="show: what the cards shown must count together (S3.3)")
    ] = None
    suits: Annotated[Cards | None, Field(description="trump: the suits to choose from")] = None
    to: Annotated[str | None, Field(description="return: the seat that gets them")] = None
    count: Annotated[int | None, Field(description="return, bury, follow: how many")] = None
    no_points: Annotated[
        bool | None, Field(description="return: no point cards, as far as that rule stands (S3.7)")
    ] = None
    no_suit_emptied: Annotated[
        bool | None, Field(description="return: no suit may be emptied, as far as that rule stands")
    ] = None
    most: Annotated[
        BySuit | None, Field(description="return: how many at most of each effective suit")
    ] = None
    suit: Annotated[str | None, Field(description="following: the effective suit led")] = None
    required: Annotated[
        int | None, Field(description="following: how many must be of that suit (S6.1)")
    ] = None
    held: Annotated[
        BySuit | None, Field(description="leading: how many of each effective suit are held")
    ] = None
    by_suit: Annotated[
        CardsBySuit | None, Field(description="return: those cards; leading: the own hand")
    ] = None
    patterns: Annotated[
        tuple[PatternHeld, ...] | None,
        Field(description="leading: the pairs, tractors and bombs in the own hand"),
    ] = None


def legal_answer(state: Any, viewer: Viewer) -> tuple[ShengjiLegalAnswer, ...]:  # noqa: ANN401 -- any state of a round
    """Return what the seat may do now, by its own hand and by what everybody knows."""
    if viewer is None:
        return ()
    known = known_to(viewer, state)
    return tuple(
        ShengjiLegalAnswer(
            verb=rules.VERBS[type(told)], **asdict(told), **_more(known, viewer, told)
        )
        for told in rules.legal(known, viewer)
        if not _is_hopeless(told)
    )


def _is_hopeless(told: rules.Legal) -> bool:
    """Say whether it is a show for which all the cards together are too few."""
    return isinstance(told, rules.Show) and told.least is None


def _more(state: Any, seat: Seat, told: rules.Legal) -> dict[str, Any]:  # noqa: ANN401 -- any state of a round
    """Return what is told besides: the cards by effective suit, and the patterns among them."""
    match told:
        case rules.Return():
            return {"by_suit": _by_suit(state, told.cards)}
        case rules.Lead():
            hand, order = state.hands[seat], order_of(state.round.level, state.trump)
            patterns = [
                PatternHeld(pattern=one.pattern, cards=one.cards) for one in held(order, hand)
            ]
            return {"by_suit": _by_suit(state, hand), "patterns": tuple(patterns)}
        case _:
            return {}


def _by_suit(state: Any, cards: Iterable[Card]) -> dict[str, Cards]:  # noqa: ANN401 -- any state with trump
    order, found = order_of(state.round.level, state.trump), dict[str, Cards]()
    for card in cards:
        suit = order.suit[card]
        found[suit] = (*found.get(suit, ()), card)
    return found
