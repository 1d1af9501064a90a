"""What runs the whole house: switches (H7), and what the house finds out about itself (H11)."""

from fastapi import Response

from api.selfcheck import VERSION, found, last_checked, recorded_by
from api.service.answers import (
    AlarmAnswer,
    SelfCheckAnswer,
    SwitchAnswer,
    SwitchesAnswer,
    VersionAnswer,
)
from api.service.asked import InRoom, Key, receipt
from api.service.auth import Office, Staff
from api.service.room import Room
from api.service.wire import Acknowledgement, Switching
from domain.flow.address import SELFCHECK, SWITCHES
from domain.flow.switched import switching
from domain.house.selfcheck.commands import AcknowledgeAlarm
from domain.kernel.decider import Command
from domain.shengji.ruleset import RULES as SHENGJI_RULES
from domain.sizhidao.ruleset import RULES as SIZHIDAO_RULES
from projections.moments import moment


async def switches(room: InRoom, _: Staff) -> SwitchesAnswer:
    """Tell what is switched off, and why (H7)."""
    found_off = (await room.read(room.house.stands, SWITCHES)).state.off
    off = (SwitchAnswer(scope=scope, reason=reason) for scope, reason in sorted(found_off.items()))
    return SwitchesAnswer(off=tuple(off))


async def disable(room: InRoom, who: Office, key: Key, asked: Switching) -> Response:
    """Switch everything, a game, a table, a match or a player off (H7.1)."""
    at, command = switching(asked.scope, asked.reason, off=True)
    return receipt(await room.ask(at, command, who, key))


async def enable(room: InRoom, who: Office, key: Key, asked: Switching) -> Response:
    """Switch something on again (H7.1)."""
    at, command = switching(asked.scope, asked.reason, off=False)
    return receipt(await room.ask(at, command, who, key))


async def version(room: InRoom) -> VersionAnswer:
    """Tell which program runs: version, rules, and its integrity digest as it began (H11)."""
    return VersionAnswer(
        version=VERSION,
        integrity=room.digest,
        rules={"sizhidao": SIZHIDAO_RULES, "shengji": SHENGJI_RULES},
    )


async def self_check(room: InRoom, _: Staff) -> SelfCheckAnswer:
    """Tell when the house was checked last, and which alarm is on (H11)."""
    return await room.read(_self_check, room)


def _self_check(room: Room) -> SelfCheckAnswer:
    alarm, at = room.house.stands(SELFCHECK).state.alarm, last_checked(room.log)
    told = None
    if alarm is not None:
        told = AlarmAnswer(
            version=alarm.version,
            expected=alarm.expected,
            digest=alarm.digest,
            faults=alarm.faults,
        )
    return SelfCheckAnswer(checked_at=None if at is None else moment(at), alarm=told)


async def check(room: InRoom, who: Office, key: Key) -> Response:
    """Check the program and a sample of the log now, and record it (H11.1)."""

    def command() -> Command:
        # Another sample of the log is no other wish.
        return recorded_by(room.log, who.actor, key) or found(room.log)

    return receipt(await room.ask(SELFCHECK, command, who, key))


async def acknowledge(room: InRoom, who: Office, key: Key, asked: Acknowledgement) -> Response:
    """Say that the alarm has been seen to; its digest is the expected one from now on (H11.3)."""
    command = AcknowledgeAlarm(digest=asked.digest, reason=asked.reason)
    return receipt(await room.ask(SELFCHECK, command, who, key))
