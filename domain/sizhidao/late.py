"""What the clock does for a seat that is late."""

from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.sizhidao import betting
from domain.sizhidao.commands import AutoSplit, Check, Command, DeclineBuyIn, Fold
from domain.sizhidao.state import Betting, BuyingIn, Splitting


def late_command(state: Betting | Splitting | BuyingIn, seat: Seat) -> Command:
    """Return what the clock asks for a seat that the open turn still waits for.

    In betting it checks where that is allowed and free, else it folds (Z3.8); it splits for the
    seat (Z5.6), or lets the offer go (Z7.4).
    """
    match state:
        case Betting():
            free = not isinstance(betting.check(state, seat), Refusal)
            return Check(seat=seat) if free else Fold(seat=seat)
        case Splitting():
            return AutoSplit(seat=seat)
        case BuyingIn():
            return DeclineBuyIn(seat=seat)
