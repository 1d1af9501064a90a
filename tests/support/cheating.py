"""A house that cheats: it writes what its own rules would refuse, with real chains and receipts."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from domain.flow.address import Address
from domain.flow.decide import Part, decide
from domain.kernel.decider import Command, Event, Origin
from domain.kernel.refusal import Refusal
from domain.log import chain
from domain.log.store import CommandInfo, Log, Receipt, Write
from tests.support.decked import DeckedHouse
from tests.support.tamper import Row, forged, open_file, rows_of

Twist = Callable[[Part], Part]


def as_it_is(part: Part) -> Part:
    return part


def with_facts(part: Part, facts: Iterable[Event]) -> Part:
    return part._replace(decision=part.decision._replace(facts=tuple(facts)))


class Cheat:
    """Decides as the house does, but for a twist, and for what may be dealt."""

    def __init__(self, house: DeckedHouse) -> None:
        self._house = house

    def take(
        self,
        at: Address,
        command: Command,
        origin: Origin,
        *,
        secret: str | None = None,
        twist: Twist = as_it_is,
    ) -> Receipt:
        """Decide a command with all that follows from it, and write what a twist makes of it."""
        house = self._house
        house.asked += 1
        house.passed_ms += 10
        parts = decide(house.look, at, command, house.now_ms(), secret)
        assert not isinstance(parts, Refusal), parts
        return self.write([twist(part) for part in parts], at, command, origin)

    def deal(self, at: Address, command: Command) -> Receipt:
        """Deal in a round what the rules of the game allow, whatever its deck deals."""
        house = self._house
        house.asked += 1
        house.passed_ms += 10
        decided = at.decider.decide(house.look(at), command)
        assert not isinstance(decided, Refusal), decided
        return self.write([Part(at, command, decided)], at, command, Origin.HOUSE)

    def write(
        self,
        parts: Sequence[Part],
        at: Address,
        command: Command,
        origin: Origin,
        actor: str | None = None,
    ) -> Receipt:
        """Write parts of a decision as the house would, whoever is said to have asked."""
        log = self._house.log
        writes = [
            Write(
                stream=part.address.stream,
                expected_version=log.last_version(part.address.stream),
                events=part.decision.facts,
                command=part.command,
            )
            for part in parts
        ]
        info = CommandInfo(
            actor=actor or str(origin),
            origin=origin,
            command_id=str(self._house.asked),
            target=at.stream,
            command=command,
        )
        return log.append(writes, info)


def forked(house: DeckedHouse, path: Path) -> DeckedHouse:
    """The same house at the same moment, in a file of its own, to go on otherwise."""
    with closing(sqlite3.connect(house.path)) as here, closing(sqlite3.connect(path)) as there:
        here.backup(there)
    other = DeckedHouse(path)
    other.passed_ms, other.asked = house.passed_ms, house.asked
    other.values.update(house.values)
    return other


def rewritten(log: Log, path: Path, stream: str, version: int, **changes: object) -> None:
    """Change fields of an event, hidden ones too, and of the command beside it that has them.

    It is sealed, chained and acknowledged anew, as by somebody who has log and keys.
    """
    file = open_file(path)
    rows = rows_of(file, stream)
    file.close()
    forged(path, stream, [_changed(log, stream, row, version, changes) for row in rows])


def _changed(log: Log, stream: str, row: Row, version: int, changes: dict[str, object]) -> Row:
    if row.version != version:
        return row
    body = log.codec.decode(stream, row.version, row.topic, row.state[chain.HEADER :])
    command = body.envelope.command
    if command is not None:
        same = {name: one for name, one in changes.items() if hasattr(command, name)}
        command = replace(command, **same)
    envelope = replace(body.envelope, command=command)
    event = replace(body.event, **changes)
    _, content = log.codec.encode(stream, row.version, envelope, event)
    return row.with_content(content)


def is_kept(log: Log, receipt: Receipt) -> bool:
    """Say whether a log still has what a receipt, held outside, acknowledged."""
    rows = log.read_stored(receipt.stream)
    if len(rows) < receipt.version:
        return False
    return rows[receipt.version - 1].state[chain.SIZE : chain.HEADER].hex() == receipt.hash
