"""One round of 比牌升級 as a script that runs from the deal to the last trick.

The script is a coroutine: it stops with a question (a phase and the seats that may answer) and goes
on with the next action. Everything it knows is in plain, mutable attributes.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import cast

from tests.oracle.shengji import returns, tricks
from tests.oracle.shengji.contest import Contest, Question, Script, after
from tests.oracle.shengji.order import LADDERS, TRUMP, points_of, suits_of
from tests.oracle.shengji.scores import SIDE, result_of
from tests.oracle.shengji.words import PHASE_OF, SEATS
from tests.oracle.words import Action, Refused

Document = dict[str, object]


@dataclass
class Trick:
    leader: str
    lead: tricks.Lead
    plays: dict[str, list[str]] = field(default_factory=dict)
    winner: str = ""

    @property
    def points(self) -> int:
        return sum(points_of(cards) for cards in self.plays.values())

    def account(self) -> dict[str, object]:
        """This trick as an entry of `tricks` in the summary (paipu.md)."""
        told: dict[str, object] = {
            "leader": self.leader,
            "pattern": self.lead.kind,
            "plays": self.plays,
            "winner": self.winner,
            "points": self.points,
        }
        return told | ({"failed_throw": self.lead.attempt} if self.lead.attempt else {})


class Round:
    def __init__(self, document: Document) -> None:
        settings = cast("dict[str, str]", document.get("settings", {}))
        self.ladder = LADDERS[settings.get("ladder", "2-K")]
        bottom = {"A": self.ladder[0], "B": self.ladder[0]}
        self.levels = bottom | cast("dict[str, str]", document.get("levels", {}))
        self.first = "dealer" not in document
        self.dealer = cast("str", document.get("dealer", ""))
        self.level = self.levels[SIDE[self.dealer or "p1"]]
        self.hands: dict[str, list[str]] = {}
        self.kitty: list[str] = []
        self.contest = Contest("", self.level, self.hands)
        self.trump = ""
        self.returned: dict[str, list[str]] = {}
        self.buried: list[str] = []
        self.tricks: list[Trick] = []
        self.script = self.play()
        self.question: Question | None = next(self.script)

    def take(self, action: Action) -> None:
        """Goes on with `action`; raises `Refused`."""
        assert self.question
        phase, seats = self.question
        if PHASE_OF[action.verb] != phase:
            raise Refused("wrong_phase")
        if phase not in {"deal", "faceup"} and action.who not in seats:
            raise Refused("not_your_turn")
        try:
            self.question = self.script.send(action)
        except StopIteration:
            self.question = None

    def play(self) -> Script:
        yield from self._deal()
        starter = self.dealer
        if self.first:
            action = yield ("faceup", [])
            if action.cards[0] not in self.hands[action.who]:
                raise Refused("bad_deal")
            starter = action.who
        self.contest = Contest(starter, self.level, self.hands)
        yield from self.contest.play()
        self.dealer = self.dealer or self.contest.champion
        self.trump = (yield ("trump", [self.contest.champion])).amount
        yield from self._return()
        yield from self._bury()
        leader = self.dealer
        while self.hands[leader]:
            yield from self._trick(leader)
            leader = self.tricks[-1].winner

    # -- before the first trick --------------------------------------------------------------------

    def _deal(self) -> Script:
        while len(self.hands) < 4 or not self.kitty:
            action = yield ("deal", [seat for seat in SEATS if seat not in self.hands])
            if action.verb == "kitty":
                if self.kitty or len(action.cards) != 8:
                    raise Refused("bad_deal")
                self.kitty = action.cards
            else:
                if action.who in self.hands or len(action.cards) != 52:
                    raise Refused("bad_deal")
                self.hands[action.who] = action.cards
            counted = Counter([card for hand in self.hands.values() for card in hand] + self.kitty)
            if sum(counted.values()) == 216 and max(counted.values()) > 4:
                raise Refused("bad_deal")

    def _return(self) -> Script:
        giver = self.contest.champion
        owed = {seat: len(self.contest.shown[seat]) for seat in SEATS if seat != giver}
        while owing := [seat for seat in owed if owed[seat] and seat not in self.returned]:
            action = yield ("return", [giver])
            if action.amount not in owing or len(action.cards) != owed[action.amount]:
                raise Refused("wrong_return")
            hand = self.held(giver, action.cards)
            self.obey(returns.wrong_return(hand, action.cards, self.trump, self.level))
            self.hands[giver] = returns.without(hand, action.cards)
            self.hands[action.amount] += action.cards
            self.returned[action.amount] = action.cards

    def _bury(self) -> Script:
        self.hands[self.dealer] += self.kitty
        action = yield ("bury", [self.dealer])
        hand = self.held(self.dealer, action.cards)
        self.obey("wrong_count" if len(action.cards) != 8 else "")
        self.hands[self.dealer] = returns.without(hand, action.cards)
        self.buried = action.cards

    # -- tricks ------------------------------------------------------------------------------------

    def _trick(self, leader: str) -> Script:
        action = yield ("play", [leader])
        hand = self.held(leader, action.cards)
        self.obey(tricks.wrong_lead(action.cards, hand, self.trump, self.level))
        others = [card for seat in SEATS if seat != leader for card in self.hands[seat]]
        trick = Trick(leader, tricks.led(action.cards, others, self.trump, self.level))
        self.tricks.append(trick)
        self._put(trick, leader, trick.lead.cards)
        for steps in (1, 2, 3):
            seat = after(leader, steps)
            action = yield ("play", [seat])
            hand, lead = self.held(seat, action.cards), trick.lead.cards
            self.obey(tricks.wrong_follow(action.cards, hand, lead, self.trump, self.level))
            self._put(trick, seat, action.cards)
        trick.winner = tricks.winner(trick.plays, trick.lead, self.trump, self.level)

    def _put(self, trick: Trick, seat: str, cards: list[str]) -> None:
        self.hands[seat] = returns.without(self.hands[seat], cards)
        trick.plays[seat] = cards

    def held(self, seat: str, cards: list[str]) -> list[str]:
        """The hand of `seat`, which must have `cards`."""
        if not returns.holds(self.hands[seat], cards):
            raise Refused("not_your_cards")
        return self.hands[seat]

    def obey(self, code: str) -> None:
        if code:
            raise Refused(code)

    # -- the account -------------------------------------------------------------------------------

    def captures(self) -> list[dict[str, object]]:
        """Every ♠A that the other side won, by trick and then by order of play (rule S7)."""
        return [
            {"trick": number, "from": seat, "by": trick.winner}
            for number, trick in enumerate(self.tricks)
            for seat, cards in trick.plays.items()
            for card in cards
            if card == "As" and SIDE[seat] != SIDE[trick.winner]
        ]

    def kitty_multiplier(self) -> int:
        """How often the kitty counts for the attackers (rule S8.1)."""
        last = self.tricks[-1]
        if SIDE[last.winner] == SIDE[self.dealer]:
            return 0
        suits = {suits_of(self.trump, self.level)[card] for card in last.plays[last.winner]}
        return 2 if suits == {TRUMP} else 1

    def account(self) -> dict[str, object]:
        """The settled round as the summary has it (paipu.md)."""
        times, kitty_points = self.kitty_multiplier(), points_of(self.buried)
        attackers = [trick for trick in self.tricks if SIDE[trick.winner] != SIDE[self.dealer]]
        points = sum(trick.points for trick in attackers) + times * kitty_points
        captures = self.captures()
        taken = [(str(capture["from"]), str(capture["by"])) for capture in captures]
        result = result_of(self.ladder, self.levels, self.dealer, points, taken)
        return {
            "level": self.level,
            "dealer": self.dealer,
            "trump": self.trump,
            "contest": {
                "starter": self.contest.starter,
                "shown": {seat: cards for seat, cards in self.contest.shown.items() if cards},
                "winner": self.contest.champion,
                "points": self.contest.total(self.contest.champion),
            },
            "returns": self.returned,
            "tricks": [trick.account() for trick in self.tricks],
            "ace_captures": captures,
            "buried": self.buried,
            "kitty_points": kitty_points,
            "kitty_multiplier": times,
            "attack_points": points,
            "winners": "dealer" if result.held else "attackers",
            "levels": result.levels,
            "scores": result.scores,
            "next_dealer": after(self.dealer, 2 if result.held else 1),
            "match_winner": result.match_winner,
        }
