"""Comparing rows with events: every changed, missing or added row is found and named."""

import pytest

from api.rounds import Rounds
from api.sample.table import Seating
from domain.kernel.refusal import Refusal
from domain.paipu.sizhidao.actions import read_action
from projections.catalogue import PROJECTIONS
from projections.compare import Verdict, compare
from projections.runner import Runner
from projections.totals import faults_of
from tests.projections.conftest import Store
from tests.projections.rows import catch_up
from tests.projections.watching import change, compared
from tests.support.logs import VOIDED
from tests.support.logs import store as play

ADDED_LINE = """
    INSERT INTO journal
    SELECT generation, position, line + 10, entry, stream, version, account, points, entered_at
    FROM journal WHERE stream = 'round/alone' AND version = 2
"""
RAKE_OF_NO_ROUND = """
    INSERT INTO rake
    SELECT generation, 'never', seat, stage, pot, player, 'oak', points, position, taken_at
    FROM rake WHERE round = 'alone'
"""


def test_rows_are_equal_in_every_stream(projected: Store) -> None:
    names = list(projected.log.streams())
    found = compare(
        projected.views, projected.log, {name: projected.log.read(name) for name in names}
    )
    assert list(found) == names
    rounds = [name for name in names if name.startswith("round/")]
    assert len(rounds) > 8
    for name in rounds:
        of_round = [one.projection for one in found[name] if one.projection != "office"]
        assert of_round == ["pots", "rounds", "chips", "rake"]
    assert [one.projection for one in found["wallet/ann"]] == ["chips", "office"]
    assert [one.projection for one in found["table/oak"]] == ["chips", "office"]
    assert not any(found[name] for name in names if name.startswith("command/"))
    assert {one.verdict for each in found.values() for one in each} == {Verdict.EQUAL}
    assert list(faults_of(projected.views, projected.log)) == []


def test_a_round_not_seen_yet_is_neither_equal_nor_different(room: Store) -> None:
    for one in compared(room, "round/alone").values():
        assert (one.verdict, one.position, one.detail) == (Verdict.NOT_YET, 0, "")


def test_a_round_seen_in_part_is_compared_as_far_as_it_was_seen(room: Store) -> None:
    facts = room.log.read("round/alone")
    pots = PROJECTIONS["pots"]
    runner = Runner(pots, room.log, room.views, batch=1)
    while room.views.place("pots").position < (facts[7].position or 0):
        runner.step()
    assert compared(room, "round/alone")["pots"].verdict is Verdict.NOT_YET
    change(room, "UPDATE pots SET total = total + 1 WHERE round = 'alone' AND version = 3")
    assert compared(room, "round/alone")["pots"].verdict is Verdict.DIFFERENT
    runner.catch_up()
    assert compared(room, "round/alone")["rounds"].verdict is Verdict.NOT_YET


@pytest.mark.parametrize(
    ("statement", "projection", "named"),
    [
        (
            "UPDATE pots SET total = total + 1 WHERE round = 'alone' AND version = 4",
            "pots",
            "pots, round alone version 4: total is 151, and its events make it 150",
        ),
        (
            "UPDATE pots SET view = replace(view, 'p1', 'p2') WHERE round = 'alone' AND total = 0",
            "pots",
            "pots, round alone version 1: view is",
        ),
        (
            "DELETE FROM pots WHERE round = 'alone' AND version = 3",
            "pots",
            "pots, round alone version 3: the row is missing",
        ),
        (
            "UPDATE rounds SET status = 'open' WHERE round = 'alone'",
            "rounds",
            "rounds, round alone: status is 'open', and its events make it 'complete'",
        ),
        (
            "UPDATE round_seats SET net = net + 1 WHERE round = 'alone' AND seat = 'p2'",
            "rounds",
            "round_seats, round alone seat p2: net is",
        ),
        (
            "UPDATE round_seats SET player = 'eve' WHERE round = 'alone' AND seat = 'p3'",
            "rounds",
            "round_seats, round alone seat p3: player is 'eve', and its events make it 'cyd'",
        ),
        (
            "UPDATE journal SET points = points + 1 WHERE stream = 'round/alone' AND version = 2",
            "chips",
            "line 1: points is -49, and its events make it -50",
        ),
        (
            "UPDATE journal SET account = 'wallet:eve' WHERE stream = 'round/alone' AND points < 0",
            "chips",
            "account is 'wallet:eve', and its events make it 'seat:round/alone/p1'",
        ),
        (
            "DELETE FROM journal WHERE stream = 'round/alone' AND entry = 'rake' AND line = 1",
            "chips",
            "the row is missing",
        ),
        (
            ADDED_LINE,
            "chips",
            "line 11: no event makes this row",
        ),
        (
            "UPDATE rake SET points = points - 1 WHERE round = 'alone'",
            "rake",
            "and its events make it",
        ),
        ("DELETE FROM rake WHERE round = 'alone'", "rake", "the row is missing"),
    ],
)
def test_what_was_changed_is_found_and_named(
    projected: Store, statement: str, projection: str, named: str
) -> None:
    change(projected, statement)
    found = compared(projected, "round/alone")
    assert found[projection].verdict is Verdict.DIFFERENT
    assert named in found[projection].detail
    assert {name for name, one in found.items() if one.verdict is not Verdict.EQUAL} == {projection}


def test_a_changed_line_of_a_wallet_or_a_table_is_found(projected: Store) -> None:
    change(
        projected,
        "UPDATE journal SET points = 4 WHERE entry = 'deposit' AND account = 'wallet:ann'",
    )
    change(
        projected, "UPDATE journal SET entry = 'bet' WHERE entry = 'sit' AND stream = 'table/oak'"
    )
    assert (
        "points is 4, and its events make it 5000"
        in compared(projected, "wallet/ann")["chips"].detail
    )
    assert "entry is 'bet'" in compared(projected, "table/oak")["chips"].detail
    faults = list(faults_of(projected.views, projected.log))
    assert any("adds up to -4996, not to 0" in fault for fault in faults)
    assert any(fault.startswith("the balance of wallet:ann is") for fault in faults)


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "UPDATE balances SET points = points + 5 WHERE account = 'rake'",
            "the balance of rake is",
        ),
        ("DELETE FROM balances WHERE account = 'issue'", "the balance of issue is 0, and"),
        ("UPDATE journal_days SET points = points + 5 WHERE account = 'rake'", "rake gained "),
        ("DELETE FROM journal_days WHERE account = 'issue'", "issue gained 0 on "),
        (
            RAKE_OF_NO_ROUND,
            "rake has rows of round/never, which is not in the log",
        ),
        (
            "UPDATE journal SET stream = 'wallet/nobody' WHERE stream = 'wallet/ann'",
            "chips has rows of wallet/nobody, which is not in the log",
        ),
    ],
)
def test_what_no_single_round_shows_is_found_in_the_whole(
    projected: Store, statement: str, fault: str
) -> None:
    change(projected, statement)
    assert any(told.startswith(fault) for told in faults_of(projected.views, projected.log))


def test_a_round_that_goes_on_meanwhile_is_no_difference(store: Store) -> None:
    play(store.log, "late", VOIDED[:3])
    facts = store.log.read("round/late")
    more(store, VOIDED[3:])
    catch_up(store.log, store.views)
    found = compare(store.views, store.log, {"round/late": facts})
    assert {one.verdict for one in found["round/late"]} == {Verdict.EQUAL}


def more(store: Store, actions: tuple[str, ...]) -> None:
    seating = Seating(Rounds(store.log), "late")
    for number, action in enumerate(map(read_action, actions)):
        assert not isinstance(action, Refusal)
        seating.ask(action.command, action.origin, f"late/{number}")
