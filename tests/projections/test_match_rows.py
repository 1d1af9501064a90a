"""Rows of matches and their rounds: rebuilt, restarted and compared as those of 四支刀 are."""

import re
from datetime import UTC, datetime
from functools import partial

import pytest
import sqlalchemy as sa

from domain.log.store import Log, open_log
from domain.shengji import events
from projections.catalogue import PROJECTIONS
from projections.compare import Verdict, compare
from projections.rebuild import rebuild
from projections.runner import Runner
from projections.totals import faults_of
from replay.checks import Verdict as Checked
from replay.views import check_views
from tests.projections.conftest import Store
from tests.projections.match_room import MatchRoom
from tests.projections.room import room_with_all
from tests.projections.rows import all_rows, catch_up, rows_of, start_again
from tests.projections.watching import change, compared, reads_counted
from tests.support.leaks import CARD

OF_ROUNDS = ["rounds", "levels", "scores", "contests", "tricks"]
OF_MATCHES = ["matches", *OF_ROUNDS]
OF_POINTS = ["pots", "chips", "rake"]


def test_rows_are_equal_in_every_stream(matched: Store) -> None:
    streams = {name: matched.log.read(name) for name in matched.log.streams()}
    found = compare(matched.views, matched.log, streams)
    for name, each in found.items():
        if name.startswith("round/"):
            assert [one.projection for one in each if one.projection != "office"] == OF_ROUNDS
        if name.startswith("match/"):
            assert [one.projection for one in each] == ["matches", "office"]
    assert {one.verdict for each in found.values() for one in each} == {Verdict.EQUAL}
    assert list(faults_of(matched.views, matched.log)) == []


def test_no_point_moves_in_a_match(matched: Store) -> None:
    for name in OF_POINTS:
        assert not any(rows_of(matched.views, PROJECTIONS[name]).values())
        assert matched.views.place(name).position == matched.log.last_position()


def test_rebuilt_rows_are_the_live_ones_however_they_were_batched(matched: Store) -> None:
    live = all_rows(matched.views)
    for name in OF_MATCHES:
        rebuild(PROJECTIONS[name], matched.log, matched.views, batch=97)
    assert all_rows(matched.views) == live
    start_again(matched.views)
    catch_up(matched.log, matched.views, batch=13)
    assert all_rows(matched.views) == live
    assert len(live["tricks"]["trick_plays"]) > 500
    assert all(rows for name in OF_MATCHES for rows in live[name].values())


def test_a_runner_of_each_batch_goes_on_where_the_last_one_ended(
    matched: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = all_rows(matched.views)
    start_again(matched.views)
    runs = 0
    with reads_counted(monkeypatch) as reads:
        for name in OF_MATCHES:
            new_one = partial(Runner, PROJECTIONS[name], matched.log, matched.views, batch=150)
            while new_one().step() is not None:
                runs += 1
    assert all_rows(matched.views)["tricks"] == live["tricks"]
    catch_up(matched.log, matched.views)
    assert all_rows(matched.views) == live
    assert runs > 10
    assert reads.total() <= 2 * runs


def test_both_games_in_one_log_have_their_own_rows(store: Store) -> None:
    room_with_all(store.log, rounds=1)
    room = MatchRoom(store.log)
    room.open("tea")
    room.play(room.start("tea"), steps=30)
    catch_up(store.log, store.views)
    assert list(faults_of(store.views, store.log)) == []
    with store.views.reading() as connection:
        games = sa.text("SELECT DISTINCT game FROM rounds ORDER BY game")
        assert list(connection.execute(games).scalars()) == ["shengji", "sizhidao"]
    assert list(compared(store, "round/alone")) == ["pots", "rounds", "chips", "rake"]
    assert list(compared(store, "round/tea-1")) == OF_ROUNDS


def test_a_round_not_seen_yet_is_neither_equal_nor_different(store: Store) -> None:
    room = MatchRoom(store.log)
    room.open("tea")
    room.play(room.start("tea"), steps=20)
    assert {one.verdict for one in compared(store, "round/tea-1").values()} == {Verdict.NOT_YET}
    catch_up(store.log, store.views)
    room.play("tea-1", steps=20)
    late = compared(store, "round/tea-1")
    assert (late["tricks"].verdict, late["levels"].verdict) == (Verdict.NOT_YET, Verdict.EQUAL)


@pytest.mark.parametrize(
    ("statement", "stream", "projection", "named"),
    [
        (
            "UPDATE levels SET lost = lost + 1 WHERE round = 'bed-2'",
            "round/bed-2",
            "levels",
            "levels, round bed-2 side",
        ),
        (
            "UPDATE scores SET score = score + 1 WHERE round = 'cup-2' AND seat = 'p3'",
            "round/cup-2",
            "scores",
            "scores, round cup-2 cause",
        ),
        (
            "UPDATE contests SET trump = 'x' WHERE round = 'cup-1'",
            "round/cup-1",
            "contests",
            "contests, round cup-1: trump is 'x', and its events make it",
        ),
        (
            "DELETE FROM contest_steps WHERE round = 'cup-1' AND step = 2",
            "round/cup-1",
            "contests",
            "contest_steps, round cup-1 step 2: the row is missing",
        ),
        (
            "UPDATE tricks SET points = points + 5 WHERE round = 'cup-1' AND trick = 3",
            "round/cup-1",
            "tricks",
            "tricks, round cup-1 trick 3 (counted from 0): points is",
        ),
        (
            "UPDATE trick_plays SET faces = 'As' WHERE round = 'cup-1' AND trick = 3 AND place = 1",
            "round/cup-1",
            "tricks",
            "trick_plays, round cup-1 trick 3 (counted from 0) place 1: faces is",
        ),
        (
            "UPDATE rounds SET match = 'tea' WHERE round = 'cup-1'",
            "round/cup-1",
            "rounds",
            "rounds, round cup-1: match is 'tea', and its events make it 'cup'",
        ),
        (
            "UPDATE match_seats SET score = 99 WHERE match = 'cup' AND seat = 'p1'",
            "match/cup",
            "matches",
            "match_seats, match cup seat p1: score is 99",
        ),
        (
            "DELETE FROM match_rounds WHERE match = 'cup' AND number = 1",
            "match/cup",
            "matches",
            "match_rounds, match cup number 1: the row is missing",
        ),
    ],
)
def test_what_was_changed_is_found_and_named(
    matched: Store, statement: str, stream: str, projection: str, named: str
) -> None:
    change(matched, statement)
    found = compared(matched, stream)
    assert found[projection].verdict is Verdict.DIFFERENT
    assert found[projection].detail.startswith(named)
    assert {name for name, one in found.items() if one.verdict is not Verdict.EQUAL} == {projection}


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "UPDATE scores SET score = score + 1 WHERE round = 'cup-2' AND seat = 'p3'",
            r"the scores of round cup-2 for \w+ add up to 1",
        ),
        (
            "UPDATE scores SET score = -score WHERE round = 'cup-1' AND cause = 'result'",
            r"round 1 of match cup: p1 scored -?\d+, and its lines add up to",
        ),
        ("DELETE FROM levels WHERE match = 'cup'", r"round \d of match cup: side . went from"),
        (
            "UPDATE match_rounds SET dealer = 'p9' WHERE match = 'cup' AND number = 2",
            "round 2 of match cup: it does not begin as round 1 ended",
        ),
        (
            "UPDATE matches SET level_b = 'K' WHERE match = 'bed'",
            "match bed does not stand as its last settled round left it",
        ),
        (
            "UPDATE match_seats SET match = 'never' WHERE match = 'cup'",
            "matches has rows of match/never, which is not in the log",
        ),
    ],
)
def test_what_no_single_stream_shows_is_found_in_the_whole(
    matched: Store, statement: str, fault: str
) -> None:
    change(matched, statement)
    faults = list(faults_of(matched.views, matched.log))
    assert any(re.match(fault, told) for told in faults), faults


def test_a_changed_ledger_is_found_by_the_checks_on_its_round(matched: Store) -> None:
    facts = {name: matched.log.read(name) for name in ("round/cup-1", "round/cup-2")}
    sound = check_views(matched.views, matched.log, facts)
    assert {check.verdict for check in sound.values()} == {Checked.OK}
    assert sound["round/cup-1"].detail == ", ".join(OF_ROUNDS)
    change(matched, "UPDATE scores SET score = score + 1 WHERE round = 'cup-2' AND seat = 'p3'")
    found = check_views(matched.views, matched.log, facts)
    assert found["round/cup-1"].verdict is Checked.OK
    assert found["round/cup-2"].verdict is Checked.DIFFERENCE
    assert found["round/cup-2"].detail.startswith("scores: scores, round cup-2 cause")


def test_a_ledger_that_lags_behind_is_no_fault(matched: Store) -> None:
    with matched.views.writing() as connection:
        connection.execute(sa.text("DELETE FROM scores"))
        connection.execute(sa.text("DELETE FROM projections WHERE name = 'scores'"))
    assert list(faults_of(matched.views, matched.log)) == []


def open_cards(log: Log) -> dict[str, set[str]]:
    """What lay open in each round, whoever looked."""
    found: dict[str, set[str]] = {}
    for stream in log.streams("round/"):
        cards: set[str] = set()
        for one in log.read(stream):
            event = one.event
            if isinstance(event, events.CardTurnedUp):
                cards.add(event.card)
            if isinstance(event, events.CardsShown | events.CardsFollowed | events.CardsLed):
                cards.update(event.cards)
            if isinstance(event, events.CardsLed):
                cards.update(event.attempted)
        found[stream.removeprefix("round/")] = cards
    return found


def test_no_card_is_in_a_row_that_did_not_lie_open(matched: Store) -> None:
    shown, checked = open_cards(matched.log), 0
    for name in OF_MATCHES:
        for table in PROJECTIONS[name].tables:
            if "round" not in table.primary_key:
                continue
            with matched.views.reading() as connection:
                for row in connection.execute(sa.select(table)).mappings():
                    for value in row.values():
                        cards = set(CARD.findall(value)) if isinstance(value, str) else set()
                        assert cards <= shown[row["round"]], (name, row)
                        checked += len(cards)
    assert checked > 1_000


def test_rows_are_the_same_without_the_keys(matched: Store) -> None:
    live = all_rows(matched.views)
    start_again(matched.views)
    with open_log(matched.address, now=lambda: datetime.now(UTC), read_only=True) as closed:
        catch_up(closed, matched.views)
    assert all_rows(matched.views) == live
