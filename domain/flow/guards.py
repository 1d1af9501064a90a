"""What a command needs to be true of streams that it does not change (H9.1, H9.7, H9.9, H10.1).

Nearly all of it stays true once it is: a round has the players that it was opened with and stays
over, a player stays created. So nothing is lost by only looking. Keys that are erased while
somebody looks are erased after that look.
"""

from typing import Any, Final

from domain.flow.address import Address, Look, dispute, game, hold, wallet
from domain.flow.refusals import Involved
from domain.games.rounds import ROUND, Unopened
from domain.house.access.commands import GrantReveal, LookAtCards, RevealCards
from domain.house.access.refusals import NoSuchRound, RoundNotOver
from domain.house.adjustment.commands import (
    ApproveAdjustment,
    ProposeAdjustment,
    RejectAdjustment,
)
from domain.house.adjustment.state import State as Adjustment
from domain.house.adjustment.state import Unproposed
from domain.house.dispute.commands import (
    CloseDispute,
    DecideDispute,
    OpenDispute,
    ProposeCompensation,
)
from domain.house.dispute.refusals import NotDealtIn
from domain.house.dispute.state import Unopened as Undisputed
from domain.house.hold.refusals import RoundErased
from domain.house.persons import is_same_name, is_same_person, name_in
from domain.house.wallet.refusals import NoSuchPlayer
from domain.house.wallet.state import Account
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal

ABOUT_PLAYERS: Final = (
    OpenDispute,
    DecideDispute,
    ProposeCompensation,
    CloseDispute,
    ApproveAdjustment,
    RejectAdjustment,
    LookAtCards,
    RevealCards,
)
"""Commands that need no more of a round than who was dealt into it, so its opening is enough."""


def guarded(look: Look, at: Address, command: Command) -> Refusal | None:
    """Return why a command cannot be asked, as other streams stand; None if it can."""
    match command:
        case OpenDispute():
            return _disputable(look, command)
        case GrantReveal():
            return _revealable(look, command)
        case LookAtCards() | RevealCards():
            return _visible(look, command)
        case DecideDispute() | ProposeCompensation() | CloseDispute():
            return _biased_in_dispute(look, at.id, command.by)
        case ProposeAdjustment():
            return _proposable(look, command)
        case ApproveAdjustment() | RejectAdjustment():
            return _biased_in_adjustment(look, look(at), command.by)
        case _:
            return None


def _disputable(look: Look, command: OpenDispute) -> Refusal | None:
    if look(hold(command.round)).erased:  # then the round cannot be read
        return RoundErased()
    state = look(game(command.round))
    if isinstance(state, Unopened):
        return NoSuchRound()
    role, _, name = command.by.partition("/")
    dealt_in = role != "player" or name in state.round.players.values()
    return None if dealt_in else NotDealtIn()


def _revealable(look: Look, command: GrantReveal) -> Refusal | None:
    if look(hold(command.round)).erased:
        return RoundErased()
    state = look(game(command.round))
    if isinstance(state, Unopened):
        return NoSuchRound()
    if not ROUND.is_terminal(state):
        return RoundNotOver()
    return Involved() if _was_dealt_in(state, command.viewer) else None


def _visible(look: Look, command: LookAtCards | RevealCards) -> Refusal | None:
    """H9.6, H9.9: what was granted is not shown any more when the keys are gone."""
    if look(hold(command.round)).erased:
        return RoundErased()
    dealt_in = _was_dealt_in(look(game(command.round)), command.viewer)
    return Involved() if dealt_in else None


def _was_dealt_in(state: Any, name: str) -> bool:  # noqa: ANN401 -- a round of either game
    if isinstance(state, Unopened):
        return False
    return any(is_same_name(name, one) for one in state.round.players.values())


def _biased_in_dispute(look: Look, dispute_id: str, by: str) -> Refusal | None:
    """H9.9: say so if who asks has opened the dispute, or was dealt into its round."""
    state = look(dispute(dispute_id))
    if isinstance(state, Undisputed):
        return None
    dealt_in = _was_dealt_in(look(game(state.round)), name_in(by))
    return Involved() if dealt_in or is_same_person(by, state.by) else None


def _proposable(look: Look, command: ProposeAdjustment) -> Refusal | None:
    if not isinstance(look(wallet(command.player)), Account):
        return NoSuchPlayer()
    return Involved() if is_same_name(name_in(command.by), command.player) else None


def _biased_in_adjustment(look: Look, state: Adjustment, by: str) -> Refusal | None:
    """H9.9: say so if it is of the own wallet, or for a dispute in which who asks is involved."""
    if isinstance(state, Unproposed):
        return None
    if is_same_name(name_in(by), state.player):
        return Involved()
    return None if state.dispute is None else _biased_in_dispute(look, state.dispute, by)
