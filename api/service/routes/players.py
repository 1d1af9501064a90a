"""Players and their wallets (H1, H2)."""

from fastapi import Response

from api.roles import Caller, Role
from api.service.answers import MeAnswer, WalletAnswer
from api.service.asked import InRoom, Key, OfPlayer, receipt
from api.service.auth import Anybody, Office
from api.service.problems import FORBIDDEN, ProblemError, no_such
from api.service.room import Room
from api.service.wire import Movement, NewPlayer, Reason
from domain.flow.address import wallet
from domain.house.wallet import commands
from domain.house.wallet.state import Account
from domain.kernel.text import text


async def me(room: InRoom, who: Anybody) -> MeAnswer:
    """Say who asks, and what the wallet of a player holds."""
    own = None if who.player is None else await _wallet(room, who.player)
    return MeAnswer(name=who.name, role=who.role, wallet=own)


async def show(room: InRoom, who: Anybody, player: OfPlayer) -> WalletAnswer:
    """Show a player's wallet, to that player and to those who run or look into the house."""
    require_own(who, player)
    found = await _wallet(room, player)
    if found is None:
        raise no_such("player")
    return found


def require_own(who: Caller, player: str) -> None:
    """Raise `ProblemError` for a player who asks about another one's wallet."""
    if who.role is Role.PLAYER and who.name != player:
        raise ProblemError(FORBIDDEN, "not_your_wallet", text("this is another player's wallet"))


async def _wallet(room: Room, player: str) -> WalletAnswer | None:
    found = await room.read(room.house.stands, wallet(player))
    if not isinstance(found.state, Account):
        return None
    account = found.state
    return WalletAnswer(
        player=account.player,
        test=account.test,
        disabled=account.disabled,
        balance=account.balance,
        seats=dict(account.seats),
        version=found.version,
    )


async def create(room: InRoom, who: Office, key: Key, asked: NewPlayer) -> Response:
    """Create a player (H1.1)."""
    command = commands.CreatePlayer(player=asked.player, test=asked.test)
    return await _ask(room, who, key, asked.player, command)


async def deposit(
    room: InRoom, who: Office, key: Key, player: OfPlayer, asked: Movement
) -> Response:
    """Bring points into a wallet from outside (H2.2)."""
    command = commands.Deposit(points=asked.points, reason=asked.reason, reference=asked.reference)
    return await _ask(room, who, key, player, command)


async def withdraw(
    room: InRoom, who: Office, key: Key, player: OfPlayer, asked: Movement
) -> Response:
    """Take points out of a wallet (H2.2)."""
    command = commands.Withdraw(points=asked.points, reason=asked.reason, reference=asked.reference)
    return await _ask(room, who, key, player, command)


async def disable(room: InRoom, who: Office, key: Key, player: OfPlayer, asked: Reason) -> Response:
    """Disable a player: nothing new may begin (H1.2)."""
    return await _ask(room, who, key, player, commands.DisablePlayer(reason=asked.reason))


async def enable(room: InRoom, who: Office, key: Key, player: OfPlayer, asked: Reason) -> Response:
    """Enable a player again (H1.2)."""
    return await _ask(room, who, key, player, commands.EnablePlayer(reason=asked.reason))


async def _ask(
    room: Room, who: Caller, key: str, player: str, command: commands.Command
) -> Response:
    return receipt(await room.ask(wallet(player), command, who, key))
