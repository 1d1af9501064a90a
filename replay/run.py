"""`replay run FILE…`: records on the real rules, a readable account or one JSON object each."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.paipu.document import UnreadableRecordError
from domain.paipu.run import Outcome, run
from replay.account import Decision, account, entries
from replay.errors import DIFFERENT, PROVEN, UNREADABLE
from replay.files import read_record
from replay.text import printable, short
from replay.words import EVERYTHING


def run_files(paths: Sequence[Path], *, as_json: bool) -> int:
    """Run each file, print what it came to, and return the exit code: 2 outranks 1 outranks 0."""
    worst = PROVEN
    for number, path in enumerate(paths):
        try:
            outcome = run(read_record(path))
        except UnreadableRecordError as error:
            print(f"replay: {printable(str(path))}: {short(str(error))}", file=sys.stderr)
            worst = UNREADABLE
            continue
        if as_json:
            print(json.dumps(outcome.summary))
        else:
            print("\n" * (number > 0) + "\n".join(told(path, outcome)))
        if outcome.refused is not None:
            worst = max(worst, DIFFERENT)
    return worst


def told(path: Path, outcome: Outcome) -> Iterator[str]:
    """Yield the readable account of a record that was run. It tells all cards, as a record does."""
    yield printable(str(path))
    decisions = (Decision(step.action.origin, step.facts) for step in outcome.steps)
    yield from account(entries(decisions, EVERYTHING))
    yield ""
    if outcome.refused is not None:
        yield f"illegal: action {outcome.refused.action}: {outcome.refused.refusal}"
    else:
        yield " ".join(_status(outcome.summary))


def _status(summary: dict[str, object]) -> Iterator[str]:
    yield str(summary["status"])
    awaited = summary.get("waiting")
    if isinstance(awaited, dict):
        yield f"for {' '.join(awaited['seats'])} ({awaited['phase']})"
