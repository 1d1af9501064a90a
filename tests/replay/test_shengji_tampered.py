"""Rounds of 比牌升級 changed behind the log's back, with hashes made anew: all of it is found."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any, cast

import pytest

from domain.cards.card import CARDS
from domain.kernel.decider import Command, Event, name_of
from domain.log.examine import examine
from domain.shengji import commands, events
from replay.checks import CHOICES, DERIVED, Verdict
from replay.cli import main
from replay.proof import prove
from replay.rederive import rederive
from tests.replay.conftest import RECORDS
from tests.support.logs import new_log, url
from tests.support.shengji import store_record
from tests.support.tamper import Json, Row, Workbench, changed

HIDDEN = {"CardsDealt", "KittyDealt", "CardsReturned", "CardsReceived", "KittyTaken", "KittyBuried"}
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def bench(one: Path, tmp_path: Path) -> Iterator[Workbench]:
    """The round `r` on the workbench. Its leaks are looked for elsewhere: every face is shown."""
    with Workbench(Path(copy(one, tmp_path / "log.db")), "r") as opened:
        opened.public = CARDS
        assert opened.wrong(opened.rows) is None
        yield opened


def kind_of(row: Row) -> str:
    return row.topic.split(".")[1]


def last_of_each_kind(bench: Workbench) -> list[Row]:
    return [*{row.topic: row for row in bench.rows}.values()]


def cards_of(bench: Workbench, row: Row) -> tuple[str, ...]:
    event, _ = bench.opened(row)
    return tuple(cast("Any", event).cards)


def test_every_kind_of_fact_is_in_the_round(bench: Workbench) -> None:
    kinds = {name_of(kind) for kind in cast("Any", events.Event).__args__}
    assert kinds - {row.topic for row in bench.rows} == {name_of(events.RoundVoided)}


def test_every_value_of_a_fact_of_each_kind_counts(bench: Workbench) -> None:
    tried = 0
    for row in last_of_each_kind(bench):
        for event in changed(row.event):
            forged = bench.replaced(row.with_body({**row.body, "event": event}))
            assert bench.wrong(forged) == row.version, (row.topic, event)
            tried += 1
    assert tried > 200


def test_hidden_cards_in_another_order_are_found_and_shown_to_nobody(
    bench: Workbench, capsys: Capture
) -> None:
    hidden = [row for row in last_of_each_kind(bench) if kind_of(row) in HIDDEN]
    for row in hidden:
        other: Json = {"cards": cards_of(bench, row)[::-1]}
        assert bench.wrong(bench.replaced(bench.resealed(row, event=other))) == row.version
        assert main(["round", "r", "--log", url(bench.path), "--seat", row_seat(row)]) == 1
        words = capsys.readouterr().out
        facts = [line for line in words.splitlines() if line.strip().startswith(("expected", "st"))]
        told = [json.loads(line.split(maxsplit=1)[1]) for line in facts if "{" in line]
        assert [set(fact["cards"]) for fact in told] == [{"??"}, {"??"}]
    assert {kind_of(row) for row in hidden} == HIDDEN


def row_seat(row: Row) -> str:
    return str(row.event.get("seat", "p1"))


def test_a_card_moved_between_hands_is_found(bench: Workbench) -> None:
    deals = [row for row in bench.rows if kind_of(row) == "CardsDealt"][:2]
    first, second = (cards_of(bench, row) for row in deals)
    give = next(card for card in first if card not in second)
    take = next(card for card in second if card not in first)
    forged: dict[int, Row] = {}
    for row, cards, gone, come in ((deals[0], first, give, take), (deals[1], second, take, give)):
        place = cards.index(gone)
        other: Json = {"cards": (*cards[:place], come, *cards[place + 1 :])}
        forged[row.version] = bench.resealed(row, event=other, command=other)
    rows = bench.rewritten(forged.get(one.version, one) for one in bench.rows)

    assert bench.wrong(rows) == deals[0].version
    assert unlike_the_rules(bench, rows), "nor would it pass with receipts that were forged too"


def unlike_the_rules(bench: Workbench, rows: list[Row]) -> bool:
    """Whether the rules find it without looking at what was acknowledged."""
    recorded, fault = examine(bench.stored(rows), bench.codec)
    assert fault is None
    return rederive(recorded).difference is not None


@pytest.mark.parametrize("kind", ["CardsReturned", "KittyBuried", "CardsLed", "CardsFollowed"])
def test_other_cards_given_buried_or_played_are_found(kind: str, bench: Workbench) -> None:
    row = next(row for row in bench.rows if kind_of(row) == kind)
    hand = next(
        cards_of(bench, one)
        for one in bench.rows
        if kind_of(one) == "CardsDealt" and one.event["seat"] == row.event["seat"]
    )
    cards = cards_of(bench, row)
    held = next(card for card in reversed(hand) if card not in cards)
    other: Json = {"cards": (*cards[:-1], held)}
    forged = {row.version: bench.resealed(row, event=other, command=other)}
    if kind == "CardsReturned":  # the receiver is told the same cards
        received = bench.rows[row.version]
        forged[received.version] = bench.resealed(received, event=other)
    rows = bench.rewritten(forged.get(one.version, one) for one in bench.rows)

    assert bench.wrong(rows) == row.version
    assert unlike_the_rules(bench, rows)


COMMANDS: list[tuple[type[Event], Json]] = [
    (events.RoundOpened, {"dealer": "p2"}),
    (events.RoundOpened, {"levels": {"A": "4", "B": "4"}}),
    (events.CardsDealt, {"seat": "p4"}),
    (events.CardTurnedUp, {"seat": "p1"}),
    (events.CardsShown, {"seat": "p3"}),
    (events.ContestPassed, {"seat": "p3"}),
    (events.TrumpCalled, {"suit": "s"}),
    (events.CardsReturned, {"to": "p2"}),
    (events.KittyBuried, {"seat": "p1"}),
    (events.CardsLed, {"cards": ("As",)}),
    (events.CardsFollowed, {"cards": ("2s", "2s")}),
]


@pytest.mark.parametrize(("kind", "change"), COMMANDS)
def test_another_command_is_found(kind: type[Event], change: Json, bench: Workbench) -> None:
    row = next(row for row in bench.rows if row.topic == name_of(kind))
    assert bench.wrong(bench.replaced(bench.resealed(row, command=change))) == row.version


def test_a_changed_result_is_shown_beside_what_it_should_be(
    bench: Workbench, capsys: Capture
) -> None:
    row = bench.rows[-1]
    forged = row.with_event(next_dealer="p1", levels={"A": "4", "B": "6"})
    assert bench.wrong(bench.replaced(forged)) == row.version

    assert main(["round", "r", "--log", url(bench.path), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["first_wrong"]["name"] == DERIVED
    assert told["difference"]["expected"] == row.event
    assert told["difference"]["stored"] == forged.event
    assert told["status"] == "open", "nothing is told from the wrong decision on"


def test_a_lost_end_a_lost_trick_and_a_trick_told_twice_are_found(bench: Workbench) -> None:
    led = [row for row in bench.rows if kind_of(row) == "CardsLed"]
    first, second, third = (row.version - 1 for row in led[:3])

    assert bench.wrong(bench.rows[:-1]) == len(bench.rows)
    assert bench.wrong(bench.rewritten([*bench.rows[:first], *bench.rows[second:]])) == first + 1
    again = [one._replace(position=None) for one in bench.rows[second:]]
    assert bench.wrong(bench.rewritten([*bench.rows[:third], *again])) == third + 1


# ---- what the clock does (S3.8)


def test_what_the_clock_does_is_compared_with_the_rules(tmp_path: Path) -> None:
    with new_log(tmp_path / "log.db") as log:
        round_ = store_record(log, "r", RECORDS[0], actions=6)
        round_.late(3)
        proof = prove(log, "r")
        assert proof is not None
        (check,) = [one for one in proof.checks if one.name == CHOICES]
        assert (check.verdict, check.detail) == (Verdict.OK, "3 decisions of the clock")


def other_choices(state: Any, late: Command) -> Command | None:  # noqa: ANN401 -- any phase
    """Another command than the clock's that the rules allow as well."""
    match late:
        case commands.CallTrump(seat=seat, suit=suit):
            return commands.CallTrump(seat=seat, suit="s" if suit != "s" else "h")
        case commands.Bury(seat=seat):
            return commands.Bury(seat=seat, cards=state.hands[seat][:8])
        case commands.Play(seat=seat) if not state.plays:
            lowest = late.cards[0]
            other = next(card for card in state.hands[seat] if card != lowest)
            return commands.Play(seat=seat, cards=(other,))
        case _:
            return None


@pytest.mark.parametrize("verb", [commands.CallTrump, commands.Bury, commands.Play])
def test_a_clock_that_chose_otherwise_is_told(
    verb: type[Command], tmp_path: Path, capsys: Capture
) -> None:
    with new_log(tmp_path / "log.db") as log:
        round_ = store_record(log, "r", RECORDS[0], actions=6)
        while not isinstance(late := round_.late_now(), verb):
            round_.late()
        other = other_choices(round_.state, late)
        assert other is not None
        version = round_.version + 1
        round_.clock(other)
        round_.late()
    assert main(["round", "r", "--log", url(tmp_path / "log.db"), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)

    assert told["first_wrong"]["name"] == CHOICES
    assert told["first_wrong"]["version"] == version
    assert told["difference"]["expected"]["type"] == name_of(verb)
    hidden = verb is commands.Bury
    assert ("??" in json.dumps(told["difference"])) == hidden
