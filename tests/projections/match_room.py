"""Matches of 比牌升級 played through the service: all choose by chance, by one seed."""

from collections.abc import Mapping
from typing import Any, Final

from domain.cards.card import Card
from domain.cards.packs import FOUR_PACKS
from domain.flow.address import clock, game, match, wallet
from domain.games.rounds import waiting
from domain.house.clock.commands import StopClock
from domain.house.match import commands as in_match
from domain.house.match.state import Open, Over
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.store import Log, Receipt
from domain.shengji import commands
from domain.shengji.checking import check
from domain.shengji.contesting import worth
from domain.shengji.deck import deal_from, face_up
from domain.shengji.following import required
from domain.shengji.hands import without
from domain.shengji.late import late_command
from domain.shengji.legal import Show, legal
from domain.shengji.ordering import order_of
from domain.shengji.ruleset import Ladder, Ruleset
from domain.shengji.sides import SEATS
from domain.shengji.state import Burying, CallingTrump, Contesting, Dealing, Playing, TurningUp
from tests.projections.asking import Asking

SETTINGS: Final = Ruleset(ladder=Ladder.NINE_TO_JACK)
PLAYERS: Final[Mapping[Seat, str]] = dict(zip(SEATS, ("kim", "lee", "moe", "ned"), strict=True))


class MatchRoom(Asking):
    """A house in a log that plays matches. Whatever it asks must be accepted."""

    def __init__(self, log: Log, seed: int = 5) -> None:
        super().__init__(log, seed, "match", "operator/m")

    def open(self, name: str, settings: Ruleset = SETTINGS) -> None:
        """Open a match, with four players who are ready, new ones if there are none."""
        self.ask(match(name), in_match.OpenMatch(match=name, settings=settings))
        for seat, player in PLAYERS.items():
            if self.rounds.house.stands(wallet(player)).version == 0:
                self.ask(wallet(player), of_wallet.CreatePlayer(player=player))
            self.ask(match(name), in_match.JoinMatch(seat=seat, player=player))
            self.ask(match(name), in_match.BeReady(player=player))

    def state(self, name: str) -> Open | Over:
        found = self.rounds.house.stands(match(name)).state
        assert isinstance(found, Open | Over)
        return found

    def start(self, name: str) -> str:
        """Start the next round of a match; return its id."""
        round_id = f"{name}-{self.state(name).rounds + 1}"
        self.ask(match(name), in_match.StartMatchRound(round=round_id))
        return round_id

    def play(self, round_id: str, steps: int = 1_000) -> None:
        """Let players say so many words, or play a round to its end."""
        for _ in range(steps):
            state = self.rounds.state(round_id)
            if isinstance(state, Dealing):
                self._deal(round_id, state)
                continue
            asked = waiting(state)
            if asked is None:
                return
            self.ask(game(round_id), self._word(state, asked.seats[0]), Origin.PLAYER)

    def void(self, round_id: str) -> Receipt:
        self.ask(clock(round_id), StopClock(reason="a flood"))
        return self.ask(game(round_id), commands.VoidRound())

    def to_the_end(self, name: str) -> None:
        """Play rounds until a side has won the match."""
        while isinstance(self.state(name), Open):
            self.play(self.start(name))

    def _deal(self, round_id: str, state: Dealing) -> None:
        deck = self.chance.sample(FOUR_PACKS, len(FOUR_PACKS))
        dealt = deal_from(deck, state.round.dealer)
        for seat, cards in dealt.hands.items():
            self.ask(game(round_id), commands.Deal(seat=seat, cards=cards), Origin.HOUSE)
        self.ask(game(round_id), commands.DealKitty(cards=dealt.kitty), Origin.HOUSE)
        if isinstance(self.rounds.state(round_id), TurningUp):
            seat, card = face_up(dealt.hands, self.chance.randrange(208))
            self.ask(game(round_id), commands.TurnUp(seat=seat, card=card), Origin.HOUSE)

    def _word(self, state: Any, seat: Seat) -> Command:  # noqa: ANN401 -- a phase that asks a seat
        match state:
            case Contesting() if self.chance.random() < 0.7:
                return self._show(state, seat)
            case CallingTrump():
                return commands.CallTrump(seat=seat, suit=self.chance.choice("shdc"))
            case Burying():
                cards = self.chance.sample(state.hands[seat], 8)
                return commands.Bury(seat=seat, cards=tuple(cards))
            case Playing():
                return commands.Play(seat=seat, cards=self._cards(state, seat))
            case _:
                return late_command(state, seat)

    def _show(self, state: Contesting, seat: Seat) -> Command:
        """Show 比牌 cards in any order until they are enough; pass if they never are."""
        show = next((one for one in legal(state, seat) if isinstance(one, Show)), None)
        if show is None or show.least is None:
            return commands.Pass(seat=seat)
        cards: list[Card] = []
        for card in self.chance.sample(show.cards, len(show.cards)):
            cards.append(card)
            if sum(worth(one, state.round.level) for one in cards) >= show.least:
                break
        return commands.Show(seat=seat, cards=tuple(cards))

    def _cards(self, state: Playing, seat: Seat) -> tuple[Card, ...]:
        hand, order = state.hands[seat], order_of(state.round.level, state.trump)
        if state.plays:
            led = state.plays[0].cards
            suit = [card for card in hand if order.suit[card] == order.suit[led[0]]]
            must = self.chance.sample(suit, required(order, hand, order.suit[led[0]], len(led)))
            rest = self.chance.sample(without(hand, must), len(led) - len(must))
            return (*must, *rest)
        first = self.chance.choice(hand)
        suit = [card for card in hand if order.suit[card] == order.suit[first]]
        same = [card for card in hand if card == first]
        for cards in (suit, same, same[:2], self.chance.sample(suit, min(2, len(suit)))):
            lead = commands.Play(seat=seat, cards=tuple(cards))
            if self.chance.random() < 0.6 and not isinstance(check(state, lead), Refusal):
                return lead.cards
        return (first,)


def evening_of_matches(log: Log) -> MatchRoom:
    """Play a match to its end, one that is abandoned, and one that is left with a round running.

    That round is interrupted. Another match waits for players.
    """
    room = MatchRoom(log)
    room.open("cup")
    room.to_the_end("cup")
    room.open("tea")
    room.play(room.start("tea"), steps=20)
    room.ask(match("tea"), in_match.AbandonMatch(reason="the lamp went out"))
    room.open("bed")
    voided = room.start("bed")
    room.play(voided, steps=60)
    room.void(voided)
    room.play(room.start("bed"))
    room.ask(match("bed"), in_match.QuitMatch(player="lee"), Origin.PLAYER)
    running = room.start("bed")
    room.play(running, steps=60)
    room.ask(clock(running), StopClock(reason="a flood"))
    room.ask(match("hall"), in_match.OpenMatch(match="hall", settings=Ruleset()))
    return room
