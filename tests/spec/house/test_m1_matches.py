"""M1 to M5: who opens a match, who sits in it, and when it begins."""

import pytest

from domain.flow.address import match, wallet
from domain.house.match import commands, events
from domain.house.wallet.events import MatchEntered, MatchLeft
from domain.house.wallet.state import Account
from domain.kernel.seats import Seat
from domain.shengji.events import RoundOpened
from domain.shengji.ruleset import RULES, Ruleset
from domain.shengji.sides import SEATS, Side
from tests.support.matches import FOUR, SHORT, Matches

M = match("m")
P1, P2, P3, P4 = SEATS


def test_m1_a_match_is_opened_once_with_its_settings() -> None:
    house = Matches()
    assert house.refused(M, commands.JoinMatch(seat=P1, player="ann")) == "no_such_match"
    opened = house.take(M, commands.OpenMatch(match="m", settings=SHORT))
    assert opened == (events.MatchOpened(match="m", settings=SHORT),)
    assert house.refused(M, commands.OpenMatch(match="m", settings=SHORT)) == "match_exists"


@pytest.mark.parametrize("name", ["", "x" * 101, "a\nb", " m", "m ", "a/b"])
def test_m1_not_every_text_is_a_name(name: str) -> None:
    asked = commands.OpenMatch(match=name, settings=SHORT)
    assert Matches().refused(match(name), asked) == "bad_match"


@pytest.mark.parametrize(("settings", "first"), [(Ruleset(), "2"), (SHORT, "9")])
def test_m1_both_sides_begin_on_the_first_level_with_no_score(
    settings: Ruleset, first: str
) -> None:
    house = Matches()
    house.match(settings)
    state = house.open_match()
    assert state.levels == {Side.A: first, Side.B: first}
    assert state.totals == dict.fromkeys(SEATS, 0)
    assert (state.dealer, state.rounds, state.running) == (None, 0, None)


def test_m2_a_player_takes_a_free_seat_once() -> None:
    house = Matches()
    house.match(players=("ann", "bob"))
    assert house.facts[M][1:] == [
        events.PlayerJoined(seat=P1, player="ann"),
        events.PlayerJoined(seat=P2, player="bob"),
    ]
    house.player("cyd")
    for seat, player, code in (
        ("p5", "cyd", "no_match_seat"),
        ("p3", "ann", "in_match"),
        ("p2", "cyd", "match_seat_taken"),
        ("p3", "nobody", "no_such_player"),
    ):
        asked = commands.JoinMatch(seat=Seat(seat), player=player)
        assert house.refused(M, asked) == code
    house.join("p4", "cyd")
    assert house.open_match().seat_of("cyd") == "p4"


def test_m2_the_wallet_is_told_and_no_points_move() -> None:
    house = Matches()
    house.player("ann", 70)
    house.match(players=())
    house.join("p3", "ann")
    assert house.facts[wallet("ann")][-1] == MatchEntered(player="ann", match="m", seat=P3)
    assert house.balance("ann") == 70
    assert house.missing_points() == 0


def test_m2_a_disabled_player_joins_no_match() -> None:
    house = Matches()
    house.match(players=())
    house.player("ann")
    house.disable("ann")
    assert house.refused(M, commands.JoinMatch(seat=P1, player="ann")) == "player_disabled"
    house.enable("ann")
    house.join("p1", "ann")


def test_m3_who_sits_says_once_when_ready() -> None:
    house = Matches()
    house.match(players=("ann",))
    assert house.refused(M, commands.BeReady(player="bob")) == "not_in_match"
    assert house.take(M, commands.BeReady(player="ann")) == (
        events.PlayerReady(seat=P1, player="ann"),
    )
    assert house.refused(M, commands.BeReady(player="ann")) == "ready_already"


def test_m3_who_leaves_before_the_match_has_begun_frees_the_seat() -> None:
    house = Matches()
    house.match()
    house.ready()
    left = house.take(M, commands.QuitMatch(player="bob"))
    assert left == (events.PlayerQuit(seat=P2, player="bob"),)
    assert house.facts[wallet("bob")][-1] == MatchLeft(player="bob", match="m")
    assert house.refused(M, commands.QuitMatch(player="bob")) == "not_in_match"
    assert house.refused(M, commands.StartMatchRound(round="r")) == "not_all_ready"
    house.player("eve")
    house.join("p2", "eve")
    assert house.refused(M, commands.StartMatchRound(round="r")) == "not_all_ready"
    house.ready("eve")
    house.start_round("r")


def test_m3_a_disabled_player_may_leave() -> None:
    house = Matches()
    house.match()
    house.disable("bob")
    house.take(M, commands.QuitMatch(player="bob"))
    assert house.open_match().seat_of("bob") is None


def test_m4_the_first_round_waits_for_four_who_are_ready() -> None:
    house = Matches()
    house.match()
    for name in FOUR:
        assert house.refused(M, commands.StartMatchRound(round="r")) == "not_all_ready"
        house.ready(name)
    started = house.take(M, commands.StartMatchRound(round="r"))
    levels = {Side.A: "9", Side.B: "9"}
    assert started == (
        events.MatchRoundStarted(round="r", number=1, dealer=None, levels=levels, players=FOUR),
    )


def test_m4_the_round_opens_with_players_levels_and_dealer_of_the_match() -> None:
    house = Matches()
    house.begin()
    levels = {Side.A: "9", Side.B: "9"}
    (_, opened), *_ = [(at, facts[0]) for at, facts in house.facts.items() if at.kind == "round"]
    assert opened == RoundOpened(
        round="r1",
        match="m",
        rules=RULES,
        settings=SHORT,
        players=FOUR,
        levels=levels,
        level="9",
        dealer=None,
    )


def test_m4_one_round_at_a_time_each_under_an_id_of_its_own() -> None:
    house = Matches()
    house.match()
    house.ready()
    for bad in ("", "a\nb", "a/b", "x" * 101):
        assert house.refused(M, commands.StartMatchRound(round=bad)) == "bad_match_round"
    at = house.start_round("r1")
    assert house.refused(M, commands.StartMatchRound(round="r2")) == "match_round_running"
    house.play_out("r1")
    assert house.refused(M, commands.StartMatchRound(round="r1")) == "round_over"
    assert house.look(at).round.id == "r1"
    house.start_round("r2")


def test_m5_nobody_joins_or_gets_ready_once_the_match_has_begun() -> None:
    house = Matches()
    house.begin()
    house.player("eve")
    assert house.refused(M, commands.JoinMatch(seat=P1, player="eve")) == "match_begun"
    assert house.refused(M, commands.BeReady(player="ann")) == "match_begun"


def test_m5_who_quits_a_match_that_has_begun_is_away_until_coming_back() -> None:
    house = Matches()
    house.begin()
    assert house.refused(M, commands.ComeBack(player="ann")) == "not_away"
    assert house.refused(M, commands.ComeBack(player="eve")) == "not_in_match"
    away = house.take(M, commands.QuitMatch(player="ann"))
    assert away == (events.PlayerAway(seat=P1, player="ann"),)
    assert house.refused(M, commands.QuitMatch(player="ann")) == "away_already"
    wallet_of_ann = house.look(wallet("ann"))
    assert isinstance(wallet_of_ann, Account)
    assert wallet_of_ann.matches == {"m": "p1"}
    back = house.take(M, commands.ComeBack(player="ann"))
    assert back == (events.PlayerBack(seat=P1, player="ann"),)
    assert not house.open_match().seats[P1].away


def test_m5_rounds_go_on_with_players_who_are_away() -> None:
    house = Matches()
    house.begin()
    for name in FOUR:
        house.take(M, commands.QuitMatch(player=name))
    house.play_out("r1")
    house.start_round("r2")
    assert house.open_match().rounds == 2
