"""What holds in every round of 比牌升級, whatever is played."""

from collections import Counter
from itertools import permutations
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.cards.card import Card
from domain.kernel.refusal import Refusal
from domain.shengji import commands, events
from domain.shengji.decider import SHENGJI
from domain.shengji.ordering import order_of
from domain.shengji.ruleset import LEVELS, Ladder
from domain.shengji.sides import SEATS
from domain.shengji.state import Burying, Play, Playing, Settled, State, Unopened
from domain.shengji.tricks import winner
from tests.support.shengji_chance import openings, played_out
from tests.support.shengji_rounds import PACKS, pattern_of

WORTH = {"5": 5, "T": 10, "K": 10}
ROUNDS = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
levels = st.sampled_from(LEVELS[Ladder.TWO_TO_KING])
suits = st.sampled_from("shdc")
SEEDS = st.integers(0, 2**32)


class Ledger:
    """Where every card is by the facts alone."""

    def __init__(self) -> None:
        self.hands = {seat: Counter[Card]() for seat in SEATS}
        self.piles = {seat: Counter[Card]() for seat in SEATS}
        self.passing: Counter[Card] = Counter()
        self.apart: Counter[Card] = Counter()
        self.played: Counter[Card] = Counter()
        self.dealt = 0

    def note(self, fact: events.Event) -> None:
        match fact:
            case events.CardsDealt():
                self.hands[fact.seat].update(fact.cards)
                self.dealt += 1
            case events.KittyDealt():
                self.apart.update(fact.cards)
                self.dealt += 1
            case events.CardsShown():
                self.move(fact.cards, self.hands[fact.seat], self.piles[fact.seat])
            case events.PileCaptured():
                self.move(fact.cards, self.piles[fact.loser], self.piles[fact.seat])
            case events.ContestWon():
                self.move(fact.cards, self.piles[fact.seat], self.hands[fact.seat])
            case events.CardsReturned():
                self.move(fact.cards, self.hands[fact.seat], self.passing)
            case events.CardsReceived():
                self.move(fact.cards, self.passing, self.hands[fact.seat])
            case events.KittyTaken():
                self.move(fact.cards, self.apart, self.hands[fact.seat])
            case events.KittyBuried():
                self.move(fact.cards, self.hands[fact.seat], self.apart)
            case events.CardsLed() | events.CardsFollowed():
                self.move(fact.cards, self.hands[fact.seat], self.played)
            case _:
                pass

    def move(self, cards: tuple[Card, ...], giver: Counter[Card], taker: Counter[Card]) -> None:
        assert Counter(cards) <= giver
        giver.subtract(cards)
        taker.update(cards)

    def everything(self) -> Counter[Card]:
        places = (*self.hands.values(), *self.piles.values(), self.passing, self.apart, self.played)
        return sum(places, Counter[Card]())


def whole_round(seed: int, opening: commands.OpenRound) -> list[tuple[State, commands.Command]]:
    """Every command of a round by chance, with the state it was given in."""
    state: State = SHENGJI.initial
    steps = []
    for command in played_out(opening, Random(seed)):
        steps.append((state, command))
        decided = SHENGJI.decide(state, command)
        assert not isinstance(decided, Refusal)
        state = decided.state
    assert isinstance(state, Settled)
    return steps


def facts_of(state: State, command: commands.Command) -> tuple[events.Event, ...]:
    decided = SHENGJI.decide(state, command)
    assert not isinstance(decided, Refusal), (command, decided)
    return decided.facts


@ROUNDS
@given(seed=SEEDS, opening=openings())
def test_216_cards_and_400_points_are_accounted_for_after_every_event(
    seed: int, opening: commands.OpenRound
) -> None:
    ledger, folded = Ledger(), SHENGJI.initial
    for state, command in whole_round(seed, opening):
        assert folded == state
        for fact in facts_of(state, command):
            ledger.note(fact)
            folded = SHENGJI.evolve(folded, fact)
            if ledger.dealt == 5:
                everything = ledger.everything()
                assert everything == Counter(PACKS)
                assert sum(WORTH.get(card[0], 0) * n for card, n in everything.items()) == 400
            if not isinstance(folded, Unopened | Settled) and hasattr(folded, "hands"):
                for seat, hand in folded.hands.items():
                    assert Counter(hand) == +ledger.hands[seat]
                    assert max(Counter(hand).values(), default=0) <= 4


@ROUNDS
@given(seed=SEEDS, opening=openings())
def test_the_points_of_a_round_are_the_sides_tricks_and_the_kitty(
    seed: int, opening: commands.OpenRound
) -> None:
    told = [fact for state, said in whole_round(seed, opening) for fact in facts_of(state, said)]
    tricks = [fact for fact in told if isinstance(fact, events.TrickWon)]
    (kitty,) = [fact for fact in told if isinstance(fact, events.KittyShown)]
    (end,) = [fact for fact in told if isinstance(fact, events.RoundSettled)]
    assert sum(fact.points for fact in tricks) + kitty.points == 400
    assert end.attack_points == tricks[-1].attack_points + kitty.points * kitty.multiplier
    assert sum(end.scores.values()) == 0
    given = [fact for fact in told if isinstance(fact, events.ScoresGiven)]
    assert all(sum(fact.scores.values()) == 0 for fact in given)
    assert end.scores == {seat: sum(fact.scores[seat] for fact in given) for seat in SEATS}


@ROUNDS
@given(seed=SEEDS, opening=openings())
def test_after_the_returns_all_seats_have_52_and_the_dealer_the_kitty_too(
    seed: int, opening: commands.OpenRound
) -> None:
    steps = whole_round(seed, opening)
    (burying,) = [state for state, _ in steps if isinstance(state, Burying)]
    numbers = {seat: len(hand) for seat, hand in burying.hands.items()}
    assert numbers == {seat: 60 if seat == burying.round.dealer else 52 for seat in SEATS}
    for state, _ in steps:
        if isinstance(state, Playing):
            own = [len(state.hands[seat]) for seat in SEATS]
            assert len(own) == 4
            assert state.plays or len({*own}) == 1


@ROUNDS
@given(seed=SEEDS, opening=openings())
def test_naming_a_plays_cards_in_another_order_changes_nothing(
    seed: int, opening: commands.OpenRound
) -> None:
    chance = Random(seed)
    for state, command in whole_round(seed, opening):
        if not isinstance(state, Playing) or not isinstance(command, commands.Play):
            continue
        cards = tuple(chance.sample(command.cards, len(command.cards)))
        first, *told = facts_of(state, command)
        other, *then = facts_of(state, commands.Play(seat=command.seat, cards=cards))
        assert told == then
        assert type(first) is type(other)
        if isinstance(first, events.CardsLed):
            assert isinstance(other, events.CardsLed)
            assert first.pattern is other.pattern
            power = order_of(state.round.level, state.trump).power
            assert sorted(map(power.__getitem__, first.cards)) == sorted(
                map(power.__getitem__, other.cards)
            )


faces = st.sampled_from(sorted({*PACKS}))


@given(level=levels, trump=suits, one=faces, two=faces, three=faces)
def test_the_comparison_of_cards_is_a_strict_order(
    level: str, trump: str, one: Card, two: Card, three: Card
) -> None:
    def above(high: Card, low: Card) -> bool:
        plays = [Play(seat=SEATS[0], cards=(low,)), Play(seat=SEATS[1], cards=(high,))]
        return winner(order_of(level, trump), events.Pattern.SINGLE, plays).play is plays[1]

    assert not above(one, one)
    assert not (above(one, two) and above(two, one))
    if above(one, two) and above(two, three):
        assert above(one, three)


@st.composite
def tricks(draw: st.DrawFn) -> tuple[str, str, events.Pattern, list[tuple[Card, ...]]]:
    """A lead and plays of as many cards: most of them could beat it."""
    level, trump, suit = draw(levels), draw(suits), draw(suits)
    order = order_of(level, trump)
    number = draw(st.sampled_from((1, 2, 4, 4, 8)))
    own = [card for card in sorted({*PACKS}) if order.suit[card] in {suit, "trump"}]

    def cards() -> tuple[Card, ...]:
        one = draw(st.sampled_from(own))
        each = draw(st.sampled_from([each for each in (1, 2, 4) if each <= number]))
        run = sorted(
            (card for card in own if order.suit[card] == order.suit[one]),
            key=order.power.__getitem__,
        )
        first = run.index(one)
        taken = [card for card in run[first:] for _ in range(each)][:number]
        return tuple(draw(st.permutations(taken)))

    plays = [made for made in (cards() for _ in range(5)) if len(made) == number]
    if not plays:
        plays = [(Card("As"),) * number]
    lead = " ".join(plays[0])
    pattern = pattern_of(lead, level=level, trump=trump)
    known = [one.value for one in events.Pattern]
    if pattern not in known:
        plays = [tuple(Card("As") for _ in range(number))]
        pattern = {1: "single", 2: "pair", 4: "bomb"}.get(number, "throw")
    return level, trump, events.Pattern(pattern), plays


@given(trick=tricks())
def test_the_comparison_of_plays_is_a_strict_order(
    trick: tuple[str, str, events.Pattern, list[tuple[Card, ...]]],
) -> None:
    """Whoever wins among several beats each other by itself or was first of equals."""
    level, trump, pattern, (lead, *others) = trick
    order = order_of(level, trump)

    def best(*followed: tuple[Card, ...]) -> int:
        plays = [Play(seat=SEATS[n % 4], cards=cards) for n, cards in enumerate((lead, *followed))]
        return plays.index(winner(order, pattern, plays).play)

    above = [cards for cards in others if best(cards) == 1]
    for one, two in permutations(above, 2):
        # Of two that beat the lead the later wins only if it is strictly higher.
        assert not (best(one, two) == 2 and best(two, one) == 2)
        for three in above:
            if best(one, two) == 2 and best(two, three) == 2:
                assert best(one, three) == 2
    if above:
        won = ((lead, *others)[best(*others)],)[0]
        assert all(best(won, cards) == 1 for cards in above)
