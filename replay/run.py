"""`replay run FILE…`: records on the real rules, a readable account or one JSON object each."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from domain.kernel.text import text, text_of, word
from domain.paipu.document import UnreadableRecordError
from domain.paipu.run import Outcome, run
from replay.account import Decision, account, entries
from replay.errors import DIFFERENT, PROVEN, UNREADABLE
from replay.files import read_record
from replay.messages.say import Say, english
from replay.text import printable, short
from replay.words import EVERYTHING, listed


def run_files(paths: Sequence[Path], *, as_json: bool, say: Say = english) -> int:
    """Run each file, print what it came to, and return the exit code: 2 outranks 1 outranks 0."""
    worst = PROVEN
    for number, path in enumerate(paths):
        try:
            outcome = run(read_record(path))
        except UnreadableRecordError as error:
            print(f"replay: {printable(str(path))}: {short(say(text_of(error)))}", file=sys.stderr)
            worst = UNREADABLE
            continue
        if as_json:
            print(json.dumps(outcome.summary))
        else:
            print("\n" * (number > 0) + "\n".join(told(path, outcome, say)))
        if outcome.refused is not None:
            worst = max(worst, DIFFERENT)
    return worst


def told(path: Path, outcome: Outcome, say: Say = english) -> Iterator[str]:
    """Yield the readable account of a record that was run. It tells all cards, as a record does."""
    yield printable(str(path))
    decisions = (Decision(step.action.origin, step.facts) for step in outcome.steps)
    yield from account(entries(decisions, EVERYTHING), say)
    yield ""
    if outcome.refused is not None:
        action, refusal = outcome.refused.action, outcome.refused.refusal.told()
        yield say(text("illegal: action {action}: {refusal}", action=action, refusal=refusal))
    else:
        yield say(_status(outcome.summary))


def _status(summary: dict[str, object]) -> str:
    status, awaited = word(str(summary["status"])), summary.get("waiting")
    if not isinstance(awaited, dict):
        return status
    seats, phase = listed(awaited["seats"]), word(awaited["phase"])
    return text("{status} for {seats} ({phase})", status=status, seats=seats, phase=phase)
