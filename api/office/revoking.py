"""`paipu revoke`: taking tokens back at a terminal (H13.2)."""

import argparse
import time
from datetime import UTC, datetime

from api.house import House
from api.office.cli import DONE
from api.office.running import asked, served
from api.roles import Role
from domain.flow.address import TOKENS
from domain.house.tokens.commands import RevokeTokens
from domain.log.store import Log
from replay.text import printable


def add_revoke_command(command: argparse.ArgumentParser) -> None:
    """Give `paipu revoke` its arguments."""
    command.add_argument("name", help="whose tokens count no more")
    command.add_argument(
        "--role", choices=tuple(map(str, Role)), default=Role.PLAYER, help="in this role"
    )
    served(command, _revoke)


def _revoke(chosen: argparse.Namespace, house: House, _: Log) -> int:
    command = RevokeTokens(
        name=chosen.name, role=Role(chosen.role).value, until=int(time.time()), reason=chosen.reason
    )
    code = asked(chosen, house, TOKENS, command)
    if code == DONE:
        until = datetime.fromtimestamp(command.until, UTC).isoformat()
        print(
            f"tokens of {printable(command.role)}/{printable(command.name)} up to {until} are over"
        )
    return code
