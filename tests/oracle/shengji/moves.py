"""Legal moves for the random records, weighted towards patterns, throws and ruffs."""

from random import Random

from tests.oracle.shengji import returns, tricks
from tests.oracle.shengji.order import (
    SUITS,
    TRUMP,
    contest_points_of,
    places_of,
    points_of,
    suits_of,
)
from tests.oracle.shengji.patterns import contained, greatest, key, patterns
from tests.oracle.shengji.round import Round
from tests.oracle.shengji.scores import SIDE
from tests.oracle.shengji.words import SEATS

Cards = list[str]
EFFECTIVE = (*SUITS, TRUMP)


class Player:
    """Chooses for all four seats; the same chance gives the same choices."""

    def __init__(self, chance: Random, plan: dict[str, Cards]) -> None:
        self.chance, self.plan = chance, plan
        self.eager = chance.choice((0.2, 0.6, 0.9, 1.0))
        self.daring = chance.choice((0.0, 0.05, 0.3))
        self.favourite = chance.choice((*"AB", *[""] * 3))  # the other side plays to lose
        self.saving = chance.random() < 0.4  # trumps are kept for ruffing throws

    def move(self, playing: Round) -> str:
        """A legal action for the phase the round is in, sometimes marked as the clock's."""
        assert playing.question
        phase, seats = playing.question
        if phase == "deal":
            return self._deal(playing, seats)
        if phase == "faceup":
            seat = self.chance.choice(SEATS)
            return f"faceup {seat} {self.chance.choice(playing.hands[seat])}"
        words = {
            "contest": self._contest,
            "trump": self._trump,
            "return": self._return,
            "bury": self._bury,
            "play": self._play,
        }[phase](playing, seats[0])
        mark = self.chance.choice((*[""] * 30, " @clock", " @operator"))
        return f"{seats[0]} {words}{mark}"

    def _deal(self, playing: Round, seats: list[str]) -> str:
        who = self.chance.choice(seats + ["kitty"] * (not playing.kitty))
        words = "kitty" if who == "kitty" else f"deal {who}"
        return f"{words} {' '.join(self.plan[who])}"

    def _contest(self, playing: Round, seat: str) -> str:
        contest, level = playing.contest, playing.level
        others = [contest.total(other) for other in SEATS if other != seat]
        cards = [card for card in playing.hands[seat] if contest_points_of([card], level)]
        shown: Cards = []
        while cards and self.chance.random() < self.eager:
            shown.append(cards.pop())
            more = contest.total(seat) + contest_points_of(shown, level) > max(others)
            if more and self.chance.random() < 0.9:
                return f"show {' '.join(shown)}"
        return "pass"

    def _trump(self, playing: Round, seat: str) -> str:
        printed = [card[1] for card in playing.hands[seat] if card[1] in SUITS]
        return f"trump {self.chance.choice(printed if self.chance.random() < 0.6 else SUITS)}"

    def _return(self, playing: Round, seat: str) -> str:
        hand, shown = playing.hands[seat], playing.contest.shown
        owed = [p for p in SEATS if p != seat and shown[p] and p not in playing.returned]
        to = self.chance.choice(owed)
        cards = self.returnable(playing, hand, len(shown[to]))
        return f"return {to} {' '.join(cards)}"

    def returnable(self, playing: Round, hand: Cards, count: int) -> Cards:
        """Some cards that may be returned."""
        mixed = self.chance.sample(hand, len(hand))
        pointless = [card for card in mixed if not returns.has_points(card)]
        most = returns.most(mixed, playing.trump, playing.level)
        for offer in (pointless[:count], most[:count], mixed[:count]):
            if len(offer) == count and not returns.wrong_return(
                hand, offer, playing.trump, playing.level
            ):
                return offer
        raise AssertionError("no cards can be returned")

    def _bury(self, playing: Round, seat: str) -> str:
        hand = self.chance.sample(playing.hands[seat], 60)
        kind = self.chance.randrange(4)
        if kind == 0:
            hand.sort(key=lambda card: -points_of([card]))
        if kind == 1:
            suit = suits_of(playing.trump, playing.level)
            lengths = {one: [suit[card] for card in hand].count(one) for one in EFFECTIVE}
            hand.sort(key=lambda card: (lengths[suit[card]], suit[card]))
        return f"bury {' '.join(hand[:8])}"

    def _play(self, playing: Round, seat: str) -> str:
        trick = playing.tricks[-1] if playing.tricks else None
        if trick is None or len(trick.plays) == 4:
            cards = self.lead(playing, seat)
        else:
            cards = self.follow(playing, seat)
        return f"play {' '.join(self.chance.sample(cards, len(cards)))}"

    # -- leads -------------------------------------------------------------------------------------

    def lead(self, playing: Round, seat: str) -> Cards:
        hand, chance = playing.hands[seat], self.chance
        if self.favourite not in {"", SIDE[seat]} and chance.random() < 0.95:
            return self._lowest(playing, hand)
        suit = suits_of(playing.trump, playing.level)
        others = [card for other in SEATS if other != seat for card in playing.hands[other]]
        for one in chance.sample(EFFECTIVE, 5):
            whole = [card for card in hand if suit[card] == one]
            if len(whole) < 2:
                continue
            kind = tricks.led(whole, others, playing.trump, playing.level).kind
            if kind == "throw" and chance.random() < (0.7 if len(whole) < 9 else 0.1):
                return whole
            if len(whole) < 9 and chance.random() < self.daring:
                return whole
            if chance.random() < 0.06:
                return self._two(playing, whole)
        return self._pattern(playing, seat)

    def _two(self, playing: Round, whole: Cards) -> Cards:
        """Two cards of a suit, often the highest two."""
        place = places_of(playing.trump, playing.level)
        if self.chance.random() < 0.8:
            return sorted(whole, key=lambda card: place[card])[-2:]
        return self.chance.sample(whole, 2)

    def _lowest(self, playing: Round, hand: Cards) -> Cards:
        """A card that hardly wins anything, without points if there is one."""
        suit = suits_of(playing.trump, playing.level)
        place = places_of(playing.trump, playing.level)
        return [min(hand, key=lambda c: (points_of([c]), suit[c] == TRUMP, place[c]))]

    def _pattern(self, playing: Round, seat: str) -> Cards:
        found = contained(playing.hands[seat], playing.trump, playing.level)
        if self.saving:
            found = [pattern for pattern in found if pattern.suit != TRUMP] or found
        kind = self.chance.choice(sorted({pattern.kind for pattern in found}))
        offers = [pattern for pattern in found if pattern.kind == kind]
        offers.sort(key=lambda p: (p.suit == TRUMP, p.top))
        if self.favourite and self.chance.random() < 0.9:
            chosen = offers[-1]
        else:
            chosen = self.chance.choice(offers)
        return chosen.cards

    # -- follows -----------------------------------------------------------------------------------

    def follow(self, playing: Round, seat: str) -> Cards:
        """One of several legal follows: any, or the strongest, or the one with most points."""
        offers = [self.any_follow(playing, seat) for _ in range(4 if self.favourite else 1)]
        if not self.favourite:
            return offers[0]
        lead = playing.tricks[-1].lead
        told = [tricks.strength(cards, lead, playing.trump, playing.level) for cards in offers]
        if SIDE[seat] == self.favourite:
            return max(zip([strength or () for strength in told], offers, strict=True))[1]
        weak = [cards for cards, strength in zip(offers, told, strict=True) if not strength]
        return max(weak or offers, key=points_of)

    def any_follow(self, playing: Round, seat: str) -> Cards:
        hand, lead = playing.hands[seat], playing.tricks[-1].lead
        suit, count = suits_of(playing.trump, playing.level), len(lead.cards)
        own = [card for card in hand if suit[card] == suit[lead.cards[0]]]
        if len(own) >= count:
            return self._of(playing, own, count)
        rest = [card for card in hand if card not in own]
        trumps = [card for card in rest if suit[card] == TRUMP]
        if not own and len(trumps) >= count and self._ruffs(seat, lead.kind):
            return self._of(playing, trumps, count)
        if self.saving and len(rest) - len(trumps) >= count - len(own):
            rest = [card for card in rest if card not in trumps]
        return own + self.chance.sample(rest, count - len(own))

    def _ruffs(self, seat: str, kind: str) -> bool:
        if self.favourite and SIDE[seat] != self.favourite:
            return False
        return self.chance.random() < (0.1 if self.saving and kind != "throw" else 0.8)

    def _of(self, playing: Round, cards: Cards, count: int) -> Cards:
        """So many of `cards`, if it can be with what the lead asks for among them."""
        lead = playing.tricks[-1].lead
        asked = patterns(playing.trump, playing.level).get(key(lead.cards))
        asked = asked or greatest(lead.cards, playing.trump, playing.level)
        found = contained(cards, playing.trump, playing.level, asked.size)
        if not found or self.chance.random() < 0.15:
            return self.chance.sample(cards, count)
        kind = self.chance.choice(sorted({pattern.kind for pattern in found}))
        chosen = self.chance.choice([pattern for pattern in found if pattern.kind == kind])
        taken = chosen.cards
        return taken + self.chance.sample(returns.without(cards, taken), count - len(taken))
