"""`replay round`: settled, voided and running rounds told step by step, in words and as JSON."""

import json
from pathlib import Path

import pytest

from domain.log.store import Log
from domain.log.streams import round_stream
from domain.sizhidao.events import PotsFormed
from replay.checks import CHAIN, CHOICES, COMMITTED, DEALT, DERIVED, RECEIPTS
from replay.cli import main
from replay.sizhidao.points import SUMS
from tests.support.logs import stored_rounds, url

Capture = pytest.CaptureFixture[str]
CHECKS = (CHAIN, DERIVED, CHOICES, SUMS, RECEIPTS)


def text(path: Path, capsys: Capture, *arguments: str, code: int = 0) -> str:
    assert main(["round", "--log", url(path), *arguments]) == code
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def plain(path: Path, capsys: Capture, *arguments: str) -> dict[str, object]:
    line = text(path, capsys, "--json", *arguments)
    assert line.count("\n") == 1
    told: dict[str, object] = json.loads(line)
    return told


def events_of(told: dict[str, object]) -> list[dict[str, object]]:
    events = told["events"]
    assert isinstance(events, list)
    return events


def test_the_worked_example_is_told_to_the_point(
    played: Path, example: str, capsys: Capture
) -> None:
    told = text(played, capsys, example)

    assert "P1 350 is tied between p1 p4" in told
    assert "buy-in at 175 is offered to p2 p3" in told
    assert "P1 59600 · P2 150 · P3 250" in told
    assert "P1 59600 open to p1 p2 p3 p4" in told
    assert "P2 150 open to p1 p2 p4" in told
    assert "P3 250 open to p1 p4" in told
    assert "status  complete\n" in told
    assert told.endswith("\nproven\n")


def test_the_worked_example_as_json_holds_the_same_pots(
    played: Path, example: str, capsys: Capture
) -> None:
    told = plain(played, capsys, example)
    formed = [event for event in events_of(told) if "pots are formed" in str(event["text"])]

    assert formed[1]["pots"] == [
        {"pot": "P1", "points": 59_600, "eligible": ["p1", "p2", "p3", "p4"]},
        {"pot": "P2", "points": 150, "eligible": ["p1", "p2", "p4"]},
        {"pot": "P3", "points": 250, "eligible": ["p1", "p4"]},
    ]
    assert formed[0]["pots"] == [{"pot": "P1", "points": 350, "eligible": ["p1", "p3", "p4"]}]


@pytest.mark.parametrize(
    ("round_id", "status", "tail"),
    [
        ("short", "complete", "status  complete"),
        ("tied", "complete", "status  complete"),
        ("voided", "voided", "status  voided"),
        ("open", "open", "status  open, waiting for p2 (splitting)"),
    ],
)
def test_every_kind_of_round_is_told_and_proven(
    round_id: str, status: str, tail: str, *, played: Path, reader: Log, capsys: Capture
) -> None:
    words = text(played, capsys, round_id)
    told = plain(played, capsys, round_id)
    stored = len(reader.read(round_stream(round_id)))

    assert f"\n{tail}\n" in words
    for check in CHECKS:
        assert f"\nok          {check}: " in words
    assert words.endswith("\nproven\n")
    assert told["round"] == round_id
    assert (told["status"], told["proven"], told["stored"]) == (status, True, stored)
    assert [event["version"] for event in events_of(told)] == list(range(1, stored + 1))
    assert (told["first_wrong"], told["difference"]) == (None, None)
    summary = told["summary"]
    assert isinstance(summary, dict)
    assert summary["status"] == {"open": "waiting", "complete": "settled"}.get(status, status)


def test_every_round_of_the_log_is_proven(played: Path, reader: Log, capsys: Capture) -> None:
    ids = stored_rounds(reader)
    assert len(ids) > 20
    for round_id in ids:
        told = plain(played, capsys, round_id)
        checks = told["checks"]
        assert isinstance(checks, list)
        found = [(check["name"], check["verdict"]) for check in checks]
        assert found[: len(CHECKS)] == [(name, "ok") for name in CHECKS]
        # What was dealt from a record is of no committed deck.
        assert found[len(CHECKS) :] in (
            [(COMMITTED, "no_committed_deck")],
            [(COMMITTED, "ok"), (DEALT, "ok")],
        )


def test_a_voided_round_gives_everything_back_once(played: Path, capsys: Capture) -> None:
    told = plain(played, capsys, "voided")

    assert told["summary"] == {
        "status": "voided",
        "action": 8,
        "returned": {"p1": 100, "p2": 100, "p3": 100},
    }
    assert events_of(told)[-1]["pots"] == []


def test_what_stood_in_for_a_player_is_told(played: Path, capsys: Capture) -> None:
    words = text(played, capsys, "short") + text(played, capsys, "voided")

    assert "p3 folds (clock)" in words
    assert "p3 splits ?? ?? | ?? ?? (clock)" in words
    assert "p1 splits ?? ?? | ?? ?? (operator)" in words


def test_a_decision_says_who_made_it_and_when(played: Path, capsys: Capture) -> None:
    events = events_of(plain(played, capsys, "short"))
    decisions = [event["decision"] for event in events if "decision" in event]

    assert len(decisions) == 7
    assert decisions[0] == events[0]["decision"]
    assert all(
        isinstance(one, dict) and set(one) == {"actor", "origin", "recorded_at", "command_id"}
        for one in decisions
    )
    assert [one["origin"] for one in decisions if isinstance(one, dict)] == [
        "house", "house", "house", "house", "player", "player", "clock",
    ]  # fmt: skip


def test_a_round_up_to_any_event_is_the_beginning_of_the_whole(
    played: Path, reader: Log, example: str, capsys: Capture
) -> None:
    for round_id in (example, "short", "tied", "voided", "open"):
        whole = plain(played, capsys, round_id)
        words = text(played, capsys, round_id)
        stored = len(reader.read(round_stream(round_id)))
        for at in range(1, stored + 1):
            part = plain(played, capsys, round_id, "--at", str(at))
            assert events_of(part) == events_of(whole)[:at]
            assert part["checks"] == whole["checks"]
            told = text(played, capsys, round_id, "--at", str(at))
            account, _, rest = told.partition(f"      … {stored - at} more\n")
            assert words.startswith(account if at < stored else told)
            assert (rest == "") == (at == stored)
            assert told.endswith("\nproven\n")


def test_pots_hold_all_that_was_put_in_and_nothing_at_the_end(
    played: Path, reader: Log, capsys: Capture
) -> None:
    for round_id in stored_rounds(reader):
        told = plain(played, capsys, round_id)
        events = events_of(told)
        formed = [
            (event["event"], event["pots"])
            for event in events
            if "pots are formed" in str(event["text"])
        ]
        stored = [
            recorded.event
            for recorded in reader.read(round_stream(round_id))
            if isinstance(recorded.event, PotsFormed)
        ]
        assert [
            [(pot["pot"], pot["points"], tuple(pot["eligible"])) for pot in pots]  # type: ignore[attr-defined]
            for _, pots in formed
        ] == [[(pot.pot, pot.points, pot.eligible) for pot in fact.pots] for fact in stored]
        if told["status"] != "open":
            assert (events[-1]["pots"], events[-1]["in_front"]) == ([], {})


@pytest.mark.parametrize("seat", ["p1", "p2", "p3"])
def test_a_seat_sees_its_own_cards_from_the_deal_and_its_own_split(
    seat: str, played: Path, capsys: Capture
) -> None:
    told = text(played, capsys, "voided", "--seat", seat)
    lines = [line for line in told.splitlines() if "is dealt" in line or " splits " in line]
    own = [line for line in lines if line.split()[2] == seat]
    others = [line for line in lines if line.split()[2] != seat]

    assert len(own) == (1 if seat == "p2" else 2)
    assert all("??" not in line for line in own)
    assert len(others) + len(own) == 5
    assert all("??" in line for line in others)


WRONG: list[tuple[list[str], str]] = [
    (["short", "--seat", "p4"], "p1 p2 p3"),
    (["short", "--seat", "p0"], "p1 p2 p3"),
    (["short", "--seat", ""], "p1 p2 p3"),
    (["short", "--seat", "P1"], "p1 p2 p3"),
    (["short", "--seat", "everything"], "p1 p2 p3"),
    (["short", "--at", "0"], "1 to 15"),
    (["short", "--at", "-1"], "1 to 15"),
    (["short", "--at", "16"], "1 to 15"),
    (["short", "--at", "9" * 30], "1 to 15"),
    (["nosuch"], "no round nosuch"),
    ([""], "no round"),
    (["short "], "no round"),
    (["SHORT"], "no round"),
    (["../round/short"], "no round"),
    (["%"], "no round %"),
    (["a\x1b[2J\nb\u202e"], "no round a\\x1b[2J\\nb\\u202e"),
]


@pytest.mark.parametrize(("arguments", "says"), WRONG)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_what_is_asked_wrongly_is_answered_in_one_line(
    arguments: list[str], says: str, options: list[str], played: Path, capsys: Capture
) -> None:
    code = main(["round", "--log", url(played), *arguments, *options])
    told = capsys.readouterr()

    assert (code, told.out) == (2, "")
    assert told.err.startswith("replay: ")
    assert told.err.count("\n") == 1
    assert told.err.rstrip("\n").isprintable()
    assert says in told.err
