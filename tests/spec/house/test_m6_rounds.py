"""M6 to M9: what a round does to its match, how a match ends, and what holds it up."""

from typing import Any

import pytest
from msgspec.structs import replace

from domain.flow.address import Address, game, match, wallet
from domain.house.match import commands, events
from domain.house.match.decider import MATCH
from domain.house.match.state import Open
from domain.house.table.events import Ending
from domain.house.wallet.events import MatchLeft
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands as in_round
from domain.shengji import events as round_events
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import Settled, Voided
from tests.support.matches import FOUR, Matches

M = match("m")
P1, P2, P3, P4 = SEATS


def settled(house: Matches, round_id: str) -> Settled:
    state = house.look(game(round_id))
    assert isinstance(state, Settled)
    return state


def ended(house: Matches) -> events.MatchRoundEnded:
    return next(one for one in reversed(house.facts[M]) if isinstance(one, events.MatchRoundEnded))


def test_m6_a_settled_round_gives_the_match_its_levels_scores_and_dealer() -> None:
    house = Matches()
    house.begin()
    house.play_out("r1")
    told = settled(house, "r1")
    assert ended(house) == events.MatchRoundEnded(
        round="r1",
        ending=Ending.SETTLED,
        levels=told.levels,
        scores=told.scores,
        totals=told.scores,
        next_dealer=told.next_dealer,
    )
    assert set(told.scores.values()) != {0}
    state = house.open_match()
    assert (state.levels, state.totals) == (told.levels, told.scores)
    assert (state.dealer, state.running) == (told.next_dealer, None)


def test_m6_scores_add_up_and_every_round_goes_on_from_the_last() -> None:
    house = Matches()
    house.begin()
    totals = dict.fromkeys(SEATS, 0)
    for number in range(1, 4):
        house.play_out(f"r{number}")
        told = settled(house, f"r{number}")
        totals = {seat: totals[seat] + told.scores[seat] for seat in SEATS}
        assert ended(house).totals == totals
        assert sum(totals.values()) == 0
        house.start_round(f"r{number + 1}")
        opened = house.facts[game(f"r{number + 1}")][0]
        assert isinstance(opened, round_events.RoundOpened)
        assert (opened.dealer, opened.levels) == (told.next_dealer, told.levels)
    assert house.open_match().rounds == 4


@pytest.mark.parametrize("rounds", [0, 1])
def test_m6_a_voided_round_changes_nothing(rounds: int) -> None:
    """S8.5: the same dealer deals again, or it is a first round again."""
    house = Matches()
    house.begin()
    for number in range(rounds):
        house.play_out(f"r{number + 1}")
        house.start_round(f"r{number + 2}")
    before = house.open_match()
    round_id = f"r{rounds + 1}"
    house.take(game(round_id), in_round.VoidRound())
    assert ended(house) == events.MatchRoundEnded(
        round=round_id,
        ending=Ending.VOIDED,
        levels=before.levels,
        scores=dict.fromkeys(SEATS, 0),
        totals=before.totals,
        next_dealer=before.dealer,
    )
    assert house.open_match() == replace(before, running=None)
    house.start_round("again")
    opened = house.facts[game("again")][0]
    assert isinstance(opened, round_events.RoundOpened)
    assert opened.dealer == before.dealer
    assert (opened.dealer is None) == (rounds == 0)


def test_m6_a_round_that_no_match_runs_ends_without_one() -> None:
    house = Matches()
    house.begin()
    opened = in_round.OpenRound(
        round="other",
        match="m",
        settings=house.open_match().settings,
        players=FOUR,
        levels=house.open_match().levels,
    )
    elsewhere = replace(opened, round="lost", match="nowhere")
    for one in (opened, elsewhere, replace(opened, round="free", match=None)):
        house.take(game(one.round), one)
        house.play_out(one.round)
    assert house.open_match().running == "r1"
    assert match("nowhere") not in house.states


def end(winner: Side | None = None, round_id: str = "r1") -> commands.EndMatchRound:
    return commands.EndMatchRound(
        round=round_id,
        ending=Ending.SETTLED,
        levels={Side.A: "J", Side.B: "T"},
        scores={P1: 12, P2: -12, P3: 12, P4: -12},
        next_dealer=P3,
        match_winner=winner,
    )


def running() -> Open:
    house = Matches()
    house.begin()
    return house.open_match()


def test_m6_only_the_running_round_can_end() -> None:
    state = running()
    for before, round_id in ((state, "r2"), (replace(state, running=None), "r1")):
        refused = MATCH.decide(before, end(round_id=round_id))
        assert isinstance(refused, Refusal)
        assert refused.code == "match_round_not_running"


def test_m7_the_round_that_wins_the_match_ends_it() -> None:
    decided = MATCH.decide(running(), end(Side.A))
    assert not isinstance(decided, Refusal)
    assert [type(one) for one in decided.facts] == [events.MatchRoundEnded, events.MatchWon]
    assert decided.facts[1] == events.MatchWon(side=Side.A)
    assert MATCH.is_terminal(decided.state)
    over: Any = decided.state
    assert (over.winner, over.abandoned) == (Side.A, None)
    assert (over.levels[Side.A], over.totals[P1], over.dealer) == ("J", 12, P3)


def play_to_the_end(house: Matches) -> int:
    """Play rounds until the match is over; return how many."""
    for number in range(1, 100):
        house.play_out(f"r{number}")
        if not isinstance(house.look(M), Open):
            return number
        house.start_round(f"r{number + 1}")
    message = "no match lasts so long"
    raise AssertionError(message)


def test_m7_s8_4_a_whole_match_ends_and_its_players_are_free_of_it() -> None:
    house = Matches()
    house.begin()
    rounds = play_to_the_end(house)
    over, last = house.over(), settled(house, f"r{rounds}")
    assert rounds > 1
    assert over.winner is not None
    assert over.winner is last.match_winner
    assert house.facts[M][-1] == events.MatchWon(side=over.winner)
    assert over.rounds == rounds
    for name in FOUR:
        assert house.facts[wallet(name)][-1] == MatchLeft(player=name, match="m")
        assert house.look(wallet(name)).matches == {}


ASKED: list[commands.Command] = [
    commands.JoinMatch(seat=P1, player="ann"),
    commands.BeReady(player="ann"),
    commands.QuitMatch(player="ann"),
    commands.ComeBack(player="ann"),
    commands.StartMatchRound(round="r9"),
    commands.AbandonMatch(reason="again"),
]


@pytest.mark.parametrize("command", ASKED)
def test_m7_nothing_can_be_asked_of_a_match_that_is_over(command: commands.Command) -> None:
    house = Matches()
    house.begin()
    house.take(M, commands.AbandonMatch(reason="the power is out"))
    assert house.refused(M, command) == "match_over"


def test_m8_an_operator_abandons_a_match_and_the_running_round_is_voided_with_it() -> None:
    house = Matches()
    house.begin()
    house.play_out("r1")
    house.start_round("r2")
    before = house.open_match()
    parts = house.ask(M, commands.AbandonMatch(reason="the power is out"))
    assert not isinstance(parts, Refusal)
    assert [part.address for part in parts] == [M, game("r2"), *map(wallet, FOUR)]
    assert house.facts[M][-2:] == [
        events.MatchRoundEnded(
            round="r2",
            ending=Ending.VOIDED,
            levels=before.levels,
            scores=dict.fromkeys(SEATS, 0),
            totals=before.totals,
            next_dealer=before.dealer,
        ),
        events.MatchAbandoned(reason="the power is out", round="r2"),
    ]
    assert isinstance(house.look(game("r2")), Voided)
    over = house.over()
    assert (over.winner, over.abandoned) == (None, "the power is out")
    assert (over.levels, over.totals) == (before.levels, before.totals)
    assert all(house.look(wallet(name)).matches == {} for name in FOUR)


def test_m8_a_match_without_a_running_round_is_abandoned_too() -> None:
    house = Matches()
    house.match(players=("ann", "bob"))
    house.take(M, commands.AbandonMatch(reason="nobody came"))
    assert house.facts[M][-1] == events.MatchAbandoned(reason="nobody came", round=None)
    assert house.look(wallet("bob")).matches == {}


@pytest.mark.parametrize("reason", ["", " ", "x" * 101, "a\nb"])
def test_m8_an_operator_gives_a_reason_in_words(reason: str) -> None:
    house = Matches()
    house.begin()
    assert house.refused(M, commands.AbandonMatch(reason=reason)) == "bad_abandon_reason"


def test_m9_a_match_with_a_disabled_player_starts_no_round() -> None:
    house = Matches()
    house.begin()
    house.disable("cyd")
    assert house.facts[M][-1] == events.MatchSeatDisabled(seat=P3, player="cyd")
    house.play_out("r1")  # to its end
    assert house.refused(M, commands.StartMatchRound(round="r2")) == "match_held_up"
    house.enable("cyd")
    assert house.facts[M][-1] == events.MatchSeatEnabled(seat=P3, player="cyd")
    house.start_round("r2")


def test_m9_nor_does_one_that_has_not_begun() -> None:
    house = Matches()
    house.match()
    house.disable("bob")
    house.ready()
    assert house.refused(M, commands.StartMatchRound(round="r1")) == "match_held_up"


def test_m9_a_match_that_is_held_up_can_be_abandoned() -> None:
    house = Matches()
    house.begin()
    house.disable("cyd")
    house.take(M, commands.AbandonMatch(reason="cyd is out"))
    house.enable("cyd")  # and the match hears no more of it
    assert isinstance(house.facts[M][-1], events.MatchAbandoned)


def test_m9_a_player_is_disabled_in_all_matches_and_tables_at_once() -> None:
    house = Matches()
    house.match(players=("ann",))
    other = match("n")
    house.take(other, commands.OpenMatch(match="n", settings=house.open_match().settings))
    house.take(other, commands.JoinMatch(seat=P4, player="ann"))
    house.disable("ann")
    assert house.facts[M][-1] == events.MatchSeatDisabled(seat=P1, player="ann")
    assert house.facts[other][-1] == events.MatchSeatDisabled(seat=P4, player="ann")


@pytest.mark.parametrize(
    "command", [commands.DisableMatchSeat(seat=P2), commands.EnableMatchSeat(seat=Seat("p9"))]
)
def test_m9_a_seat_where_nobody_sits_is_not_disabled(command: commands.Command) -> None:
    house = Matches()
    house.match(players=("ann",))
    refused = MATCH.decide(house.open_match(), command)
    assert isinstance(refused, Refusal)
    assert refused.code == "not_in_match"


def test_a_match_and_a_round_have_their_addresses() -> None:
    assert Address.of("match/m") == M
    assert M.stream == "match/m"
