"""Verifying a log in bulk, by windows of any length, to be compared with round after round."""

from contextlib import closing
from itertools import zip_longest
from pathlib import Path

from domain.log.store import Log, open_log
from domain.log.streams import ROUNDS
from replay.proof import prove
from replay.receipts import acknowledged_ends
from replay.verify import plan
from replay.verify_choice import Choice
from replay.verify_report import DIFFERENT, Line, Proven
from replay.verify_tally import Tally, settle_orphans
from replay.verify_window import Verifier, line_of
from tests.support.keys import KEYS
from tests.support.logs import ticking, url
from tests.support.tamper import open_file

ALL = Choice()


def reading(path: Path) -> Log:
    return open_log(url(path), now=ticking(), read_only=True, keys=KEYS)


def in_bulk(log: Log, length: int, choice: Choice = ALL) -> dict[str, Line]:
    """The lines that windows of a length come to; of several for one round the last."""
    verifier, tally = Verifier(log, choice, Proven()), Tally()
    lines: list[Line] = []
    for window in plan(log, log.last_position(), length):
        found = verifier.verify(window)
        tally.add(found)
        lines += found.lines
    assert len({line.round for line in lines}) == len(lines)
    for line in settle_orphans(log, choice, tally):
        tally.add_line(line)
        lines.append(line)
    found_lines = {line.round: line for line in lines}
    assert tally.rounds == len(found_lines)
    assert tally.counts[DIFFERENT] == len(
        [line for line in found_lines.values() if line.verdict == DIFFERENT]
    )
    return found_lines


def one_by_one(log: Log) -> dict[str, Line | None]:
    """The lines for rounds proven one after another; None for one that is missing."""
    ends = [stream for stream in acknowledged_ends(log).last if stream.startswith(ROUNDS)]
    lines: dict[str, Line | None] = {}
    for stream in dict.fromkeys((*log.streams(ROUNDS), *ends)):
        round_id = stream.removeprefix(ROUNDS)
        proof = prove(log, round_id)
        lines[round_id] = None if proof is None else line_of(proof, log.read_stored(stream))
    return lines


def interleave(path: Path) -> None:
    """Give the rows other positions, so that all rounds go on at the same time.

    Positions are not hashed; a stream's own order, and each acknowledgement's place behind what it
    is for, stay as they were.
    """
    with closing(open_file(path)) as file:
        rows = file.execute("SELECT position, originator_id FROM events ORDER BY position")
        rounds: dict[str, list[int]] = {}
        current = ""
        for position, stream in rows.fetchall():
            current = stream if stream.startswith(ROUNDS) else current
            rounds.setdefault(current, []).append(position)
        order = [place for turn in zip_longest(*rounds.values()) for place in turn if place]
        file.execute("BEGIN")
        file.execute("UPDATE events SET position = position + 1000000")
        file.executemany(
            "UPDATE events SET position = ? WHERE position = ? + 1000000",
            [(number, place) for number, place in enumerate(order, start=1)],
        )
        file.execute("COMMIT")
