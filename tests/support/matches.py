"""A house in memory with matches of 比牌升級, whose rounds the clock can play out."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from domain.cards.packs import FOUR_PACKS
from domain.fairness.shuffle import shuffled_and_drawn
from domain.flow.address import Address, game, match, wallet
from domain.games.rounds import late_command, seconds_of, waiting
from domain.house.match import commands as in_match
from domain.house.match.state import Open, Over
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.shengji import commands as in_round
from domain.shengji.contesting import worth
from domain.shengji.deck import DEALT, deal_from, face_up
from domain.shengji.ruleset import Ruleset, ruleset
from domain.shengji.sides import SEATS
from domain.shengji.state import Contesting, Dealing, TurningUp
from tests.support.house import Streams

FOUR = ("ann", "bob", "cyd", "dan")
SHORT = ruleset({"ladder": "9-J"})


class Matches(Streams):
    """The same house, with the match `m`."""

    def match(self, settings: Ruleset = SHORT, players: tuple[str, ...] = FOUR) -> Address:
        """Open the match `m`, and have players sit down, p1 upward."""
        at = match("m")
        self.take(at, in_match.OpenMatch(match="m", settings=settings))
        for seat, name in zip(SEATS, players, strict=False):
            self.player(name)
            self.join(seat, name)
        return at

    def join(self, seat: str, name: str) -> None:
        self.take(match("m"), in_match.JoinMatch(seat=Seat(seat), player=name))

    def ready(self, *names: str) -> None:
        for name in names or FOUR:
            self.take(match("m"), in_match.BeReady(player=name))

    def begin(self, settings: Ruleset = SHORT) -> Address:
        """Open the match `m` with four players, all ready, and start its first round."""
        at = self.match(settings)
        self.ready()
        self.start_round("r1")
        return at

    def start_round(self, round_id: str) -> Address:
        self.take(match("m"), in_match.StartMatchRound(round=round_id))
        return game(round_id)

    def play_out(self, round_id: str) -> None:
        """Deal a round, by its name, and let the clock play it to its end."""
        at = game(round_id)
        for command in dealt(round_id, self.look(at)):
            self.take(at, command)
        while (word := late(self.look(at))) is not None:
            self.take(at, word)

    def disable(self, name: str) -> None:
        self.take(wallet(name), of_wallet.DisablePlayer(reason="asked for a pause"))

    def enable(self, name: str) -> None:
        self.take(wallet(name), of_wallet.EnablePlayer(reason="pause is over"))

    def open_match(self) -> Open:
        state = self.look(match("m"))
        assert isinstance(state, Open)
        return state

    def over(self) -> Over:
        state = self.look(match("m"))
        assert isinstance(state, Over)
        return state


def dealt(round_id: str, state: Dealing) -> Iterator[Command]:
    """Yield what deals a round the deck that its name gives it."""
    deck, place = shuffled_and_drawn(FOUR_PACKS, sha256(round_id.encode()).digest(), DEALT)
    hands, kitty = deal_from(deck, state.round.dealer)
    for seat, hand in hands.items():
        yield in_round.Deal(seat=seat, cards=hand)
    yield in_round.DealKitty(cards=kitty)
    if state.round.dealer is None:
        seat, card = face_up(hands, place)
        yield in_round.TurnUp(seat=seat, card=card)


def late(state: Any) -> Command | None:  # noqa: ANN401 -- a round in any phase
    """Return what the clock does next in a round, None if no seat is asked."""
    waits = waiting(state)
    if waits is None or seconds_of(state) is None or isinstance(state, TurningUp):
        return None
    return late_command(state, waits.seats[0])


def all_shown(state: Contesting) -> Command:
    """Return a show of all 比牌 cards of the seat, if that is enough to go on, else a pass."""
    seat, level = state.turn, state.round.level
    cards = tuple(card for card in state.hands[seat] if worth(card, level))
    piles = {one: sum(worth(card, level) for card in pile) for one, pile in state.piles.items()}
    least = max((piles[one] for one in piles if one != seat), default=0)
    if cards and piles.get(seat, 0) + sum(worth(card, level) for card in cards) > least:
        return in_round.Show(seat=seat, cards=cards)
    return in_round.Pass(seat=seat)
