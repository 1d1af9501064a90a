"""Facts changed with the whole stream hashed anew behind them: the rules find them."""

import json
from pathlib import Path
from typing import cast

import pytest

from domain.cards.card import PACK
from domain.kernel.decider import name_of
from domain.log.catalogue import members
from domain.sizhidao import events
from replay.cli import main
from tests.support.logs import url
from tests.support.tamper import Json, Row, Workbench, changed

ROUNDS = ("sample-1", "short", "tied", "voided", "open")
DERIVED = (
    events.AntePosted, events.UncalledReturned, events.PotsFormed, events.HandsShown,
    events.PotAwarded, events.PotTied, events.BuyInOffered, events.PlayoffOpened,
    events.RakeTaken, events.RoundSettled,
)  # fmt: skip
every_round = pytest.mark.parametrize("round_id", ROUNDS)
Capture = pytest.CaptureFixture[str]


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
    assert (
        f"DIFFERENCE  every fact re-decided equals the stored one: event {row.version}: " in words
    )
    assert shown(words) == {"expected": row.event, "stored": event}
    assert told["proven"] is False
    assert told["first_wrong"]["version"] == row.version
    assert told["difference"]["version"] == row.version
    assert (told["difference"]["expected"], told["difference"]["stored"]) == (row.event, event)


def shown(words: str) -> dict[str, Json]:
    """The two facts of a difference, as `replay round` prints them."""
    lines = [
        line.split(maxsplit=1)
        for line in words.splitlines()
        if line.strip().startswith(("expected  ", "stored  "))
    ]
    return {word: json.loads(fact) for word, fact in lines}


def first_of_kind(path: Path, topic: str) -> tuple[str, Row]:
    for round_id in ROUNDS:
        with Workbench(path, round_id) as bench:
            for row in bench.rows:
                if row.topic == topic:
                    return round_id, row
    raise AssertionError(topic)


HIDDEN = {"CardsDealt", "HandSplit"}
hidden_rounds = pytest.mark.parametrize("round_id", ["voided", "open", "sample-1"])


@hidden_rounds
def test_a_difference_in_hidden_cards_is_named_and_the_cards_are_not(
    bench: Workbench, capsys: Capture
) -> None:
    hidden = [row for row in bench.rows if row.topic.split(".")[1] in HIDDEN]
    for row in hidden:
        fields = [key for key in row.event if key in {"cards", "front"}]
        event, _ = bench.opened(row)
        mixed: Json = {key: getattr(event, key)[::-1] for key in fields}
        assert bench.wrong(bench.replaced(bench.resealed(row, event=mixed))) == row.version

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
