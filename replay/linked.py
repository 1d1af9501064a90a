"""Comparing a round with the table that started it: its opening, and what its end left there."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from domain.flow import rounds
from domain.flow.address import table
from domain.house.table.commands import StartRound
from domain.house.table.events import Ending, RoundEnded, RoundStarted
from domain.kernel.decider import Command as KernelCommand
from domain.kernel.seats import Seat, seats_of
from domain.log.codec import Codec
from domain.log.envelope import Envelope, Recorded
from domain.sizhidao.events import RoundOpened, RoundSettled, RoundVoided
from domain.sizhidao.showdown import head_order
from domain.sizhidao.state import Settled, State
from replay.receipts import Odd, Shared
from replay.rederive import Rederivation

Fact = Callable[[str, int], Recorded | None]
"""Finds one event by stream and version, None if it is damaged or missing: `Log.fact`."""


class Tables(NamedTuple):
    """What is needed to ask the tables: their events, and the codec that knows what was asked."""

    fact: Fact
    codec: Codec


def unlike_table(tables: Tables, shared: tuple[Shared, ...], derived: Rederivation) -> Odd | None:
    """Return the first place where a round and its table tell different things.

    `shared` are the round's decisions that wrote to other streams too: the opening and the end of
    a round that a table started, none of any other round, of a record for one.
    """
    end = rounds.ending(derived.state)
    last = derived.decisions[-1] if end is not None or _ended_closed(derived) else None
    for one in shared:
        if one.decision.first != 1 and one.decision is not last:
            return Odd(one.decision.first, "its command was acknowledged with other facts")
    if not shared:
        return None
    started = _started(tables, shared[0]) if shared[0].decision.first == 1 else None
    if started is None:
        return Odd(1, "its table did not start it so")
    if last is None:
        return None
    ended = _brought(tables.fact, shared[-1]) if shared[-1].decision is last else None
    if ended is None or ended.stream != shared[0].found.event.results[0].stream:
        return Odd(last.first, "its table does not tell its end so")
    told = (ended.envelope.command, ended.event)
    if not derived.closed and told != (end, _ending(derived.state, started, ended.event)):
        return Odd(last.first, "its table does not tell its end so")
    return None


def _ended_closed(derived: Rederivation) -> bool:
    """Say whether a round ended whose cards are sealed: its state is not known, its facts are."""
    ends = (RoundSettled, RoundVoided)
    return derived.closed and isinstance(derived.decisions[-1].facts[-1], ends)


def _started(tables: Tables, opening: Shared) -> RoundStarted | None:
    """Return the table's start of a round, if it is what the round's opening follows from."""
    own, opened = opening.found.event.results[0], opening.decision.facts[0]
    if not isinstance(opened, RoundOpened) or own.stream != table(opened.table or "").stream:
        return None
    stored = tables.fact(own.stream, own.first)
    if stored is None or own.first != own.last or stored.hash.hex() != own.hash:
        return None
    command, started = stored.envelope.command, stored.event
    follows = (
        isinstance(command, StartRound)
        and isinstance(started, RoundStarted)
        and same_marks(stored.envelope, opening.decision.envelope)
        and tables.codec.input_of(own.stream, command) == opening.found.event.input
    )
    if not follows or not isinstance(started, RoundStarted):
        return None
    asked = rounds.opening(opened.table or "", opened.settings, started)
    return started if asked == opening.decision.envelope.command else None


def _brought(fact: Fact, closing: Shared) -> Recorded | None:
    """Return the event that the end of a round brought to its table."""
    results = closing.found.event.results[1:]
    stored = fact(results[0].stream, results[0].first) if len(results) == 1 else None
    if stored is None or stored.hash.hex() != results[0].hash:
        return None
    return stored if same_marks(stored.envelope, closing.decision.envelope) else None


def _ending(state: State, started: RoundStarted, told: object) -> RoundEnded | None:
    """Return the end as the table must tell it; `told` is asked for the order behind a void."""
    if not isinstance(told, RoundEnded):
        return None
    seats = [dealt.seat for dealt in started.dealt_in]
    of_table = dict(zip(seats_of(len(seats)), seats, strict=True))
    if isinstance(state, Settled):
        order = tuple(of_table[seat] for seat in head_order(state))
        net: Mapping[Seat, int] = {of_table[seat]: net for seat, net in state.net.items()}
        ending, head = Ending.SETTLED, of_table[state.next_head]
    else:
        order, net = told.order, dict.fromkeys(seats, 0)
        ending, head = Ending.VOIDED, started.head
    return RoundEnded(
        round=started.round,
        ending=ending,
        net=net,
        next_head=head,
        order=order,
    )


def same_marks(one: Envelope[KernelCommand], other: Envelope[KernelCommand]) -> bool:
    """Say whether two streams' parts of a decision bear the same marks; each has its command."""
    return msgspec.structs.replace(one, command=None) == msgspec.structs.replace(
        other, command=None
    )
