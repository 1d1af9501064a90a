"""Tokens that are taken back before their end (H13.2)."""

import time
from typing import Annotated, Final, Literal

from fastapi import Response
from pydantic import Field

from api.service.again import ask_once
from api.service.answers import Answer, Moment
from api.service.asked import InRoom, Key, receipt
from api.service.auth import Office, Staff
from api.service.wire import Form, Name, Words
from domain.flow.address import TOKENS
from domain.house.tokens.commands import RevokeTokens
from domain.house.tokens.events import TokensRevoked
from projections.moments import moment_of_ms

MS: Final = 1_000


class Revocation(Form):
    """H13.2: whose tokens are taken back, and why."""

    name: Name
    role: Literal["player", "operator", "auditor", "supervisor"]
    reason: Words


class RevocationLine(Answer):
    """Tokens of somebody that count no more."""

    name: str
    role: str
    until: Annotated[Moment, Field(description="those made up to then")]


class RevocationsAnswer(Answer):
    """Whose tokens count no more."""

    revocations: tuple[RevocationLine, ...]


async def revoke(room: InRoom, who: Office, key: Key, asked: Revocation) -> Response:
    """Take back all tokens of somebody in a role that were made up to now (H13.2)."""
    command = RevokeTokens(
        name=asked.name, role=asked.role, until=int(time.time()), reason=asked.reason
    )
    found = await ask_once(room, TOKENS, command, who, key, given=("until",))
    fact = await room.read(room.log.fact, found.stream, found.version)
    if fact is not None and isinstance(fact.event, TokensRevoked):
        room.taken_back.take(fact.event, TOKENS)
    return receipt(found)


async def listed(room: InRoom, _: Staff) -> RevocationsAnswer:
    """List whose tokens were taken back, and up to which moment (H13.2)."""
    state = (await room.read(room.house.stands, TOKENS)).state
    return RevocationsAnswer(
        revocations=tuple(
            RevocationLine(name=name, role=role, until=moment_of_ms(until * MS))
            for (role, name), until in sorted(state.items())
        )
    )
