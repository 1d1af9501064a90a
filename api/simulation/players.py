"""A player: sits and leaves, tops up, cuts, plays either game, is late, tries what is wrong."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from api.cutting import Chain
from api.sample.shengji.known import Trick
from api.service.facts import seat_in
from api.simulation.faults import Fault, Faults
from api.simulation.network import Request
from api.simulation.playing import in_turn, out_of_turn, spoilt
from api.simulation.process import Process
from api.simulation.truth import Truth
from domain.fairness.cut import VALUE_SIZE
from domain.flow.address import Address, Kind, anchors, deck, game, wallet
from domain.flow.turns import open_turn
from domain.games.rounds import waiting
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import RevealCut
from domain.house.deck.state import Cutting
from domain.house.match import commands as in_match
from domain.house.match import state as of_match
from domain.house.table import commands as at_table
from domain.house.table import state as of_table
from domain.house.wallet.state import Account
from domain.kernel.decider import Command, Origin
from domain.kernel.seats import Seat, seats_of
from domain.shengji.sides import SEATS

WRONG: Final = 0.06
"""How often a player tries something that it may not."""
MOVES: Final = 0.03
"""How often it leaves, or sits down elsewhere, of the times that it could."""
NO_TURN: Final = 0.1
"""How often it does not say which turn it answers."""
Wanted = tuple[Address, Command, str | None]
"""Where to, what, and which turn it answers."""


class Player:
    """A player of some places. It knows what the process that it asks shows to it."""

    def __init__(self, name: str, homes: Sequence[Address], chance: Random, faults: Faults) -> None:
        self.name = name
        self.actor = f"player/{name}"
        self.homes = homes
        self._chance = chance
        self._faults = faults
        self._chains: dict[Address, Chain] = {}
        self._said: set[tuple[str, str]] = set()
        """The turns, by round, in which it has said something or chose to be late."""
        self._number = 0

    def act(self, process: Process, truth: Truth, at: Address | None = None) -> Request | None:
        """Look at one of its places and do what it likes, if anything. Raises the log's errors."""
        at = at or self._chance.choice(self._open(truth))
        state = process.house.stands(at).state
        if at.kind is Kind.TABLE:
            wanted = self._at_table(at, state, process)
        else:
            wanted = self._in_match(at, state)
        wanted = wanted or self._in_round(at, state, process, truth)
        return None if wanted is None else self._request(*wanted, process)

    def _open(self, truth: Truth) -> Sequence[Address]:
        """Return its tables, and its match that goes on, if there is one."""
        going = [
            one
            for one in self.homes
            if one.kind is Kind.TABLE or isinstance(truth.state(one), of_match.Open)
        ]
        return going or self.homes

    def _request(
        self, to: Address, command: Command, turn: str | None, process: Process
    ) -> Request:
        self._number += 1
        return Request(
            at=to,
            command=command,
            actor=self.actor,
            key=f"{self.name}-{self._number}",
            origin=Origin.PLAYER,
            turn=None if self._chance.random() < NO_TURN else turn,
            process=process.number,
        )

    # ---- coming and going

    def _at_table(self, at: Address, state: Any, process: Process) -> Wanted | None:  # noqa: ANN401 -- of either kind
        if not isinstance(state, of_table.Open):
            return None
        chance = self._chance
        seat = state.seat_of(self.name)
        if chance.random() < WRONG / 3:
            return at, self._wrong_at_table(state), None
        if seat is None:
            return self._sit(at, state, process)
        if state.running is not None and state.running.holds(seat):
            return None
        if state.seats[seat].stack < state.settings.entry:
            points = state.settings.entry - state.seats[seat].stack
            if chance.random() < 1 / 2 and self._balance(process) >= points:
                return at, at_table.TopUp(player=self.name, points=points), None
        if chance.random() < MOVES:
            return at, at_table.StandUp(player=self.name), None
        return self._deposit(at, process)

    def _sit(self, at: Address, state: of_table.Open, process: Process) -> Wanted | None:
        free = [one for one in seats_of(state.settings.max_players) if one not in state.seats]
        entry = state.settings.entry
        if not free or self._balance(process) < entry or self._chance.random() < 1 / 2:
            return None
        seat = self._chance.choice(free)
        return at, at_table.Sit(seat=seat, player=self.name, points=entry), None

    def _wrong_at_table(self, state: of_table.Open) -> Command:
        chance = self._chance
        seat = chance.choice(seats_of(state.settings.max_players + 1))
        points = chance.choice((-5, 0, 1, state.settings.entry, 10**9))
        return chance.choice(
            (
                at_table.Sit(seat=seat, player=self.name, points=points),
                at_table.TopUp(player=self.name, points=points),
                at_table.StandUp(player=self.name),
                at_table.StartRound(round="mine"),
                at_table.DisableSeat(seat=seat),
            )
        )

    def _balance(self, process: Process) -> int:
        account = process.house.stands(wallet(self.name)).state
        return account.balance if isinstance(account, Account) else 0

    def _in_match(self, at: Address, state: Any) -> Wanted | None:  # noqa: ANN401 -- of either kind
        if not isinstance(state, of_match.Open):
            return None
        seat = state.seat_of(self.name)
        if self._chance.random() < WRONG / 3:
            quits = in_match.QuitMatch(player=self.name)
            return at, self._chance.choice((quits, in_match.BeReady(player=self.name))), None
        if seat is None:
            free = [one for one in SEATS if one not in state.seats]
            if not free:
                return None
            joins = in_match.JoinMatch(seat=self._chance.choice(free), player=self.name)
            return at, joins, None
        if state.seats[seat].away:
            return at, in_match.ComeBack(player=self.name), None
        if not state.seats[seat].ready:
            return at, in_match.BeReady(player=self.name), None
        return None

    def _deposit(self, at: Address, process: Process) -> Wanted | None:
        """H6.2: deposit the end of a new chain, if the own anchor is of none."""
        present = process.house.stands(anchors(at.stream)).state.present.get(self.name)
        chain = self._chains.get(at)
        if chain is not None and chain.value_of(present) is not None:
            return None
        if self._chance.random() < MOVES:
            return None  # it plays without a cut for a while
        self._chains[at] = chain = Chain(self._chance.randbytes(VALUE_SIZE))
        return anchors(at.stream), DepositAnchor(player=self.name, anchor=chain.end), None

    # ---- playing

    def _in_round(self, at: Address, state: Any, process: Process, truth: Truth) -> Wanted | None:  # noqa: ANN401 -- of either kind
        about = _running(state)
        if about is None:
            return self._deposit(at, process) if isinstance(state, of_match.Open) else None
        opened = process.log.fact(game(about).stream, 1)
        seat = None if opened is None else seat_in(opened.event, self.name)  # type: ignore[arg-type] # a round begins with it
        if seat is None:
            return None
        return self._at_seat(at, about, seat, process, truth)

    def _at_seat(
        self, at: Address, about: str, seat: Seat, process: Process, truth: Truth
    ) -> Wanted | None:
        def look(address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
            return process.house.stands(address).state

        turn = open_turn(look, about)
        if turn is None:
            return None
        if self._chance.random() < WRONG:
            return self._wrong(about, seat, turn.name)
        if (about, f"{turn.name} {seat}") in self._said:
            return None
        state, cutting = look(game(about)), look(deck(about))
        if isinstance(cutting, Cutting) and turn.name.endswith("cutting"):
            return self._cut(at, about, seat, cutting, turn.name)
        waits = waiting(state)
        if waits is None or seat not in waits.seats:
            return None
        self._note(about, turn.name, seat)
        if self._faults.strike(Fault.LATE):
            return None
        tricks: Sequence[Trick] = truth.tricks[about]
        command = in_turn(state, seat, tricks, self._chance)
        if command is not None and self._chance.random() < WRONG:
            self._said.discard((about, f"{turn.name} {seat}"))  # it will try once more
            command = spoilt(command, state, seat, self._chance)
        return None if command is None else (game(about), command, turn.name)

    def _note(self, about: str, turn: str, seat: Seat) -> None:
        """It says one thing in a turn, as a rule: of several attempts one is refused."""
        if self._chance.random() > WRONG:
            self._said.add((about, f"{turn} {seat}"))

    def _cut(
        self, at: Address, about: str, seat: Seat, cutting: Cutting, turn: str
    ) -> Wanted | None:
        anchor = next((one.anchor for one in cutting.deck.cutters if one.seat == seat), None)
        chain = self._chains.get(at)
        value = None if chain is None else chain.value_of(anchor)
        if seat not in cutting.waits or value is None:
            return None
        self._note(about, turn, seat)
        if self._faults.strike(Fault.LATE):
            return None
        return deck(about), RevealCut(seat=seat, value=value), turn

    def _wrong(self, about: str, seat: Seat, turn: str) -> Wanted:
        if self._chance.random() < 1 / 6:
            value = self._chance.randbytes(VALUE_SIZE).hex()
            return deck(about), RevealCut(seat=seat, value=value), turn
        return game(about), out_of_turn(seat, self._chance), turn


def _running(state: Any) -> str | None:  # noqa: ANN401 -- of either kind
    match state:
        case of_table.Open():
            return None if state.running is None else state.running.round
        case of_match.Open():
            return state.running
        case _:
            return None
