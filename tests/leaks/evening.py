"""Rounds at a table, played at random through the service: every word a request of its player."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from random import Random
from typing import Any, Final

from api.cutting import Chain
from api.house import Answer
from api.roles import Role
from api.service.sizhidao.sight import legal_answer
from api.steward.dealing import due_of
from api.steward.work import ACTORS
from domain.cards.card import PACK
from domain.flow.address import Address, deck, game, table
from domain.games.rounds import turn_of
from domain.house.deck.commands import MissCut
from domain.house.deck.state import Cut, Cutting
from domain.house.deck.state import turn_of as turn_of_deck
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat
from domain.log.errors import LogUnavailableError
from domain.log.store import Receipt
from domain.paipu.action import Action
from domain.paipu.sizhidao.actions import read_action
from domain.sizhidao.commands import Deal
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.late import late_command
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Settled, Splitting, State, Voided
from domain.sizhidao.waiting import waiting
from tests.leaks.inside import Inside, Told, token
from tests.support.rounds import POOR

TABLE: Final = "oak"
SETTINGS: Final[Mapping[str, Any]] = {
    "min_players": 2,
    "ante": 10,
    "cap": 200,
    "max_playoffs": 2,
    "allow_check": True,
    "after_all_in": "call",
}
SEATS: Final = {"ann": "p1", "bob": "p3", "cyd": "p4", "dot": "p7"}
"""Who sits where at the table: a round numbers them otherwise."""
OUTSIDER: Final = "zed"
OK: Final = 200
AGAIN: Final = 503
"""To be sent once more with the same key: the database was away."""

# How likely it is that the clock splits, that an operator voids before a word or before a split,
# and that a word is such.
_CLOCK: Final = 0.25
_VOID: Final = 0.01
_VOID_SPLIT: Final = 0.06
_WEIGHTS: Final = {"fold": 2, "allin": 2, "check": 4, "call": 9, "bet": 4, "raise": 2, "buy": 3}


class Evening:
    """A table and what is played at it, by one seed."""

    def __init__(self, served: Inside, seed: int) -> None:
        self.served = served
        self.chance = Random(seed)
        self.rounds: list[str] = []
        self.all_rounds: list[str] = []
        """Those of the match too."""
        self.chains: dict[tuple[str, str], Chain] = {}
        """By place and player: with what they cut."""
        self.tokens = {name: token(name) for name in (*SEATS, OUTSIDER)}
        self.office = token("office", Role.OPERATOR)
        self._asked = count(1)

    def open(self) -> None:
        """Create the players and the table, and seat all but one of them."""
        self.done(self.office, "/tables", {"table": TABLE, "settings": SETTINGS})
        for name in self.tokens:
            self.done(self.office, "/players", {"player": name, "test": True})
            paid = {"points": 100_000, "reason": "cash", "reference": name}
            self.done(self.office, f"/players/{name}/deposits", paid)
        for name, seat in SEATS.items():
            self.done(self.tokens[name], f"/tables/{TABLE}/sit", {"seat": seat, "points": 200})
        self.served.spread()

    def done(self, bearer: str, path: str, body: object = None) -> Told:
        """Ask a command that must be accepted."""
        sent = None if body is None else json.dumps(body).encode()
        key = self.served.key()
        while (told := self.served.fetch("POST", f"/v1{path}", bearer, sent, key)).status == AGAIN:
            pass
        assert told.status == OK, told
        return told

    def start(self) -> str:
        """Bring all stacks up to the entry, and start a round; return its id."""
        seen = self.served.fetch("GET", f"/v1/tables/{TABLE}", self.office)
        for one in json.loads(seen.body)["seats"]:
            if one["stack"] < 200:
                more = {"points": 200 - one["stack"]}
                self.done(self.tokens[one["player"]], f"/tables/{TABLE}/top-up", more)
        self.prepare(f"/tables/{TABLE}", table(TABLE))
        started = self.done(self.office, f"/tables/{TABLE}/rounds")
        self.rounds.append(json.loads(started.body)["round"])
        self.all_rounds.append(self.rounds[-1])
        return self.rounds[-1]

    def steps(self, round_id: str) -> Iterator[Told | None]:
        """Play a round to its end, one command a step; yield what the service answered to each."""
        pack = self._deck()
        stage = 0
        while not isinstance(state := self.state(round_id), Settled | Voided):
            if state.round.stage > stage:  # type: ignore[union-attr]
                stage, pack = state.round.stage, self._deck()  # type: ignore[union-attr]
            if isinstance(state, Dealing):
                seat = waiting(state).seats[0]
                cards = deal_from(pack, state.round)[seat]
                yield self.deal(round_id, state, Deal(seat=seat, cards=cards))
            elif self.chance.random() < (_VOID_SPLIT if isinstance(state, Splitting) else _VOID):
                yield self.void(round_id)
            else:
                assert isinstance(state, Betting | Splitting | BuyingIn)
                yield self._word(round_id, state)

    def _deck(self) -> list[Any]:
        """Return a deck of few ranks, so that there are ties, or any."""
        pack = POOR if self.chance.random() < 0.7 else PACK
        return self.chance.sample(pack, len(pack))

    def deal(self, round_id: str, state: Any, command: Command) -> Told | None:  # noqa: ANN401 -- of either game
        """Deal this, or what the committed deck gives; before that, have a seat cut it."""
        cut = self.served.house.stands(deck(round_id)).state
        if isinstance(cut, Cutting):
            return self._cut(round_id, cut)
        dealt = next(due_of(cut, state)).command if isinstance(cut, Cut) else command
        self.decide(round_id, dealt, Origin.HOUSE)
        return None

    def _cut(self, round_id: str, cutting: Cutting) -> Told | None:
        seat = self.chance.choice(cutting.waits)
        (one,) = (one for one in cutting.deck.cutters if one.seat == seat)
        if self.chance.random() < _CLOCK:
            self.decide(round_id, MissCut(seat=seat), Origin.CLOCK, deck(round_id))
            return None
        value = self.chains[cutting.deck.venue, one.player].value_of(one.anchor)
        body = {"turn": turn_of_deck(cutting), "value": value}
        return self.done(self.tokens[one.player], f"/rounds/{round_id}/cut", body)

    def prepare(self, path: str, at: Address) -> None:
        """Have all players at a place but cyd deposit an anchor, unless theirs is good still."""
        if not self.served.has_decks:
            return
        seen = self.served.fetch("GET", f"/v1{path}", self.office)
        for one in json.loads(seen.body)["seats"]:
            name = at.stream, one["player"]
            chain = self.chains.get(name)
            if one["player"] != "cyd" and (chain is None or not chain.value_of(one["anchor"])):
                self.chains[name] = made = Chain(self.chance.randbytes(32))
                self.done(self.tokens[one["player"]], f"{path}/anchor", {"anchor": made.end})

    def state(self, round_id: str) -> State:
        state: State = self.served.house.stands(game(round_id)).state
        return state

    def turn(self, round_id: str) -> str | None:
        return turn_of(self.state(round_id))

    def say(self, round_id: str, *words: str) -> None:
        """Say in a round what a record would say. All must be accepted."""
        for word in words:
            action = read_action(word)
            assert isinstance(action, Action), word
            self.decide(round_id, action.command, action.origin)

    def decide(
        self, round_id: str, command: Command, origin: Origin, at: Address | None = None
    ) -> None:
        """Have the house itself, its clock or a player decide something, past the service."""
        players: Mapping[Any, str] = self.state(round_id).round.players  # type: ignore[union-attr]
        player = players.get(getattr(command, "seat", None), "")
        if origin is Origin.CLOCK:
            self.served.clock.past_all_deadlines()
        asked = self._ask(
            at or game(round_id),
            command,
            actor=ACTORS.get(origin, f"{origin}/{player}"),
            command_id=f"{round_id}-{next(self._asked)}",
            origin=origin,
        )
        assert isinstance(asked, Receipt), (command, asked)

    def _ask(self, at: Address, command: Command, **rest: Any) -> Answer:  # noqa: ANN401 -- any
        """Ask the house; once more, under the same id, if the database was away."""
        while True:
            with suppress(LogUnavailableError):
                return self.served.house.ask(at, command, **rest)

    def _word(self, round_id: str, state: Betting | Splitting | BuyingIn) -> Told | None:
        seat = self.chance.choice(waiting(state).seats)
        if isinstance(state, Splitting) and self.chance.random() < _CLOCK:
            self.decide(round_id, late_command(state, seat), Origin.CLOCK)
            return None
        words = [one.model_dump() for one in legal_answer(state, seat)]
        (word,) = self.chance.choices(words, [_WEIGHTS.get(one["verb"], 1) for one in words])
        body = {"turn": turn_of(state), "verb": word["verb"]}
        match word["verb"]:
            case "split":
                body["front"], body["back"] = self.chance.choice(word["splits"])
            case "bet":
                body["points"] = self.chance.randint(word["least"], word["most"])
            case "raise":
                body["to"] = self.chance.randint(word["least"], word["most"])
            case _:
                pass
        return self.act(round_id, seat, state.round.players[seat], body)

    def act(self, round_id: str, seat: Seat, player: str, body: Mapping[str, Any]) -> Told | None:
        """Have a seat's player do something."""
        del seat
        return self.done(self.tokens[player], f"/rounds/{round_id}/actions", body)

    def void(self, round_id: str) -> Told | None:
        """Have an operator void a round."""
        return self.done(self.office, f"/rounds/{round_id}/void", {"reason": "a flood"})
