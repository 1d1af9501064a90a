"""Facts and marks changed with the whole stream hashed anew behind them: the rules find them."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import pytest

from domain.cards.card import PACK
from domain.kernel.decider import name_of
from domain.log.catalogue import members
from domain.sizhidao import events
from replay.cli import main
from tests.support.logs import url
from tests.support.tamper import Json, Row, Workbench, first_of_decision, open_file, put

ROUNDS = ("demo-1", "short", "tied", "voided", "open")
DERIVED = (
    events.AntePosted, events.UncalledReturned, events.PotsFormed, events.HandsShown,
    events.PotAwarded, events.PotTied, events.BuyInOffered, events.PlayoffOpened,
    events.RakeTaken, events.RoundSettled,
)  # fmt: skip
every_round = pytest.mark.parametrize("round_id", ROUNDS)
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def bench(round_id: str, copied: Path) -> Iterator[Workbench]:
    with Workbench(copied, round_id) as opened:
        yield opened


def changed(value: object) -> Iterator[object]:
    """The value with one leaf changed, for every leaf in it."""
    match value:
        case dict():
            for key, part in value.items():
                yield from ({**value, key: other} for other in changed(part))
        case list():
            for place, part in enumerate(value):
                others = changed(part)
                yield from ([*value[:place], other, *value[place + 1 :]] for other in others)
            if value:
                yield value[:-1]
                yield [*value, value[0]]
        case bool():
            yield not value
        case int():
            yield value + 1
            yield -value - 1
        case str():
            yield other_text(value)
        case _:
            yield "x"


def other_text(text: str) -> str:
    """Another seat or pot for one, another text for any other; no card that is a secret."""
    if text[:1] in {"p", "P"} and text[1:].isdigit():
        return text[0] + str(int(text[1:]) % 3 + 1)
    return f"{text}x"


@every_round
def test_every_value_of_every_fact_counts(round_id: str, bench: Workbench) -> None:
    tried = 0
    bench.public = frozenset(PACK)  # what a difference tells is looked at below
    for row in bench.rows:
        for event in changed(row.event):
            forged = bench.replaced(row.with_body({**row.body, "event": event}))
            assert bench.wrong(forged) == row.version, (round_id, event)
            tried += 1
    assert tried > 50


def test_every_kind_of_fact_that_has_points_or_is_derived_was_tried(copied: Path) -> None:
    stored = set()
    for round_id in ROUNDS:
        with Workbench(copied, round_id) as bench:
            stored |= {row.topic for row in bench.rows}
    kinds = {name_of(kind) for kind in members(events.Event)}

    assert kinds - stored <= {name_of(events.Checked)}
    assert {name_of(kind) for kind in DERIVED} <= stored


@pytest.mark.parametrize("kind", [*DERIVED, events.Raised, events.BetMade, events.BoughtIn])
def test_a_changed_amount_or_seat_is_shown_beside_what_it_should_be(
    kind: type, copied: Path, capsys: Capture
) -> None:
    round_id, row = first_of_kind(copied, name_of(kind))
    with Workbench(copied, round_id) as bench:
        event = next(one for one in changed(row.event) if cast("Json", one)["type"] == row.topic)
        assert bench.wrong(bench.replaced(row.with_body({**row.body, "event": event}))) is not None

    assert main(["round", round_id, "--log", url(copied)]) == 1
    words = capsys.readouterr().out
    assert main(["round", round_id, "--log", url(copied), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)

    assert f"\nNOT PROVEN: first wrong place is event {row.version}\n" in words
    assert f"DIFFERENCE  every fact re-decided equals the stored one: event {row.version}: " in words
    assert shown(words) == {"expected": row.event, "stored": event}
    assert told["proven"] is False
    assert told["first_wrong"]["version"] == row.version
    assert told["difference"]["version"] == row.version
    assert (told["difference"]["expected"], told["difference"]["stored"]) == (row.event, event)


def shown(words: str) -> dict[str, Json]:
    """The two facts of a difference, as `replay round` prints them."""
    lines = [line.split(maxsplit=1) for line in words.splitlines() if line.startswith(" " * 12)]
    return {word: json.loads(fact) for word, fact in lines}


def first_of_kind(path: Path, topic: str) -> tuple[str, Row]:
    for round_id in ROUNDS:
        with Workbench(path, round_id) as bench:
            for row in bench.rows:
                if row.topic == topic:
                    return round_id, row
    raise AssertionError(topic)


HIDDEN = {"CardsDealt", "HandSplit"}
hidden_rounds = pytest.mark.parametrize("round_id", ["voided", "open", "demo-1"])


@hidden_rounds
def test_a_difference_in_hidden_cards_is_named_and_the_cards_are_not(
    bench: Workbench, capsys: Capture
) -> None:
    hidden = [row for row in bench.rows if row.topic.split(".")[1] in HIDDEN]
    for row in hidden:
        fields = [key for key in row.event if key in {"cards", "front"}]
        mixed = {key: list(reversed(cast("list[str]", row.event[key]))) for key in fields}
        assert bench.wrong(bench.replaced(row.with_event(**mixed))) == row.version

        assert main(["round", bench.round_id, "--log", url(bench.path)]) == 1
        told = shown(capsys.readouterr().out)
        assert list(told) == ["expected", "stored"]
        assert all(json.dumps(fact).count('"??"') == 4 for fact in told.values())
    assert len(hidden) > 4


@hidden_rounds
def test_cards_put_down_to_another_seat_are_not_shown_to_it(bench: Workbench) -> None:
    """The workbench looks at what every seat is told."""
    for row in bench.rows:
        if row.topic.split(".")[1] in HIDDEN:
            for seat in bench.rows[0].event_seats():
                if seat != row.event["seat"]:
                    assert bench.wrong(bench.replaced(row.with_event(seat=seat))) == row.version


@hidden_rounds
def test_cards_commanded_for_another_seat_are_not_shown_to_it(bench: Workbench) -> None:
    for row in bench.rows:
        if row.topic.split(".")[1] in HIDDEN:
            command = cast("Json", row.envelope["command"])
            for seat in bench.rows[0].event_seats():
                if seat != row.event["seat"]:
                    forged = row.with_envelope(command={**command, "seat": seat})
                    assert bench.wrong(bench.replaced(forged)) == row.version


# ---- the marks of a decision


@every_round
def test_a_mark_of_a_later_fact_that_is_not_its_decisions_is_found(bench: Workbench) -> None:
    forgeries: tuple[Callable[[Row], Row], ...] = (
        lambda row: row.with_envelope(actor="player/nobody"),
        lambda row: row.with_envelope(origin=another_origin(row)),
        lambda row: row.with_envelope(recorded_at=later(row)),
        lambda row: row.with_envelope(command_id="another"),
        lambda row: row.with_envelope(command={"type": "sizhidao.VoidRound.1"}),
    )
    for row in bench.rows:
        if "command" not in row.envelope:
            for forge in forgeries:
                assert bench.wrong(bench.replaced(forge(row))) == row.version


@every_round
def test_a_mark_of_a_first_fact_is_found_by_the_receipt_or_by_its_followers(
    bench: Workbench,
) -> None:
    for row in bench.rows:
        if "command" in row.envelope:
            following = bench.rows[row.version : row.version + 1]
            alone = not following or "command" in following[0].envelope
            for mark in (
                {"actor": "player/nobody"},
                {"origin": another_origin(row)},
                {"recorded_at": later(row)},
                {"command_id": "another"},
            ):
                found = bench.wrong(bench.replaced(row.with_envelope(**mark)))
                assert found == row.version + (not alone), mark


@every_round
def test_every_value_of_every_command_counts(bench: Workbench) -> None:
    bench.public = frozenset(PACK)
    for row in bench.rows:
        for command in changed(row.envelope.get("command", {})):
            found = bench.wrong(bench.replaced(row.with_envelope(command=command)))
            assert found == row.version, command


@every_round
def test_a_mark_of_a_whole_decision_changed_alike_is_found_by_its_receipt(
    bench: Workbench,
) -> None:
    for first in (row.version for row in bench.rows if "command" in row.envelope):
        for mark in ("recorded_at", "origin", "actor"):
            rows = [
                row.with_envelope(**{mark: other_mark(mark, row)})
                if first_of_decision(bench.rows, row.version) == first
                else row
                for row in bench.rows
            ]
            assert bench.wrong(bench.rewritten(rows)) == first


@every_round
def test_a_decision_without_its_command_is_found(bench: Workbench) -> None:
    for row in bench.rows:
        if "command" in row.envelope:
            bare = {key: mark for key, mark in row.envelope.items() if key != "command"}
            forged = bench.replaced(row.with_body({**row.body, "envelope": bare}))
            assert bench.wrong(forged) == row.version


def other_mark(mark: str, row: Row) -> str:
    if mark == "recorded_at":
        return later(row)
    return another_origin(row) if mark == "origin" else "player/nobody"


def another_origin(row: Row) -> str:
    return "operator" if row.envelope["origin"] != "operator" else "player"


def later(row: Row) -> str:
    moment = datetime.fromisoformat(str(row.envelope["recorded_at"])) + timedelta(microseconds=1)
    return moment.isoformat().replace("+00:00", "Z")


# ---- forgeries that would crash a careless reader


def test_commands_that_no_service_would_let_through_are_no_crash(copied: Path) -> None:
    with Workbench(copied, "short") as bench:
        for row in bench.rows:
            command = row.envelope.get("command")
            for key in command if isinstance(command, dict) else ():
                for value in (-1, 0, 2**70, "", "p9", "??", [], [[]], {}, None, True, "\ud800"):
                    forged = row.with_envelope(command={**cast("Json", command), key: value})
                    assert bench.wrong(bench.replaced(forged)) in {row.version, None}
                    proof = bench.proof(bench.replaced(forged))
                    assert proof.proven == (forged.body == row.body)


def test_a_stored_name_that_is_no_text_is_found(copied: Path, capsys: Capture) -> None:
    with closing(open_file(copied)) as file:
        file.execute(
            "UPDATE events SET topic = CAST(x'ff' AS TEXT)"
            " WHERE originator_id = 'round/short' AND originator_version = 4"
        )

    assert main(["round", "short", "--log", url(copied)]) == 1
    assert "first wrong place is event 4\n" in capsys.readouterr().out


def test_streams_whose_names_are_no_text_do_not_hide_the_others(
    copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        file.execute(
            "UPDATE events SET originator_id = CAST(x'726f756e642fff' AS TEXT)"
            " WHERE originator_id = 'round/tied'"
        )

    code = main(["rounds", "--log", url(copied)])
    told = capsys.readouterr()
    assert "short" in told.out or (code == 2 and told.err.count("\n") == 1)


def test_a_damaged_round_is_marked_in_the_list_and_hides_no_other(
    copied: Path, capsys: Capture
) -> None:
    with Workbench(copied, "short") as bench:
        bench.wrong([bench.rows[0], *bench.rows[2:]])

    assert main(["rounds", "--log", url(copied)]) == 0
    rows = {line.split()[0]: line.split() for line in capsys.readouterr().out.splitlines()[1:]}
    assert set(rows) == {"demo-1", "short", "tied", "open", "voided"}
    assert "DIFFERENCE" in rows.pop("short")
    assert all("proven" in row for row in rows.values())


@pytest.mark.parametrize("damage", ["removed", "renamed", "changed"])
def test_a_round_whose_first_event_is_damaged_is_still_listed(
    damage: str, copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file, Workbench(copied, "short") as bench:
        first, *others = bench.rows
        renamed = first._replace(topic="sizhidao.Checked.1")
        changed_row = first._replace(state=first.state[:-1])
        rows = {"removed": others, "renamed": [renamed, *others], "changed": [changed_row, *others]}
        put(file, bench.stream, rows[damage])

    assert main(["rounds", "--log", url(copied)]) == 0
    listed = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()[1:]}
    assert "DIFFERENCE" in listed.get("short", "")


@pytest.mark.parametrize("seat", ["p1", "p3"])
def test_a_damaged_first_event_is_a_difference_also_for_a_seat(
    seat: str, copied: Path, capsys: Capture
) -> None:
    with Workbench(copied, "short") as bench:
        bench.wrong([bench.rows[0]._replace(state=b""), *bench.rows[1:]])

    assert main(["round", "short", "--log", url(copied), "--seat", seat]) == 1
    assert "first wrong place is event 1\n" in capsys.readouterr().out
