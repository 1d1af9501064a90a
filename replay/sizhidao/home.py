"""The home of a round of 四支刀: the table that started it and heard of its end."""

from collections.abc import Mapping

from domain.flow import rounds
from domain.flow.address import table
from domain.house.table.commands import StartRound
from domain.house.table.events import Ending, RoundEnded, RoundStarted
from domain.kernel.seats import Seat, seats_of
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.events import RoundOpened
from domain.sizhidao.showdown import head_order
from domain.sizhidao.state import Settled, State
from replay.home import Part


class Table:
    """What a round's table tells of it (`replay.home`)."""

    def stream(self, opened: RoundOpened) -> str:
        """Return the table's stream."""
        return table(opened.table or "").stream

    def opening(self, opened: RoundOpened, part: Part) -> OpenRound | None:
        """Return the opening that follows from the table's start, None if that is none."""
        match part:
            case Part(StartRound(), (RoundStarted() as started,)):
                return rounds.opening(opened.table or "", opened.settings, started)
            case _:
                return None

    def tells_end(self, state: State, started: RoundStarted, part: Part) -> bool:
        """Say whether the table tells the end as it must; behind a void it tells the order."""
        match part.facts:
            case (RoundEnded() as told,):
                return part.command == rounds.ending(state) and told == _ending(
                    state, started, told
                )
            case _:
                return False

    def others(self, _: State, __: Part) -> frozenset[str]:
        """Nobody else hears of the end."""
        return frozenset()


def _ending(state: State, started: RoundStarted, told: RoundEnded) -> RoundEnded:
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
