"""Those who run the house: they pay in and out, open, adjust, interrupt and settle claims."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

import msgspec

from api.simulation.network import Request
from api.simulation.process import Process
from api.simulation.truth import Truth
from domain.flow.address import (
    SWITCHES,
    Address,
    Kind,
    access,
    adjustment,
    clock,
    dispute,
    game,
    wallet,
)
from domain.flow.interrupted import void_of
from domain.house.access import commands as to_cards
from domain.house.access.events import Purpose
from domain.house.adjustment import commands as of_adjustment
from domain.house.adjustment.state import Proposed
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.clock.state import Stopped
from domain.house.dispute import commands as of_dispute
from domain.house.dispute import state as in_dispute
from domain.house.dispute.events import Verdict
from domain.house.match import commands as in_match
from domain.house.match import state as of_match
from domain.house.switches import commands as of_switches
from domain.house.table import commands as at_table
from domain.house.table import state as of_table
from domain.house.wallet import commands as of_wallet
from domain.house.wallet.state import Account
from domain.kernel.decider import Command, Origin
from domain.shengji.ruleset import ruleset

PERSONS: Final = ("operator/olga", "operator/otto", "supervisor/sun")
HOURS_MS: Final = 3_600_000
Wanted = tuple[Address, Command]
Wish = Callable[["Office", Truth], Wanted | None]


class Office:
    """Whoever runs the house, and the players who claim something. It looks at what is true."""

    def __init__(self, players: Sequence[str], venues: Sequence[Address], chance: Random) -> None:
        self._players = players
        self._venues = venues
        self._chance = chance
        self._number = 0
        self._now_ms = 0

    def act(self, process: Process, truth: Truth) -> Request | None:
        """Do something of what the office does, if it has a place now."""
        self._now_ms = process.weather.time.ms
        (wish,) = self._chance.choices(WISHES, WEIGHTS)
        wanted = wish(self, truth)
        return None if wanted is None else self.request(*wanted)

    def request(self, at: Address, command: Command) -> Request:
        """Return what somebody of the office asks; a claim may be a player's own."""
        self._number += 1
        by: str | None = getattr(command, "by", None)
        actor = by or self._chance.choice(PERSONS)
        own = actor.startswith("player/")
        return Request(
            at=at,
            command=command,
            actor=actor,
            key=f"office-{self._number}",
            origin=Origin.PLAYER if own else Origin.OPERATOR,
        )

    def person(self) -> str:
        """Return somebody of the office."""
        return self._chance.choice(PERSONS)

    def _named(self, what: str) -> str:
        return f"{what}-{self._number + 1}"

    def _player(self) -> str:
        return self._chance.choice((*self._players, "nobody"))

    def _of_kind(self, truth: Truth, kind: Kind, *phases: type) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        found = [
            (at, state)
            for at, state in truth.states.items()
            if at.kind is kind and isinstance(state, phases)
        ]
        return self._chance.choice(found) if found else (None, None)

    # ---- points

    def deposit(self, _: Truth) -> Wanted | None:
        """H2.2: pay points in, now and then under a reference that was used."""
        chance = self._chance
        reference = "bank 1" if chance.random() < 1 / 10 else f"bank {self._number}"
        points = chance.choice((0, 50, 500, 500, 2_000, 2_000))
        command = of_wallet.Deposit(points=points, reason="cash", reference=reference)
        return wallet(self._player()), command

    def withdraw(self, truth: Truth) -> Wanted | None:
        """H2.2: pay points out, now and then more than there are."""
        player = self._player()
        account = truth.state(wallet(player))
        balance = account.balance if isinstance(account, Account) else 0
        points = self._chance.choice((1, balance, balance + 1, balance // 2))
        reference = f"payment {self._number}"
        return wallet(player), of_wallet.Withdraw(points=points, reason="cash", reference=reference)

    def propose(self, _: Truth) -> Wanted | None:
        """H10.1: propose an adjustment."""
        name = self._named("adjustment")
        return adjustment(name), of_adjustment.ProposeAdjustment(
            adjustment=name,
            by=self.person(),
            player=self._player(),
            points=self._chance.choice((-500, -20, 0, 5, 40)),
            reason="by mistake",
        )

    def judge(self, truth: Truth) -> Wanted | None:
        """H10.2: approve or reject what somebody proposed, perhaps oneself."""
        at, state = self._of_kind(truth, Kind.ADJUSTMENT, Proposed)
        if state is None:
            return None
        if self._chance.random() < 1 / 4:
            return at, of_adjustment.RejectAdjustment(by=self.person(), reason="no")
        return at, of_adjustment.ApproveAdjustment(by=self.person())

    # ---- rounds

    def interrupt(self, truth: Truth) -> Wanted | None:
        """H8.1: interrupt a round, perhaps one that is over."""
        rounds = [*truth.running()] or truth.ended()[-1:]
        return (clock(self._chance.choice(rounds)), StopClock(reason="a flood")) if rounds else None

    def see_to(self, truth: Truth) -> Wanted | None:
        """H8.3, H8.4: resume an interrupted round, or void it; both are tried with others too."""
        stopped = [one for one in truth.running() if isinstance(truth.state(clock(one)), Stopped)]
        rounds = stopped or [*truth.running()]
        if not rounds or (not stopped and self._chance.random() > 1 / 20):
            return None
        about = self._chance.choice(rounds)
        if self._chance.random() < 1 / 3:
            return game(about), void_of(truth.state(game(about)), "it cannot go on")
        return clock(about), ResumeClock(reason="it is dry")

    # ---- what is open

    def restore(self, truth: Truth) -> Wanted | None:
        """H7.1: switch on again what is off, also a player's own switch, which is at the wallet."""
        off = sorted(truth.state(SWITCHES).off)
        if not off:
            return None
        scope = self._chance.choice(off)
        player = scope.removeprefix("player/")
        if player != scope and self._chance.random() < 4 / 5:
            return wallet(player), of_wallet.EnablePlayer(reason="let in")
        return SWITCHES, of_switches.Enable(scope=scope, reason="on again")

    def switch(self, _: Truth) -> Wanted | None:
        """H7.1: switch something off; it is soon on again."""
        scopes = ["everything", "game/sizhidao", "game/shengji", "game/chess"]
        scopes += [at.stream for at in self._venues] + [f"player/{self._player()}"]
        return SWITCHES, of_switches.Disable(scope=self._chance.choice(scopes), reason="a check")

    def bar(self, truth: Truth) -> Wanted | None:
        """H1.2: disable a player, or enable one again."""
        at, state = self._of_kind(truth, Kind.WALLET, Account)
        if state is None:
            return None
        if state.disabled:
            return at, of_wallet.EnablePlayer(reason="let in")
        return at, of_wallet.DisablePlayer(reason="kept out")

    def settings(self, truth: Truth) -> Wanted | None:
        """H3.1: change the settings of a table for its next rounds."""
        at, state = self._of_kind(truth, Kind.TABLE, of_table.Open)
        if state is None:
            return None
        changed: dict[str, Any] = self._chance.choice(
            ({"rake_bp": self._chance.randint(0, 1_000)}, {"max_playoffs": 1}, {"cap": 1})
        )
        return at, at_table.ChangeSettings(
            settings=msgspec.structs.replace(state.settings, **changed)
        )

    def found(self, truth: Truth) -> Wanted | None:
        """M1, M8: open a match anew that is over; now and then abandon one."""
        at, state = self._of_kind(truth, Kind.MATCH, of_match.Open)
        if at is not None:
            if state.running is None and self._chance.random() < 1 / 40:
                return at, in_match.AbandonMatch(reason="nobody comes")
            return None
        for venue in self._venues:
            if venue.kind is Kind.MATCH and isinstance(truth.state(venue), of_match.Unopened):
                return venue, in_match.OpenMatch(match=venue.id, settings=SHORT)
        return None

    # ---- claims

    def claim(self, truth: Truth) -> Wanted | None:
        """H9.1: a player claims that something was wrong in a round."""
        rounds = truth.ended()
        if not rounds:
            return None
        name, by = self._named("dispute"), f"player/{self._player()}"
        return dispute(name), of_dispute.OpenDispute(
            dispute=name,
            round=self._chance.choice(rounds),
            by=by if self._chance.random() < 4 / 5 else self.person(),
            claim="it was mine",
            due_ms=self._now_ms + HOURS_MS,
        )

    def settle(self, truth: Truth) -> Wanted | None:
        """H9.2 to H9.5: note, decide, compensate and close, in any order."""
        at, state = self._of_kind(truth, Kind.DISPUTE, in_dispute.Open, in_dispute.Closed)
        if at is None:
            return None
        chance, by = self._chance, self.person()
        digest = chance.randbytes(32).hex()
        verdict = chance.choice(tuple(Verdict))
        name = self._named("adjustment")
        commands: tuple[Command, ...] = (
            of_dispute.AddNote(by=chance.choice((by, state.by)), text="we look at it"),
            of_dispute.AddEvidence(by=state.by, digest=digest, note="see there"),
            of_dispute.DecideDispute(by=by, verdict=verdict, text="so it is"),
            of_dispute.ProposeCompensation(
                by=by, adjustment=name, player=self._player(), points=chance.randint(0, 90)
            ),
            of_dispute.CloseDispute(by=by),
        )
        return at, chance.choice(commands)

    def look(self, truth: Truth) -> Wanted | None:
        """H9.7: look at the cards of a round for a reason."""
        rounds = [*truth.running(), *truth.ended()]
        if not rounds:
            return None
        about = self._chance.choice(rounds)
        return access(about), to_cards.RevealCards(
            round=about,
            viewer="olga",
            role="operator",
            reason="a claim",
            purpose=Purpose.ROUND,
            at_ms=self._now_ms,
        )


_WISHES: Final[Sequence[tuple[Wish, int]]] = (
    (Office.deposit, 30),
    (Office.withdraw, 6),
    (Office.propose, 4),
    (Office.judge, 5),
    (Office.interrupt, 2),
    (Office.see_to, 20),
    (Office.restore, 30),
    (Office.switch, 2),
    (Office.bar, 2),
    (Office.settings, 2),
    (Office.found, 10),
    (Office.claim, 3),
    (Office.settle, 10),
    (Office.look, 2),
)
WISHES: Final = tuple(wish for wish, _ in _WISHES)
WEIGHTS: Final = tuple(weight for _, weight in _WISHES)
"""What the office does, and how often."""
SHORT: Final = ruleset(
    {
        "ladder": "9-J",
        "contest_seconds": 8,
        "trump_seconds": 8,
        "return_seconds": 10,
        "bury_seconds": 10,
        "play_seconds": 8,
    }
)
"""A short match with short turns."""
