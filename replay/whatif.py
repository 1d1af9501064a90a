"""`replay whatif FILE --set KEY=VALUE`: a record under other settings, and what differs."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from domain.kernel.text import text, text_of
from domain.paipu.document import Document, UnreadableRecordError
from domain.paipu.read import document_of, parsed
from domain.paipu.run import Outcome, run
from replay.account import Decision, Entry, entries
from replay.errors import DIFFERENT, PROVEN, UNREADABLE
from replay.files import text_in
from replay.messages.say import Say, english
from replay.text import Columns, Line, Table, laid_out, printable, short
from replay.words import EVERYTHING

Settings = Mapping[str, object]
NAMES: Final = (text("as recorded"), text("what if"))
_NO_SETTING: Final = text("no setting differs")
_NO_RESULT: Final = text("the results are the same")
NONE: Final = "-"
"""Stands for what one of the two does not have."""


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the summary where the two are not the same; None for what is not there."""

    path: str
    recorded: object
    what_if: object


class Compared(NamedTuple):
    """A record run under its own settings and under others."""

    documents: tuple[Document, Document]
    outcomes: tuple[Outcome, Outcome]
    settings: tuple[Difference, ...]
    parted: tuple[Entry | None, Entry | None] | None
    differences: tuple[Difference, ...]


def what_if(path: Path, settings: Settings, *, as_json: bool, say: Say = english) -> int:
    """Print what other settings make of a record; return the exit code.

    0 when all actions stand, 1 when one is refused under the other settings, 2 when the record or a
    setting cannot be read.
    """
    try:
        compared = compare(parsed(text_in(path)), settings)
    except UnreadableRecordError as error:
        print(f"replay: {printable(str(path))}: {short(say(text_of(error)))}", file=sys.stderr)
        return UNREADABLE
    if as_json:
        print(json.dumps(as_object(compared)))
    else:
        lines = (line for part in told(compared) for line in laid_out(part, say))
        print("\n".join((printable(str(path)), *lines)))
    return PROVEN if compared.outcomes[1].refused is None else DIFFERENT


def compare(record: Mapping[str, object], settings: Settings) -> Compared:
    """Run a record as it is and under other settings. Raises `UnreadableRecordError`."""
    recorded = document_of(record)
    changed = document_of(_changed(record, recorded, settings))
    outcomes = run(recorded), run(changed)
    return Compared(
        documents=(recorded, changed),
        outcomes=outcomes,
        settings=tuple(_differing("", *map(_settings, (recorded, changed)))),
        parted=_parted(*outcomes),
        differences=_differences(*(one.summary for one in outcomes)),
    )


def _changed(
    record: Mapping[str, object], recorded: Document, settings: Settings
) -> dict[str, object]:
    """The record with other settings. A stack that it left to the cap stays what it was."""
    before = record.get("settings", {})
    after = {**before, **settings} if isinstance(before, dict) else settings
    seats: Any = record.get("seats", [])
    stacks = [getattr(player, "stack", None) for player in getattr(recorded.opening, "players", ())]
    if any(stack is not None for stack in stacks):
        seats = [{**seat, "stack": stack} for seat, stack in zip(seats, stacks, strict=True)]
    return {**record, "settings": after, "seats": seats}


def _settings(document: Document) -> Any:  # noqa: ANN401 -- each game has its own
    return msgspec.to_builtins(document.opening.settings)


def _differences(before: dict[str, object], after: dict[str, object]) -> tuple[Difference, ...]:
    """Where two summaries differ; of two that ended otherwise, that they did."""
    if before["status"] != after["status"]:
        keys = ("status", "waiting")
        before, after = ({key: one[key] for key in keys if key in one} for one in (before, after))
    return tuple(_differing("", before, after))


def _differing(path: str, before: object, after: object) -> Iterator[Difference]:
    if type(before) is type(after) and isinstance(before, dict | list):
        one, other = _places(before), _places(after)
        for place in dict.fromkeys((*one, *other)):
            inner = f"{path}.{place}" if path else place
            yield from _differing(inner, one.get(place), other.get(place))
    elif before != after:
        yield Difference(path=path, recorded=before, what_if=after)


def _places(value: Any) -> dict[str, object]:  # noqa: ANN401 -- JSON
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    return {str(place): one for place, one in pairs}


def _parted(before: Outcome, after: Outcome) -> tuple[Entry | None, Entry | None] | None:
    """The first facts that are not the same, behind the opening, which has the settings itself."""
    one, other = (_entries(outcome) for outcome in (before, after))
    next(one), next(other)
    for pair in zip_longest(one, other):
        if pair[0] is None or pair[1] is None or pair[0].fact != pair[1].fact:
            return pair
    return None


def _entries(outcome: Outcome) -> Iterator[Entry]:
    decisions = (Decision(step.action.origin, step.facts) for step in outcome.steps)
    return entries(decisions, EVERYTHING)


def told(compared: Compared) -> Iterator[Line]:
    """Yield what differs in lines. It tells all cards that it comes to, as a record does."""
    yield _rows(compared.settings, _NO_SETTING, text("setting"))
    yield ""
    if compared.parted is None:
        yield text("every fact is the same")
    else:
        yield text("the first facts that differ")
        for name, entry in zip(NAMES, compared.parted, strict=True):
            yield Columns(("", name, _line(entry)), (0, 11, 0))
    yield ""
    yield _rows(compared.differences, _NO_RESULT, text("result"))
    yield from _refused(compared)


def _refused(compared: Compared) -> Iterator[Line]:
    for name, document, outcome in zip(NAMES, compared.documents, compared.outcomes, strict=True):
        if outcome.refused is not None:
            number, refusal = outcome.refused.action, outcome.refused.refusal
            refused = text("{run}: action {number}, {action}, is refused: {refusal}")
            action = short(document.actions[number])
            yield refused.of(run=name, number=number, action=action, refusal=refusal.told())


def _line(entry: Entry | None) -> str:
    if entry is None:
        return NONE
    words, number = entry.told.words, f"{entry.number:4}"
    return text("{number}  {said}  {rule}", number=number, said=words.text, rule=words.rule)


def _rows(differences: Sequence[Difference], none: str, what: str) -> Line:
    if not differences:
        return none
    rows = [
        (one.path, _cell(one.recorded), _cell(one.what_if), _change(one)) for one in differences
    ]
    return Table((what, *NAMES, text("change")), rows)


def _cell(value: object) -> str:
    if value is None:
        return NONE
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _change(one: Difference) -> str:
    numbers = [one.recorded, one.what_if]
    if any(type(number) is not int for number in numbers):
        return ""
    return f"{one.what_if - one.recorded:+}"  # type: ignore[operator]  # both are int


def as_object(compared: Compared) -> dict[str, object]:
    """Return the same as the object that `--json` prints."""
    parted = compared.parted
    return {
        "settings": msgspec.to_builtins(compared.settings),
        "recorded": compared.outcomes[0].summary,
        "what_if": compared.outcomes[1].summary,
        "parted": None if parted is None else [_event(entry) for entry in parted],
        "differences": msgspec.to_builtins(compared.differences),
    }


def _event(entry: Entry | None) -> dict[str, object] | None:
    if entry is None:
        return None
    words = entry.told.words
    return {"number": entry.number, "text": words.text, "rule": words.rule}


def setting(word: str) -> tuple[str, object]:
    """Read `key=value`, the value as TOML has it; what is no TOML value is a text."""
    key, sign, value = word.partition("=")
    if not sign or not key.isidentifier():
        message = f"{word!r} is not of the form KEY=VALUE"
        raise ValueError(message)
    try:
        return key, parsed(f"value = {value}")["value"]
    except UnreadableRecordError:
        return key, value
