"""Z1.2, Z2.1: opening a round and posting the ante."""

from domain.chips.amount import MOST
from domain.kernel.refusal import Refusal
from domain.kernel.seats import counter_clockwise, seats_of
from domain.sizhidao import refusals
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.events import AntePosted, Event, RoundOpened
from domain.sizhidao.ruleset import RULES, Ruleset, disagreement


def open_round(command: OpenRound) -> tuple[Event, ...] | Refusal:
    """Return the opening and every seat's ante, the head first, or why the round cannot be opened.

    Who may be dealt in by its entry is the table's question (Z1.2); here a stack covers the ante.
    """
    refused = _may_open(command)
    if refused is not None:
        return refused
    opened = RoundOpened(
        round=command.round,
        table=command.table,
        rules=RULES,
        settings=command.settings,
        players=command.players,
        head=command.head,
    )
    seats = counter_clockwise(seats_of(len(command.players)), command.head)
    antes = (AntePosted(seat=seat, points=command.settings.ante) for seat in seats)
    return (opened, *antes)


def _may_open(command: OpenRound) -> Refusal | None:
    reason = disagreement(command.settings)
    if reason is not None:
        return refusals.BadSettings(reason=reason)
    settings, count = command.settings, len(command.players)
    if not settings.min_players <= count <= settings.max_players:
        return refusals.WrongSeatCount(
            seats=count,
            least=settings.min_players,
            most=settings.max_players,
        )
    if command.head not in seats_of(count):
        return refusals.UnknownHead()
    return _stacks_cover_the_ante(command, settings)


def _stacks_cover_the_ante(command: OpenRound, settings: Ruleset) -> Refusal | None:
    for seat, player in zip(seats_of(len(command.players)), command.players, strict=True):
        if not settings.ante <= player.stack <= MOST:
            return refusals.BadStack(seat=seat, least=settings.ante, most=MOST)
    return None
