"""H7: an operator switches the house, a game, a table, a match or a player off, and on again."""

from collections.abc import Mapping
from typing import get_args

import pytest

from domain.flow.address import SWITCHES, Address, Kind, game, match, table, wallet
from domain.flow.decide import FOLLOWS_ONLY, KNOWN
from domain.flow.switched import CONSULTED, NONE, scopes_of, switching
from domain.house.match import commands as in_match
from domain.house.origins import house_may
from domain.house.switches import commands, events
from domain.house.switches.decider import SWITCHES as DECIDER
from domain.house.switches.refusals import SwitchedOff
from domain.house.switches.scopes import Reach, reach_of
from domain.house.switches.state import Switches
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, seats_of
from domain.shengji import commands as shengji
from domain.shengji.ruleset import ruleset as shengji_settings
from domain.shengji.sides import Side
from domain.sizhidao import commands as sizhidao
from domain.sizhidao.events import SeatedPlayer
from tests.support.house import SMALL, Streams
from tests.support.play import LADDER, deals

ASKED = {kind for kinds in KNOWN.values() for kind in kinds} - FOLLOWS_ONLY
P3 = Seat("p3")
MATCH_SETTINGS = shengji_settings()
PLAYERS = tuple(SeatedPlayer(player=name, stack=100) for name in ("ann", "bob"))

PATHS: Mapping[str, tuple[Address, Command]] = {
    "deposit": (wallet("ann"), of_wallet.Deposit(points=1, reason="cash", reference="x")),
    "open table": (table("u"), at_table.OpenTable(table="u", settings=SMALL)),
    "sit": (table("t"), at_table.Sit(seat=P3, player="cyd", points=100)),
    "top up": (table("t"), at_table.TopUp(player="ann", points=1)),
    "start": (table("t"), at_table.StartRound(round="r")),
    "open match": (match("n"), in_match.OpenMatch(match="n", settings=MATCH_SETTINGS)),
    "join": (match("m"), in_match.JoinMatch(seat=Seat("p4"), player="cyd")),
    "ready": (match("m"), in_match.BeReady(player="dan")),
    "start in match": (match("f"), in_match.StartMatchRound(round="s")),
    "record": (
        game("x"),
        sizhidao.OpenRound(
            round="x", table="t", settings=SMALL, players=PLAYERS, head=seats_of(2)[0]
        ),
    ),
    "record of match": (
        game("y"),
        shengji.OpenRound(
            round="y",
            match="m",
            settings=MATCH_SETTINGS,
            players=("ann", "bob", "cyd", "dan"),
            levels=dict.fromkeys(Side, "2"),
        ),
    ),
}
"""A command that is accepted while all is on, for every kind that hangs on a switch."""
ALL = ("everything", "game/sizhidao", "game/shengji", "table/t", "match/m", "match/f")


def house() -> Streams:
    """A table and two matches, of which one can begin; everything is on."""
    streams = Streams()
    streams.table(ann=100, bob=100)
    streams.deposit("ann", 10)
    streams.player("cyd", 100)
    for name in ("m", "f"):
        streams.take(match(name), in_match.OpenMatch(match=name, settings=MATCH_SETTINGS))
    for number, name in enumerate(("dan", "eve", "fay", "guy"), start=1):
        streams.player(name)
        streams.take(match("f"), in_match.JoinMatch(seat=Seat(f"p{number}"), player=name))
        streams.take(match("f"), in_match.BeReady(player=name))
    streams.take(match("m"), in_match.JoinMatch(seat=Seat("p1"), player="dan"))
    return streams


def off(streams: Streams, scope: str, reason: str = "a flood") -> None:
    streams.take(*switching(scope, reason, off=True))


def on(streams: Streams, scope: str) -> None:
    streams.take(*switching(scope, "dry again", off=False))


# ---- H7.1


@pytest.mark.parametrize("scope", ["everything", "game/shengji", "table/t", "match/m"])
def test_h7_1_a_switch_is_turned_with_a_reason_and_only_to_where_it_is_not(scope: str) -> None:
    streams = house()
    assert streams.refused(SWITCHES, commands.Enable(scope=scope, reason="x")) == "on_already"
    (fact,) = streams.take(SWITCHES, commands.Disable(scope=scope, reason="a flood"))
    assert fact == events.Disabled(scope=scope, reason="a flood")
    assert streams.look(SWITCHES) == Switches(off={scope: "a flood"})
    assert streams.refused(SWITCHES, commands.Disable(scope=scope, reason="y")) == "off_already"
    (fact,) = streams.take(SWITCHES, commands.Enable(scope=scope, reason="dry again"))
    assert fact == events.Enabled(scope=scope, reason="dry again")
    assert streams.look(SWITCHES) == Switches(off={})


@pytest.mark.parametrize("reason", ["", " x", "x" * 101, "a\nb"])
def test_h7_1_a_reason_is_a_line_of_text(reason: str) -> None:
    asked = commands.Disable(scope="everything", reason=reason)
    assert house().refused(SWITCHES, asked) == "bad_switch_reason"


@pytest.mark.parametrize(
    ("scope", "code"),
    [
        ("", "bad_scope"),
        ("house", "bad_scope"),
        ("everything/x", "bad_scope"),
        ("table/", "bad_scope"),
        ("table/a/b", "bad_scope"),
        ("player/", "bad_scope"),
        ("player/a/b", "bad_scope"),
        ("wallet/ann", "bad_scope"),
        ("game/poker", "no_such_game"),
        ("table/nowhere", "no_such_table"),
        ("match/nowhere", "no_such_match"),
        ("player/ann", "players_own_switch"),
    ],
)
def test_h7_1_only_what_there_is_can_be_switched(scope: str, code: str) -> None:
    for kind in get_args(commands.Command):
        assert house().refused(SWITCHES, kind(scope=scope, reason="x")) == code


def test_h7_1_only_an_operator_turns_switches() -> None:
    for kind in get_args(commands.Command):
        asked = kind(scope="everything", reason="x")
        assert [one for one in Origin if house_may(asked, one)] == [Origin.OPERATOR]


def test_h7_1_a_player_is_switched_at_the_wallet_and_listed_with_the_rest() -> None:
    streams = house()
    off(streams, "player/ann")
    assert streams.look(SWITCHES).off == {"player/ann": "a flood"}
    assert streams.refused(*switching("player/ann", "x", off=True)) == "player_disabled"
    assert streams.refused(*switching("player/nobody", "x", off=True)) == "no_such_player"
    on(streams, "player/ann")
    assert streams.look(SWITCHES).off == {}
    assert streams.missing_points() == 0


def test_h7_1_a_player_disabled_before_there_were_switches_is_enabled() -> None:
    streams = house()
    off(streams, "player/ann")
    streams.states.pop(SWITCHES)
    on(streams, "player/ann")
    assert streams.look(SWITCHES).off == {}


def test_the_switches_fold_to_what_was_decided_and_have_no_end() -> None:
    streams = house()
    for scope in ("everything", "table/t"):
        off(streams, scope)
    on(streams, "everything")
    facts = [one for one in streams.facts[SWITCHES] if isinstance(one, events.Event)]
    assert DECIDER.fold(facts) == streams.look(SWITCHES) == Switches(off={"table/t": "a flood"})
    assert not DECIDER.is_terminal(streams.look(SWITCHES))


# ---- H7.2


def test_h7_2_every_command_that_can_be_asked_has_its_line_in_the_table() -> None:
    assert set(CONSULTED) == ASKED


def test_h7_2_every_command_that_hangs_on_a_switch_is_tried_here() -> None:
    tried = {type(command) for _, command in PATHS.values()}
    assert tried == {kind for kind, reaches in CONSULTED.items() if reaches != NONE}


@pytest.mark.parametrize("scope", ALL)
@pytest.mark.parametrize("path", PATHS)
def test_h7_2_what_hangs_on_a_switch_is_refused_while_it_is_off(path: str, scope: str) -> None:
    streams, (at, command) = house(), PATHS[path]
    off(streams, scope)
    hangs = scope in scopes_of(at, command)
    decided = streams.ask(at, command)
    if hangs:
        assert decided == SwitchedOff(scope=scope)
        assert isinstance(decided, Refusal)
        assert (decided.code, decided.rule) == ("switched_off", "H7.2")
        on(streams, scope)
        streams.take(at, command)
    else:
        assert not isinstance(decided, Refusal), decided


@pytest.mark.parametrize("path", ["deposit", "sit", "top up", "join"])
def test_h7_2_what_hangs_on_a_player_the_wallet_refuses(path: str) -> None:
    streams, (at, command) = house(), PATHS[path]
    assert Reach.PLAYER in CONSULTED[type(command)]
    player = getattr(command, "player", at.id)
    off(streams, f"player/{player}")
    assert streams.refused(at, command) == "player_disabled"
    on(streams, f"player/{player}")
    streams.take(at, command)


def test_h7_2_the_widest_switch_is_named() -> None:
    streams = house()
    for scope in ("table/t", "game/sizhidao", "everything"):
        off(streams, scope)
        assert streams.ask(*PATHS["sit"]) == SwitchedOff(scope=scope)


# ---- H7.3


@pytest.mark.parametrize("scope", ["everything", "game/sizhidao", "table/t"])
def test_h7_3_a_running_round_concludes_and_points_go_home(scope: str) -> None:
    streams = house()
    at = streams.start()
    off(streams, scope)
    streams.play(at, deals(*LADDER[:2]), "p1 bet 20", "p2 fold")
    assert streams.refused(table("t"), at_table.StartRound(round="r2")) == "switched_off"
    streams.take(table("t"), at_table.ChangeSettings(settings=SMALL))
    for name in ("ann", "bob"):
        streams.take(table("t"), at_table.StandUp(player=name))
        paid = of_wallet.Withdraw(points=1, reason="cash", reference=f"out {name}")
        streams.take(wallet(name), paid)
    assert streams.missing_points() == 0


@pytest.mark.parametrize("scope", ["everything", "game/shengji", "match/f"])
def test_h7_3_who_is_in_a_match_goes_and_comes_back(scope: str) -> None:
    streams = house()
    streams.take(match("f"), in_match.StartMatchRound(round="s"))
    off(streams, scope)
    streams.take(match("f"), in_match.QuitMatch(player="dan"))
    streams.take(match("f"), in_match.ComeBack(player="dan"))
    streams.take(match("m"), in_match.QuitMatch(player="dan"))
    streams.take(match("f"), in_match.AbandonMatch(reason="the flood"))


def test_a_scope_is_told_by_its_reach_and_name() -> None:
    assert reach_of("everything") == (Reach.EVERYTHING, "")
    assert reach_of("table/plum") == (Reach.TABLE, "plum")
    assert {kind.value for kind in Kind} >= {"table", "match", "switches"}
