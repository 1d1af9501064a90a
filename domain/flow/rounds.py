"""Between a table and its rounds: how a started round opens, and what a finished one leaves."""

from domain.house.table.commands import EndRound
from domain.house.table.events import Ending, RoundStarted
from domain.kernel.seats import seats_of
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import Ruleset
from domain.sizhidao.showdown import head_order
from domain.sizhidao.state import Settled, State, Voided


def opening(table: str, settings: Ruleset, started: RoundStarted) -> OpenRound:
    """H4.1: the round opens with the seats dealt in, numbered anew from p1 upward."""
    seats = [dealt.seat for dealt in started.dealt_in]
    return OpenRound(
        round=started.round,
        table=table,
        settings=settings,
        players=tuple(SeatedPlayer(player=d.player, stack=d.stack) for d in started.dealt_in),
        head=seats_of(len(seats))[seats.index(started.head)],
    )


def ending(state: State) -> EndRound | None:
    """H4.3: what a finished round tells its table; None while it runs."""
    match state:
        case Settled():
            return EndRound(
                round=state.round.id,
                ending=Ending.SETTLED,
                net=state.net,
                order=head_order(state),
            )
        case Voided():
            return EndRound(round=state.round.id, ending=Ending.VOIDED, net={}, order=())
        case _:
            return None
