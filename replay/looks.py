"""`replay looks ID`: who was let see all cards of a round and why, and each look."""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from domain.flow.address import access
from domain.house.access.events import CardsRevealed, RevealGranted
from domain.kernel.text import text, word
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.log.streams import round_stream
from projections.moments import moment, moment_of_ms
from replay.errors import PROVEN, NoSuchRoundError, saying_why
from replay.messages.say import Say, english
from replay.stored import open_to_read
from replay.text import Table, printable

COLUMNS: Final = tuple(map(word, ("time (UTC)", "what", "who", "role", "for", "until")))


class Look(NamedTuple):
    """A line of the ledger: a grant with its reason and its end, or a look with its purpose."""

    at: str
    what: str
    viewer: str
    role: str
    reason: str | None
    until: str | None
    purpose: str | None


def looks_of(log: Log, round_id: str) -> Iterator[Look]:
    """Yield the grants and looks of a round in order. Raises the log's errors."""
    for one in log.read(access(round_id).stream):
        yield from _line(one)


def _line(one: Recorded) -> Iterator[Look]:
    at, fact = moment(one.envelope.recorded_at), one.event
    match fact:
        case RevealGranted():
            until = moment_of_ms(fact.until_ms)
            yield Look(at, "granted", fact.viewer, fact.role, fact.reason, until, None)
        case CardsRevealed():
            yield Look(at, "looked", fact.viewer, fact.role, None, None, fact.purpose)
        case _:
            return


@saying_why
def show_looks(url: str, round_id: str, *, plain: bool, say: Say = english) -> int:
    """Print the ledger of a round, as a table or as one JSON object."""
    with open_to_read(url) as log:
        if not round_id.isprintable() or not log.last_version(round_stream(round_id)):
            message = text("there is no round {round}; `replay rounds` lists them", round=round_id)
            raise NoSuchRoundError(message)
        lines = list(looks_of(log, round_id))
    if plain:
        told = {"round": round_id, "looks": [one._asdict() for one in lines]}
        print(json.dumps(told))
    elif lines:
        rows = [_row(one) for one in lines]
        print("\n".join(Table(COLUMNS, rows, words=len(COLUMNS)).lines(say)))
    else:
        print(say(text("nobody was shown all cards of this round")))
    return PROVEN


def _row(one: Look) -> tuple[str, ...]:
    told = printable(one.reason) if one.reason else word(one.purpose or "")
    viewer, role = printable(one.viewer), word(printable(one.role))
    return one.at, word(one.what), viewer, role, told, one.until or "-"
