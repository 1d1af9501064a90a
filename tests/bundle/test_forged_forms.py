"""Forged notes, and events of another form: what a house with its own keys could sign."""

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from domain.kernel.decider import name_of
from domain.log.catalogue import Command, Event, members
from domain.log.checkpoints.checkpoint import Checkpoint
from tests.bundle.conftest import Bundled, both
from tests.bundle.forging import (
    Plain,
    facts_of,
    forged,
    plain,
    rows_of,
)
from tests.bundle.hall import SIGNER

WIDE = {ord("0") + digit: 0xFF10 + digit for digit in range(10)}
CAN_BE_THERE = (
    *("fair.CommitDeck", "fair.CommitPlayoff", "fair.RevealCut", "fair.MissCut"),
    *("fair.DeckCommitted", "fair.CutRevealed", "fair.CutMissed", "fair.DeckCut"),
    *("house.SetDeadline", "house.GrantTime", "house.StopClock", "house.ResumeClock"),
    *("house.DeadlineSet", "house.TimeGranted", "house.ClockStopped", "house.ClockResumed"),
    "log.CommandAccepted",
)
KEY = str(SIGNER.verifiers[0])
Forge = Callable[[Plain], None]


# ---- notes


def line(text: str, number: int, other: str) -> str:
    lines = text.split("\n")
    lines[number] = other
    return "\n".join(lines)


def size(text: Callable[[str], str]) -> Callable[[Checkpoint], str]:
    return lambda checkpoint: line(checkpoint.text, 1, text(str(checkpoint.size)))


NOTES: dict[str, tuple[Callable[[Checkpoint], str], int]] = {
    "as it is": (lambda checkpoint: checkpoint.text, 0),
    "a fourth line": (lambda checkpoint: f"{checkpoint.text}more\n", 0),
    "a plus": (size(lambda number: f"+{number}"), 1),
    "a minus": (size(lambda number: f"-{number}"), 1),
    "a leading zero": (size(lambda number: f"0{number}"), 1),
    "spaces": (size(lambda number: f" {number} "), 1),
    "an underscore": (size(lambda number: f"{number[0]}_{number[1:]}"), 1),
    "full-width digits": (size(lambda number: number.translate(WIDE)), 1),
    "no digits": (size(lambda _: ""), 1),
    "many digits": (size(lambda _: "1" * 5_000), 1),
    "a tab": (lambda checkpoint: f"{checkpoint.text}x\ty\n", 1),
    "an escape": (lambda checkpoint: f"{checkpoint.text}\x1b[8m\n", 1),
    "an empty line": (lambda checkpoint: f"{checkpoint.text}\nmore\n", 1),
    "a longer root": (lambda one: line(one.text, 2, b64encode(one.root + b"0").decode()), 1),
}


@pytest.mark.parametrize("how", NOTES)
def test_a_note_is_read_in_one_way_by_both(
    bundled: Bundled, verifier: ModuleType, how: str
) -> None:
    text, expected = NOTES[how]
    content = forged(plain(bundled("t2", None)), text)
    assert both(verifier, content) == (expected, expected)


# ---- forms


def more_of(part: str) -> Forge:
    def forge(bundle: Plain) -> None:
        body = rows_of(bundle, "round")[0]["body"]
        places = {
            "body": body,
            "envelope": body["envelope"],
            "event": body["event"],
            "command": body["envelope"]["command"],
            "settings": body["event"]["settings"],
            "player": body["event"]["players"][0],
        }
        places[part]["more"] = [[]]
        if part == "settings":
            bundle["settings"] = dict(sorted(body["event"]["settings"].items()))

    return forge


def less(bundle: Plain) -> None:
    del facts_of(bundle, "sizhidao.AntePosted.1")[0]["points"]


def text_for_number(bundle: Plain) -> None:
    facts_of(bundle, "sizhidao.AntePosted.1")[0]["points"] = "10"


def strange_origin(bundle: Plain) -> None:
    rows_of(bundle, "round")[0]["body"]["envelope"]["origin"] = "nobody"


MISSHAPEN: dict[str, Forge] = {
    **{
        f"more in {part}": more_of(part)
        for part in ("body", "envelope", "event", "command", "settings", "player")
    },
    "a field less": less,
    "a text for a number": text_for_number,
    "a strange origin": strange_origin,
}


@pytest.mark.parametrize("how", MISSHAPEN)
def test_an_event_of_another_form_is_found_by_both(
    bundled: Bundled, verifier: ModuleType, how: str
) -> None:
    bundle = plain(bundled("t2", None))
    MISSHAPEN[how](bundle)
    assert both(verifier, forged(bundle)) == (1, 1)


def test_the_second_verifier_knows_the_form_of_everything_in_a_bundle(
    verifier: ModuleType,
) -> None:
    kinds = {
        name_of(kind): kind
        for kind in (*members(Event), *members(Command))
        if name_of(kind).startswith(("sizhidao.", "shengji.", *CAN_BE_THERE))
    }
    parts = {"cutters", "results", "hands", "players", "pots", "parts"}
    settings = {"sizhidao.settings", "shengji.settings"}
    assert verifier.FIELDS.keys() == kinds.keys() | parts | settings
    for name, kind in kinds.items():
        fields = {field.rstrip("#!*%$@&?"): may for field, may in verifier.FIELDS[name].items()}
        assert fields == {
            field.name: not field.required for field in msgspec.structs.fields(kind)
        }, name


def test_what_a_forger_wrote_is_printed_as_text(
    bundled: Bundled, verifier: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = plain(bundled("t2", None))
    content = forged(bundle)
    name = next(one["stream"] for one in bundle["streams"] if one["stream"].startswith("command/"))
    other = content.replace(name.encode(), rb"command/\u001b[2K\rit holds", 1)
    (tmp_path / "bundle").write_bytes(other)
    assert verifier.main([str(tmp_path / "bundle"), "--key", KEY]) == 1
    told = capsys.readouterr().out
    assert told.isascii()
    assert "\x1b" not in told
    assert "\r" not in told
