"""One round of 四支刀 as a script that runs from the ante to the settlement.

The script is a coroutine: it stops with a question (a phase and the seats that may answer) and goes
on with the next action. Everything it knows is in plain, mutable attributes.
"""

from collections import Counter
from collections.abc import Generator

from tests.oracle import hands
from tests.oracle.purses import Purse, formed, layers, shares, uncalled
from tests.oracle.settings import Document, head_of, limits_of, rules_of
from tests.oracle.stage import Stage
from tests.oracle.words import JOKERS, Action, Refused

Question = tuple[str, list[str]]
Script = Generator[Question, Action, None]
Points = dict[str, int]

PHASE_OF = {
    "deal": "deal",
    "split": "splitting",
    "autosplit": "splitting",
    "buy": "buy_in",
    "decline": "buy_in",
}


class Round:
    def __init__(self, document: Document) -> None:
        self.rules = rules_of(document)
        self.limit = limits_of(document, self.rules.cap)
        self.seats = list(self.limit)
        self.committed: Points = dict.fromkeys(self.seats, 0)
        self.returned: Points = dict.fromkeys(self.seats, 0)
        self.received: Points = dict.fromkeys(self.seats, 0)
        self.raked_on: Points = dict.fromkeys(self.seats, 0)
        self.missed: set[str] = set()
        self.stages: list[Stage] = []
        self.open: list[Purse] = []
        self.head = head_of(document)
        self.stage = Stage(0, self.head, self.seats)
        self.script = self.play()
        self.question: Question | None = next(self.script)

    # -- what every phase uses ---------------------------------------------------------------------

    def remaining(self, seat: str) -> int:
        return self.limit[seat] - self.committed[seat] + self.returned[seat]

    def ring(self, first: str) -> list[str]:
        """All seats counter-clockwise, `first` at the front."""
        place = self.seats.index(first)
        return self.seats[place:] + self.seats[:place]

    def pay(self, seat: str, points: int) -> None:
        assert 0 < points <= self.remaining(seat)
        self.committed[seat] += points

    def take(self, action: Action) -> None:
        """Goes on with `action`; raises `Refused`."""
        assert self.question
        if PHASE_OF.get(action.verb, "betting") != self.question[0]:
            raise Refused("wrong_phase")
        try:
            self.question = self.script.send(action)
        except StopIteration:
            self.question = None

    # -- the script --------------------------------------------------------------------------------

    def play(self) -> Script:
        antes = Purse(set(self.seats))
        for seat in self.ring(self.head):
            self.pay(seat, self.rules.ante)
            antes.chips[seat, 0, "ante"] += self.rules.ante
        self.open = [antes]
        while self.open:
            self.stages.append(self.stage)
            yield from self.deal()
            yield from self.bet()
            self.gather()
            yield from self.split()
            self.show_down()
            if self.open:
                yield from self.sell()
        self.head = self.strongest_back(self.seats)

    def deal(self) -> Script:
        dealt = self.stage.dealt
        while len(dealt) < len(self.stage.players):
            action = yield ("deal", [p for p in self.stage.players if p not in dealt])
            out = [card for hand in dealt.values() for card in hand]
            fresh = {card for card in action.cards if card not in out + JOKERS}
            if (
                action.who not in self.stage.players
                or action.who in dealt
                or len(action.cards) != 4
                or len(fresh) != 4
            ):
                raise Refused("bad_deal")
            dealt[action.who] = action.cards

    def bet(self) -> Script:
        stage = self.stage
        if sum(self.remaining(seat) > 0 for seat in stage.players) < 2:
            return
        order = self.ring(stage.head)
        while seat := self.next_speaker(order):
            action = yield ("betting", [seat])
            if action.who != seat:
                raise Refused("not_your_turn")
            before = stage.highest
            self.speak(seat, action)
            stage.answered = {seat} if stage.highest > before else stage.answered | {seat}
            order = self.ring(seat)

    def next_speaker(self, order: list[str]) -> str | None:
        """Who must act, looking through `order`; none when rule Z3.6 ends the betting."""
        stage = self.stage
        rich = [seat for seat in stage.live if self.remaining(seat) > 0]
        if len(stage.live) == 1 or (len(rich) == 1 and stage.bets[rich[0]] == stage.highest):
            return None
        return next((seat for seat in order if seat in rich and seat not in stage.answered), None)

    def speak(self, seat: str, action: Action) -> None:
        if action.verb == "fold":
            self.stage.live.remove(seat)
        elif action.verb == "check":
            if self.stage.highest or not self.rules.allow_check:
                raise Refused("cannot_check")
        else:
            points = self.points_of(seat, action)
            self.pay(seat, points)
            self.stage.bets[seat] += points
            self.stage.all_in = self.stage.all_in or self.remaining(seat) == 0

    def points_of(self, seat: str, action: Action) -> int:
        """Points that `action` puts in, after every check of step 5 in its order."""
        highest, own, most = self.stage.highest, self.stage.bets[seat], self.remaining(seat)
        if action.verb == "allin":
            return most
        if action.verb == "bet" and highest:
            raise Refused("already_bet")
        if action.verb != "bet" and not highest:
            raise Refused(f"nothing_to_{action.verb}")
        only = self.rules.after_all_in == "all_in_only"
        if action.verb == "call":
            if self.stage.all_in and only and highest - own < most:
                raise Refused("all_in_or_fold")
            return min(highest - own, most)
        if action.verb == "raise" and self.stage.all_in:
            raise Refused("all_in_or_fold" if only else "raise_after_all_in")
        total = self.amount_of(action)
        if total - own > most:
            raise Refused("over_cap")
        least = self.rules.ante if action.verb == "bet" else highest + self.rules.min_raise
        if total - own == most:
            least = highest + 1
        if total < least:
            raise Refused(f"{action.verb}_too_small")
        return total - own

    def amount_of(self, action: Action) -> int:
        digits = action.amount.lstrip("0")
        if not digits or set(action.amount) - set("0123456789"):
            raise Refused("bad_amount")
        return int(digits) if len(digits) < 30 else 10**30

    def gather(self) -> None:
        """Uncalled points go back, then the pots of this stage are formed."""
        stage = self.stage
        stage.returned = uncalled(stage.bets)
        for seat, points in stage.returned.items():
            self.returned[seat] += points
            stage.bets[seat] -= points
        stage.pots = formed(self.open + layers(stage.bets, stage.live, stage.number), stage.live)
        assert sum(pot.amount for pot in stage.pots) == (
            sum(self.committed.values()) - sum(self.returned.values()) - sum(self.received.values())
        )

    def split(self) -> Script:
        stage = self.stage
        while len(stage.live) > 1 and len(stage.splits) < len(stage.live):
            action = yield ("splitting", [p for p in stage.players if stage.must_split(p)])
            if action.who not in stage.live:
                raise Refused("not_in_showdown")
            if action.who in stage.splits:
                raise Refused("already_split")
            hand = stage.dealt[action.who]
            split = (action.cards[:2], action.cards[2:])
            if action.verb == "autosplit":
                split = hands.clock_split(hand)
            if sorted(split[0] + split[1]) != sorted(hand):
                raise Refused("not_your_cards")
            if not hands.is_legal(split, hand):
                raise Refused("front_above_back")
            stage.splits[action.who] = split

    def show_down(self) -> None:
        """A pot goes to its only unbeaten seat, is shared after the last playoff, or stays open."""
        stage = self.stage
        last = self.rules.max_playoffs and stage.number >= self.rules.max_playoffs
        self.open = []
        for pot in stage.pots:
            unbeaten = stage.unbeaten(pot)
            awarded: Points = {}
            if len(unbeaten) == 1 or last:
                turn = [seat for seat in self.ring(stage.head) if seat in unbeaten]
                awarded = shares(pot.amount, turn)
            else:
                self.open.append(Purse(set(unbeaten), Counter(pot.chips)))
            stage.results.append((unbeaten, awarded))
            for seat, points in awarded.items():
                self.received[seat] += points
                self.raked_on[seat] += points - pot.own_bets(seat, stage.number)

    def sell(self) -> Script:
        """Offers the buy-in and sets up the playoff."""
        stage = self.stage
        total = sum(pot.amount for pot in self.open)
        stage.price = total // 2 + (total % 2 if self.rules.buy_in_rounding == "up" else 0)
        tied = set().union(*(pot.open_to for pot in self.open))
        others = [seat for seat in self.seats if seat not in tied | self.missed]
        stage.offered = [seat for seat in others if self.remaining(seat) >= stage.price]
        self.missed |= set(others) - set(stage.offered)
        waiting = list(stage.offered)
        while waiting:
            action = yield ("buy_in", list(waiting))
            if action.who not in waiting:
                raise Refused("not_offered")
            waiting.remove(action.who)
            if action.verb == "decline":
                self.missed.add(action.who)
            else:
                self.pay(action.who, stage.price)
                stage.bought.append(action.who)
                self.open[0].chips[action.who, stage.number, "buy"] += stage.price
        for pot in self.open:
            pot.open_to |= set(stage.bought)
        players = [seat for seat in self.seats if seat in tied or seat in stage.bought]
        self.stage = Stage(stage.number + 1, self.strongest_back(players), players)

    def strongest_back(self, among: list[str]) -> str:
        """Rule Z8.1, or the seat that took the pot when nothing was shown (Z8.2)."""
        stage = self.stage
        if not stage.splits:
            return stage.live[0]
        shown = [seat for seat in self.ring(stage.head) if seat in stage.splits and seat in among]
        return max(shown, key=stage.back_strength)

    # -- the account -------------------------------------------------------------------------------

    def rake(self, seat: str) -> int:
        base = {
            "net": self.received[seat] + self.returned[seat] - self.committed[seat],
            "pot": self.received[seat],
            "winnings": self.raked_on[seat],
        }[self.rules.rake_basis]
        return max(0, base) * self.rules.rake_bp // 10000
