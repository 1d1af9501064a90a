"""Checkers of every decision: points, turns, and what follows in the stream of a round."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

from api.simulation.truth import Batch, Truth
from api.simulation.wrong import WrongError
from domain.flow.address import COUNTER, Address, Kind, clock, game
from domain.flow.turns import cut_in, open_turn
from domain.games.rounds import ROUND, waiting
from domain.house.clock.state import Deadline
from domain.house.table.state import Open as OpenTable
from domain.house.wallet.state import Account
from domain.kernel.seats import Seat
from domain.shengji import state as shengji
from domain.sizhidao import events
from domain.sizhidao import state as sizhidao
from replay.sizhidao.points import first_gap

CONSERVED: Final = "points: wallets, stacks and rake are what was issued (H2.4)"
NO_DEBT: Final = "no wallet and no stack is below zero"
ADDED_UP: Final = "the points of a round add up after every fact"
DEADLINE: Final = "an open turn has its deadline (H5.1)"
ABLE: Final = "whoever is asked can act"
ANSWERS: Final = "nothing is done in another turn than it answers (H5.2)"


class Checker(Protocol):
    """Looks at a decision before and after it is folded. Raises `WrongError`."""

    def before(self, batch: Batch, truth: Truth) -> None:
        """Look at a decision on the state that it was made on."""

    def after(self, batch: Batch, truth: Truth) -> None:
        """Look at what a decision has led to."""


class Points:
    """No point is made or lost, anywhere, by any decision (H2.4)."""

    def __init__(self) -> None:
        self.rake = 0
        self._held: dict[Address, int] = {}

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""

    def after(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.after`."""
        self.rake += sum(
            one.event.points for one in batch.facts if isinstance(one.event, events.RakeTaken)
        )
        for stream in batch.streams:
            at = Address.of(stream)
            if at is not None and at != COUNTER:
                self._hold(at, truth.state(at))
        issued = -getattr(truth.state(COUNTER), "balance", 0)
        held = sum(self._held.values())
        if held + self.rake != issued:
            raise WrongError(CONSERVED, issued, f"{held} held and {self.rake} rake")

    def _hold(self, at: Address, state: Any) -> None:  # noqa: ANN401 -- of any stream
        match state:
            case Account():
                amounts = {at.stream: state.balance}
            case OpenTable():
                amounts = {f"{at.stream} {seat}": one.stack for seat, one in state.seats.items()}
            case _:
                return
        for name, points in amounts.items():
            if points < 0:
                raise WrongError(NO_DEBT, "0 or more", f"{points} in {name}")
        self._held[at] = sum(amounts.values())


class RoundPoints:
    """In a round of 四支刀 the points add up by plain sums, and nobody bets what it has not."""

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""

    def after(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.after`."""
        for stream in batch.streams:
            at = Address.of(stream)
            state = None if at is None else truth.state(at)
            if at is None or not isinstance(state, sizhidao.State):
                continue
            if isinstance(state, sizhidao.Unopened):
                continue
            gap = first_gap(truth.rounds[at.id])  # type: ignore[arg-type] # of this game by its state
            if gap is not None:
                raise WrongError(ADDED_UP, f"sums up to event {gap[0]} of {stream}", gap[1])
            for seat in state.round.seats:
                if state.round.remaining(seat) < 0:
                    raise WrongError(NO_DEBT, "0 or more", f"{seat} of {stream} has bet more")


class Turns:
    """Every open turn has a deadline and seats that can act; acts answer the turn that is open."""

    def before(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.before`."""
        at, turn = Address.of(batch.first.stream), batch.accepted.turn
        if at is None or turn is None or at.kind not in {Kind.ROUND, Kind.DECK}:
            return
        now = open_turn(truth.state, at.id)
        if now is None or now.name != turn:
            raise WrongError(ANSWERS, "no turn" if now is None else now.name, f"an act in {turn}")

    def after(self, batch: Batch, truth: Truth) -> None:
        """See `Checker.after`."""
        touched = {Address.of(stream) for stream in batch.streams}
        for about in sorted({at.id for at in touched if at is not None and at.kind in _OF_ROUND}):
            state = truth.state(game(about))
            if about in truth.places and not ROUND.is_terminal(state):
                self._timed(about, truth)
                self._able(about, state, truth)

    def _timed(self, about: str, truth: Truth) -> None:
        turn, deadline = open_turn(truth.state, about), truth.state(clock(about))
        if turn is None:
            raise WrongError(DEADLINE, f"a turn in {about}", "none, and it is not over")
        if turn.seconds is None or not isinstance(deadline, Deadline):
            if turn.seconds is not None and type(deadline).__name__ == "Unset":
                raise WrongError(DEADLINE, f"a deadline of {turn.name} in {about}", "none")
            return
        if deadline.turn != turn.name:
            told = f"one of {deadline.turn}"
            raise WrongError(DEADLINE, f"a deadline of {turn.name} in {about}", told)

    def _able(self, about: str, state: Any, truth: Truth) -> None:  # noqa: ANN401 -- of either game
        waits = waiting(state)
        if cut_in(truth.state, about, state) is not None or waits is None:
            return
        for seat in waits.seats:
            if not able(state, seat):
                raise WrongError(ABLE, f"{seat} of {about} can act", f"it cannot: {waits.phase}")


_OF_ROUND: Final = frozenset({Kind.ROUND, Kind.CLOCK, Kind.DECK})


def able(state: Any, seat: Seat) -> bool:  # noqa: ANN401 -- of either game
    """Say from the state alone whether a seat that is asked has anything to act with."""
    match state:
        case sizhidao.Betting():
            bet: Mapping[Seat, int] = state.bets
            return seat in state.live and state.round.remaining(seat) > 0 and seat in bet
        case sizhidao.Splitting():
            return seat in state.live and seat not in state.splits
        case sizhidao.BuyingIn():
            return seat in state.offered and seat not in state.bought
        case shengji.Playing():
            return bool(state.hands[seat]) and all(one.seat != seat for one in state.plays)
        case _:
            return True
