"""Commands of those who run the house, each in a copy of its log, that end as they should."""

from datetime import UTC, datetime
from pathlib import Path
from shutil import copy

import api.cli
from api.house import House
from api.selfcheck import VERSION
from domain.flow.address import SELFCHECK
from domain.house.selfcheck.commands import RecordSelfCheck
from domain.log.masters import development_keys_path
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from replay.games import ENDS
from tests.docs.conftest import Played

NOWHERE = "nowhere.db"


def copied(played: Played, here: Path) -> str:
    """Return the address of a copy of the log, with its keys, that may be written to."""
    log = here / "copy.db"
    copy(played.log, log)
    copy(development_keys_path(played.log), development_keys_path(log))
    return f"sqlite:///{log}"


def asked_nowhere(verb: str) -> list[str]:
    return [verb, "x", "--reason", "a flood", "--as", "olga", "--log", NOWHERE]


def turned(played: Played, here: Path, verb: str, scope: str) -> list[str]:
    """Turn the switch of a scope in a copy of the log."""
    why = ("--reason", "a flood", "--as", "olga")
    return [verb, scope, *why, "--log", copied(played, here)]


def switched_on(played: Played, here: Path) -> list[str]:
    off = turned(played, here, "disable", "everything")
    assert api.cli.main(off) == 0
    return ["enable", *off[1:]]


def held(played: Played, here: Path, verb: str, *, running: bool = True) -> list[str]:
    """Interrupt, resume or void a round in a copy of the log, one that runs or the example."""
    address, about = copied(played, here), played.example
    if running:
        with open_log(address, now=lambda: datetime.now(UTC), read_only=True) as log:
            ends = {one: log.read_stored(one)[-1].topic for one in log.streams(ROUNDS)}
        about = next(one.removeprefix(ROUNDS) for one, last in ends.items() if last not in ENDS)
    return [verb, about, "--reason", "a flood", "--as", "olga", "--log", address]


def resumed(played: Played, here: Path) -> list[str]:
    stop = held(played, here, "interrupt")
    assert api.cli.main(stop) == 0
    return ["resume", *stop[1:]]


def unmatched(played: Played, here: Path) -> list[str]:
    """Compare payments with a provider's list that has one more."""
    one = '[{"direction": "deposit", "reference": "theirs", "points": 1}]'
    (here / "paid.json").write_text(one, encoding="utf-8")
    paid = ("--against", str(here / "paid.json"))
    return ["report", "reconciliation", *paid, "--log", played.address]


def alarmed(played: Played, here: Path) -> list[str]:
    """Check a house that was first seen with another digest."""
    address = copied(played, here)
    with open_log(address, now=lambda: datetime.now(UTC)) as log:
        other = RecordSelfCheck(version=VERSION, digest="0" * 64, faults=())
        House(log).ask(SELFCHECK, other, actor="operator/olga", command_id="1")
    return ["selfcheck", "--as", "olga", "--log", address]
