"""H4: who is dealt into a round, who is its head, and what its end does to the stacks."""

from collections.abc import Iterator
from typing import Final

from domain.house.labels import LONGEST, is_name
from domain.house.table import commands, refusals
from domain.house.table.events import DealtIn, Ending, RoundEnded, RoundStarted
from domain.house.table.state import Open, Running
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, counter_clockwise, in_order, seats_of

_ALL: Final = seats_of(13)
"""The most seats that any table has."""


def start(table: Open, command: commands.StartRound) -> RoundStarted | Refusal:
    """H4.1: one round at a time, for all seats that can play, at least `min_players` of them."""
    if table.running is not None:
        return refusals.RoundRunning(round=table.running.round)
    if not is_name(command.round):
        return refusals.BadRound(most=LONGEST)
    able = able_seats(table)
    if len(able) < table.settings.min_players:
        return refusals.TooFewSeats(seats=len(able), least=table.settings.min_players)
    taken = ((seat, table.seats[seat]) for seat in able)
    return RoundStarted(
        round=command.round,
        head=head_of(table, able),
        dealt_in=tuple(DealtIn(seat=seat, player=s.player, stack=s.stack) for seat, s in taken),
    )


def able_seats(table: Open) -> tuple[Seat, ...]:
    """Z1.2, H1.2: the seats that can play, p1 upward. The others sit out."""
    entry = table.settings.entry
    able = {s for s, one in table.seats.items() if one.stack >= entry and not one.disabled}
    return in_order(_ALL, able)


def head_of(table: Open, able: tuple[Seat, ...]) -> Seat:
    """Z1.3, Z8.1, Z8.2: the first in the table's order who can play, else the next seat."""
    seats = (table.seat_of(player) for player in table.order)
    return next(seat for seat in (*seats, *_next_seats(table)) if seat in able)


def _next_seats(table: Open) -> Iterator[Seat]:
    first, *others = counter_clockwise(_ALL, table.last_head or _ALL[0])
    yield from (*others, first)


def end(table: Open, command: commands.EndRound) -> RoundEnded | Refusal:
    """H4.3: a settled round moves the stacks by its nets; a voided one moves nothing (Z8.3)."""
    running = table.running
    if running is None or running.round != command.round:
        return refusals.RoundNotRunning()
    of_table = _of_table(running)
    if command.ending is Ending.VOIDED:
        order = _as_it_was(table, running)
    else:
        order = tuple(of_table[seat] for seat in command.order)
    return RoundEnded(
        round=command.round,
        ending=command.ending,
        net={seat: command.net.get(of_round, 0) for of_round, seat in of_table.items()},
        next_head=order[0],
        order=order,
    )


def _of_table(running: Running) -> dict[Seat, Seat]:
    """Return the seat of the table for every seat of the round."""
    seats = (dealt.seat for dealt in running.dealt_in)
    return dict(zip(seats_of(len(running.dealt_in)), seats, strict=True))


def _as_it_was(table: Open, running: Running) -> tuple[Seat, ...]:
    """Z8.3: the head of a voided round is head again, and behind it nothing has changed."""
    before = (table.seat_of(player) for player in table.order)
    return (running.head, *(seat for seat in before if seat not in {running.head, None}))
