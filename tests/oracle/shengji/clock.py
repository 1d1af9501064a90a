"""What the clock does for a seat that is late, card by card (rule S3.8)."""

from tests.oracle.shengji.order import JOKERS, RANKS, TRUMP, contest_points_of, places_of, suits_of
from tests.oracle.shengji.returns import empties, has_points, most, without
from tests.oracle.shengji.round import Round
from tests.oracle.shengji.words import SEATS

Cards = list[str]
SUITS = "shcd"


def late(playing: Round) -> str:
    """The action, without its mark, that the clock takes in a phase that waits for a seat."""
    assert playing.question
    phase, (seat,) = playing.question
    hand = playing.hands[seat]
    if phase == "contest":
        return f"{seat} pass"
    if phase == "trump":
        return f"{seat} trump {longest(hand, playing.level)}"
    if phase == "return":
        shown, done = playing.contest.shown, playing.returned
        to = next(other for other in SEATS if other != seat and shown[other] and other not in done)
        return f"{seat} return {to} {' '.join(_return(playing, hand, len(shown[to])))}"
    if phase == "bury":
        return f"{seat} bury {' '.join(_lowest(playing, hand)[:8])}"
    return f"{seat} play {' '.join(_play(playing, hand))}"


def longest(hand: Cards, level: str) -> str:
    """The printed suit with most cards that are raised under no trump suit."""
    plain = [card for card in hand if not contest_points_of([card], level)]
    lengths = [sum(card[1] == suit for card in plain) for suit in SUITS]
    return SUITS[lengths.index(max(lengths))]


def _lowest(playing: Round, cards: Cards) -> Cards:
    """Cards from the lowest up; plain cards of several suits compare by their rank."""
    place = places_of(playing.trump, playing.level)

    def height(card: str) -> tuple[bool, int, int]:
        trump = suits_of(playing.trump, playing.level)[card] == TRUMP
        suit = 0 if card in JOKERS else SUITS.index(card[1])
        return trump, place[card] if trump else RANKS.index(card[0]), suit

    return sorted(cards, key=height)


def _return(playing: Round, hand: Cards, count: int) -> Cards:
    """The lowest cards, each if it breaks neither of the rules that can be kept."""
    points_fall = sum(not has_points(card) for card in hand) < count
    suits_fall = len(most(hand, playing.trump, playing.level)) < count
    chosen: Cards = []
    for card in _lowest(playing, hand):
        keeps_suits = not empties(hand, [*chosen, card], playing.trump, playing.level)
        if (points_fall or not has_points(card)) and (suits_fall or keeps_suits):
            chosen.append(card)
    return chosen[:count]


def _play(playing: Round, hand: Cards) -> Cards:
    if not playing.tricks or len(playing.tricks[-1].plays) == 4:
        return _lowest(playing, hand)[:1]
    lead = playing.tricks[-1].lead.cards
    suit = suits_of(playing.trump, playing.level)
    own = [card for card in _lowest(playing, hand) if suit[card] == suit[lead[0]]][: len(lead)]
    rest = _lowest(playing, without(hand, own))
    return own + rest[: len(lead) - len(own)]
