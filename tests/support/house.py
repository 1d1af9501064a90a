"""A house in memory, without a log: every stream is a list of facts. For tests of its rules."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from domain.flow.address import COUNTER, Address, Kind, game, table, wallet
from domain.flow.decide import Part, decide
from domain.flow.following import following
from domain.house.match.commands import EndMatchRound
from domain.house.match.events import MatchAbandoned, MatchRoundStarted
from domain.house.table import commands as at_table
from domain.house.table.commands import EndRound
from domain.house.table.events import RoundEnded, RoundStarted
from domain.house.table.state import Open
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Account, Issue
from domain.kernel.decider import Command, Event
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.paipu.action import Action
from domain.paipu.sizhidao.actions import read_action
from domain.sizhidao.ruleset import Ruleset, ruleset
from domain.sizhidao.state import Settled

SMALL = ruleset({"ante": 10, "cap": 100, "min_players": 2})
"""A table with an entry of 100, for two to seven players."""


class Streams:
    """All streams of a house, their facts and the states that these lead to.

    With a moment, `now_ms`, turns get deadlines; with a `secret`, started rounds get decks.
    """

    def __init__(self, now_ms: int | None = None, secret: str | None = None) -> None:
        self.now_ms = now_ms
        self.secret = secret
        self.facts: dict[Address, list[Event]] = {}
        self.states: dict[Address, Any] = {}
        self.rake = 0
        self._references = 0

    def look(self, address: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        return self.states.get(address, address.decider.initial)

    def ask(self, address: Address, command: Command) -> tuple[Part, ...] | Refusal:
        """Decide a command and keep what follows, all of it or nothing."""
        decided = decide(self.look, address, command, self.now_ms, self.secret)
        if not isinstance(decided, Refusal):
            for at, _, (facts, state) in decided:
                self.facts.setdefault(at, []).extend(facts)
                self.states[at] = state
                if isinstance(state, Settled):
                    self.rake -= sum(state.net.values())
        return decided

    def take(self, address: Address, command: Command) -> tuple[Event, ...]:
        """Ask a command that must be accepted; return the facts of its own stream."""
        decided = self.ask(address, command)
        assert not isinstance(decided, Refusal), (command, decided)
        return decided[0].decision.facts

    def refused(self, address: Address, command: Command) -> str:
        """Ask a command that must be refused, and change nothing; return the code."""
        before = {at: len(facts) for at, facts in self.facts.items()}
        decided = self.ask(address, command)
        assert isinstance(decided, Refusal), (command, decided)
        assert before == {at: len(facts) for at, facts in self.facts.items()}
        assert str(decided)
        return decided.code

    # ---- what tests begin with

    def player(self, name: str, points: int = 0) -> Address:
        """Create a player with points."""
        at = wallet(name)
        self.take(at, of_wallet.CreatePlayer(player=name))
        if points:
            self.deposit(name, points)
        return at

    def deposit(self, name: str, points: int) -> None:
        self._references += 1
        reference = f"bank {self._references}"
        paid = of_wallet.Deposit(points=points, reason="cash", reference=reference)
        self.take(wallet(name), paid)

    def table(self, settings: Ruleset = SMALL, **players: int) -> Address:
        """Open the table `t` and seat players with these stacks, p1 upward."""
        at = table("t")
        self.take(at, at_table.OpenTable(table="t", settings=settings))
        for number, (name, points) in enumerate(players.items(), start=1):
            self.player(name, points)
            self.sit(f"p{number}", name, points)
        return at

    def sit(self, seat: str, name: str, points: int) -> None:
        self.take(table("t"), at_table.Sit(seat=Seat(seat), player=name, points=points))

    def start(self, round_id: str = "r") -> Address:
        self.take(table("t"), at_table.StartRound(round=round_id))
        return game(round_id)

    def play(self, at: Address, *words: str | Iterable[str]) -> None:
        """Say in a round what a record would say; lists are laid flat. All must be accepted."""
        for one in words:
            for command in said([one] if isinstance(one, str) else one):
                self.take(at, command)

    # ---- what can be said of it

    def balance(self, name: str) -> int:
        account = self.look(wallet(name))
        assert isinstance(account, Account)
        return account.balance

    def stacks(self) -> Mapping[str, int]:
        """The stacks at the table `t` by seat."""
        return {seat: one.stack for seat, one in self.open_table().seats.items()}

    def open_table(self) -> Open:
        state = self.look(table("t"))
        assert isinstance(state, Open)
        return state

    def missing_points(self) -> int:
        """What was issued and is neither in a wallet, nor at a table, nor taken as rake: 0."""
        issue = self.look(COUNTER)
        held = self.rake + (issue.balance if isinstance(issue, Issue) else 0)
        for at, state in self.states.items():
            if at.kind is Kind.WALLET and isinstance(state, Account):
                held += state.balance
            if at.kind is Kind.TABLE and isinstance(state, Open):
                held += sum(one.stack for one in state.seats.values())
        return held


def said(words: Iterable[str]) -> list[Command]:
    """The commands that a record's words stand for."""
    actions = [read_action(text) for text in words]
    assert all(isinstance(action, Action) for action in actions), actions
    return [action.command for action in actions if isinstance(action, Action)]


Asked = tuple[Address, Command, str]
"""A command to a stream, and the id of the command that it belongs to."""


def rederived(log: Log) -> int:
    """Decide everything in a log again by its commands, stream by stream; return missing points.

    Every fact must equal the stored one, and what a decision brings to other streams must stand
    there, under the same command id.
    """
    again = Streams()
    brought: list[Asked] = []
    found: list[Asked] = []
    for at in filter(None, map(Address.of, log.streams())):
        facts = _decided_again(again, at, log.read(at.stream), found, brought)
        again.rake -= sum(sum(one.net.values()) for one in facts if isinstance(one, RoundEnded))
    all_facts = [one for facts in again.facts.values() for one in facts]
    started = {one.round for one in all_facts if isinstance(one, RoundStarted | MatchRoundStarted)}
    started -= {one.round for one in all_facts if isinstance(one, MatchAbandoned) and one.round}
    keys = {(to, msgspec.json.encode(command), command_id) for to, command, command_id in found}
    missing = [
        (to, command)
        for to, command, command_id in brought
        if (to, msgspec.json.encode(command), command_id) not in keys
        # A round of a record ends without a table, whatever table it names; and a match that is
        # abandoned has ended its round by itself.
        and not (isinstance(command, EndRound | EndMatchRound) and command.round not in started)
    ]
    assert missing == []
    return again.missing_points()


def _decided_again(
    again: Streams,
    at: Address,
    stored: Sequence[Recorded],
    found: list[Asked],
    brought: list[Asked],
) -> list[Event]:
    state, facts = again.look(at), again.facts.setdefault(at, [])
    for one in stored:
        command, command_id = one.envelope.command, one.envelope.command_id
        if command is None:
            continue
        assert len(facts) == one.version - 1, "a decision is longer or shorter than stored"
        decided = at.decider.decide(state, command)
        assert not isinstance(decided, Refusal), (at, command, decided)
        facts += decided.facts
        state = decided.state
        found.append((at, command, command_id))
        follow = (one for fact in decided.facts for one in following(at, state, fact))
        brought += [(to, other, command_id) for to, other in follow]
    assert facts == [one.event for one in stored]
    again.states[at] = state
    return facts
