"""A machine that plays with committed decks: cuts in any order, right, wrong, late and missing."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from domain.cards.card import PACK
from domain.fairness.committed import Where, committed
from domain.fairness.cut import anchor_of, cut_of, order_by
from domain.flow.address import anchors, deck, game, table
from domain.flow.dealing import dealt_by
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck import events
from domain.house.deck.commands import MissCut, RevealCut
from domain.house.deck.state import Cut, Cutting
from domain.house.table import commands as at_table
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import commands as in_round
from domain.sizhidao.dealing import HAND
from domain.sizhidao.events import CardsDealt
from domain.sizhidao.state import Dealing, Live
from tests.machine.test_house import commands_for
from tests.machine.walking import walks
from tests.support.house import SMALL, Streams

PLAYERS = ("ann", "bob", "cyd", "dan")
VENUE = anchors("table/t")
seats = st.sampled_from([Seat(f"p{number}") for number in range(1, 6)])


class DeckMachine(RuleBasedStateMachine):
    """Four players at a table; each may have a chain of values, and reveals what it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.house = Streams(0)
        self.rounds = 0
        self.values: dict[str, bytes] = {}  # of every anchor that was ever deposited

    @initialize()
    def found(self) -> None:
        """Players with points at one table."""
        self.house.table(SMALL, **dict.fromkeys(PLAYERS, 5000))
        for number, name in enumerate(PLAYERS[1:]):
            self.deposit(name, bytes([number]) * 32)

    @rule(name=st.sampled_from(PLAYERS), value=st.binary(min_size=32, max_size=32))
    def deposit_anew(self, name: str, value: bytes) -> None:
        """A player deposits another anchor, whatever goes on."""
        self.deposit(name, value)

    def deposit(self, name: str, value: bytes) -> None:
        """A player deposits the end of a short chain."""
        for _ in range(4):
            self.values[anchor_of(value).hex()] = value
            value = anchor_of(value)
        self.house.ask(VENUE, DepositAnchor(player=name, anchor=value.hex()))

    def start(self) -> None:
        """A round starts, where that is possible, with a secret of its own."""
        self.rounds += 1
        self.house.secret = sha256(self.rounds.to_bytes(4)).hexdigest()
        self.house.ask(table("t"), at_table.StartRound(round=self.name))

    @property
    def name(self) -> str:
        return f"round {self.running}" if self.running else f"round {self.rounds}"

    @property
    def running(self) -> int:
        one = self.house.open_table().running
        return int(one.round.split()[1]) if one else 0

    @rule(seat=seats, value=st.binary(min_size=32, max_size=32))
    def cut_wrongly(self, seat: Seat, value: bytes) -> None:
        """A value out of the air is no cut."""
        asked = self.house.ask(deck(self.name), RevealCut(seat=seat, value=value.hex()))
        assert isinstance(asked, Refusal)

    @rule(seat=seats)
    def cut(self, seat: Seat) -> None:
        """A seat reveals what its client has for it, asked or not, if its chain has more."""
        at = deck(self.name)
        state = self.house.look(at)
        cutters = state.deck.cutters if isinstance(state, Cutting | Cut) else ()
        anchor = next((one.anchor for one in cutters if one.seat == seat), None)
        value = self.values.get(anchor or "", bytes(32))
        waited = isinstance(state, Cutting) and seat in state.waits and anchor in self.values
        asked = self.house.ask(at, RevealCut(seat=seat, value=value.hex()))
        assert isinstance(asked, Refusal) is not waited

    @rule(late=st.sampled_from((*PLAYERS, "")))
    def all_cut(self, late: str) -> None:
        """All cut, or all but one; a round is started for it where none runs."""
        self.start()
        state = self.house.look(deck(self.name))
        for one in state.deck.cutters if isinstance(state, Cutting) else ():
            if one.seat in state.waits:
                (self.miss if one.player == late else self.cut)(one.seat)

    @rule(seat=seats)
    def miss(self, seat: Seat) -> None:
        """The clock goes on without a seat."""
        at = deck(self.name)
        waits = getattr(self.house.look(at), "waits", ())
        asked = self.house.ask(at, MissCut(seat=seat))
        assert isinstance(asked, Refusal) is (seat not in waits)

    @rule(seed=st.integers(0, 2**16), steps=st.integers(1, 30))
    def play(self, seed: int, steps: int) -> None:
        """The round goes on for a while, dealt by its deck; other hands are refused."""
        chance, at = Random(seed), game(self.name)
        for _ in range(steps):
            state = self.house.look(at)
            if not isinstance(state, Live):
                return
            if isinstance(state, Dealing):
                self.deal(state, chance)
                return
            for command in commands_for(state, chance):
                self.house.take(at, command)

    def deal(self, state: Dealing, chance: Random) -> None:
        """The house deals by the deck if it is cut, and never anything else."""
        at, cut = game(self.name), self.house.look(deck(self.name))
        hand = chance.sample(PACK, HAND)
        seat = state.round.contestants[0]
        wrong = self.house.ask(at, in_round.Deal(seat=seat, cards=tuple(hand)))
        assert isinstance(wrong, Refusal)
        if isinstance(cut, Cut) and cut.deck.stage == state.round.stage:
            for command in tuple(dealt_by(cut, state)):
                self.house.take(at, command)

    @invariant()
    def every_stream_folds_to_its_state(self) -> None:
        """What is kept of a stream is what its facts say."""
        for at, facts in self.house.facts.items():
            assert at.decider.fold(facts) == self.house.states[at]

    @invariant()
    def every_cut_is_the_value_of_an_anchor_that_was_there_before(self) -> None:
        """H6.3: no cut can be chosen after its deck is known."""
        for at, facts in self.house.facts.items():
            if at.kind != "deck":
                continue
            anchor: dict[tuple[int, Seat], str | None] = {}
            for fact in facts:
                if isinstance(fact, events.DeckCommitted):
                    anchor |= {(fact.stage, one.seat): one.anchor for one in fact.cutters}
                if isinstance(fact, events.CutRevealed):
                    known = anchor.pop((fact.stage, fact.seat))
                    assert anchor_of(bytes.fromhex(fact.value)).hex() == known
                if isinstance(fact, events.CutMissed):
                    assert anchor.pop((fact.stage, fact.seat)) is not None

    @invariant()
    def every_card_lies_where_deck_and_cut_put_it(self) -> None:
        """H6.5: worked out again from what is on record, by the description of the bytes."""
        for at, facts in self.house.facts.items():
            if at.kind == "deck":
                self._dealt_as(at.id, facts)

    def _dealt_as(self, name: str, facts: Sequence[object]) -> None:
        dealt = [one for one in self.house.facts[game(name)] if isinstance(one, CardsDealt)]
        for fact in facts:
            if not isinstance(fact, events.DeckCommitted):
                continue
            of_stage = {one.seat: one.cards for one in dealt if one.stage == fact.stage}
            done = [
                one for one in facts if isinstance(one, events.DeckCut) and one.stage == fact.stage
            ]
            if not done:
                assert not of_stage
                continue
            values = {
                one.seat: bytes.fromhex(one.value)
                for one in facts
                if isinstance(one, events.CutRevealed) and one.stage == fact.stage
            }
            where, root = Where(name, fact.stage), bytes.fromhex(fact.root)
            cut = cut_of(where, root, [one.seat for one in fact.cutters], values)
            assert done[0].cut == cut.hex()
            of_secret = committed(where, PACK, bytes.fromhex(*fact.secret))
            assert of_secret.root == root
            order = order_by(cut, 52)
            cards = [of_secret.cards[index] for index in order]
            count = len(fact.cutters)
            places = {cards[place]: place for place in range(count * HAND)}
            for hand in of_stage.values():
                turns = {places[card] % count for card in hand}
                assert len(turns) == 1
                assert [places[card] // count for card in hand] == [0, 1, 2, 3]


TestDecks = DeckMachine.TestCase
TestDecks.settings = walks(120, 40)
