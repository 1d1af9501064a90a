"""H5.1 in 比牌升級, and who may make which decision of a match."""

from typing import Any

import pytest

from domain.flow.address import clock, game
from domain.games.rounds import late_command, turn_of, waiting
from domain.house.clock.events import DeadlineSet
from domain.house.match import commands
from domain.house.origins import house_may, usual_origin
from domain.kernel.decider import Origin
from domain.shengji.ruleset import ruleset
from domain.shengji.sides import SEATS
from domain.shengji.state import Contesting, Returning, Settled
from tests.support.matches import Matches, all_shown, dealt, late

NOW = 1_800_000_000_000
SECONDS = {"contest": 11, "trump": 12, "return": 13, "bury": 14, "play": 15}
SETTINGS = ruleset({f"{turn}_seconds": seconds for turn, seconds in SECONDS.items()})

DECK = "deck 28"
"""A deck from which two seats show cards that are not champion in the end."""


class Timed(Matches):
    """A match whose first round is played by its clock, with returns; who did what is kept."""

    def __init__(self) -> None:
        super().__init__(NOW)
        self.begin(SETTINGS)
        self.turns: list[str] = []

    def state(self) -> Any:  # noqa: ANN401 -- a round in any phase
        return self.look(game("r1"))

    def play_round(self) -> None:
        for command in dealt(DECK, self.state()):
            self.take(game("r1"), command)
        while not isinstance(state := self.state(), Settled):
            self.turns.append(turn_of(state) or "")
            word = all_shown(state) if isinstance(state, Contesting) else late(state)
            assert word is not None
            self.take(game("r1"), word)

    def deadlines(self) -> list[DeadlineSet]:
        facts = self.facts[clock("r1")]
        assert all(isinstance(one, DeadlineSet) for one in facts)
        return [one for one in facts if isinstance(one, DeadlineSet)]


def test_h5_1_every_turn_in_which_a_seat_is_asked_has_its_seconds() -> None:
    house = Timed()
    assert clock("r1") not in house.facts  # the deal has none
    house.play_round()
    set_for = {one.turn: one for one in house.deadlines()}
    assert set(house.turns) == set(set_for)
    assert len(set_for) == len(house.deadlines())
    for turn, one in set_for.items():
        assert one.seconds == SECONDS[turn.partition(".")[0]]
        assert one.due_ms == NOW + one.seconds * 1000
    assert {turn.partition(".")[0] for turn in set_for} == set(SECONDS)


def test_h5_1_all_returns_are_one_turn_with_one_deadline() -> None:
    house = Timed()
    house.play_round()
    assert house.turns.count("return") > 1
    assert [one.turn for one in house.deadlines()].count("return") == 1


def test_s3_8_the_clock_returns_to_one_seat_after_the_other() -> None:
    house = Timed()
    for command in dealt(DECK, house.state()):
        house.take(game("r1"), command)
    returned: list[str] = []
    while not isinstance(state := house.state(), Settled) and len(returned) < len(SEATS):
        if isinstance(state, Returning):
            (giver,) = waiting(state).seats  # type: ignore[union-attr]
            command = late_command(state, giver)
            returned.append(command.to)  # type: ignore[attr-defined]
        elif returned:
            break
        else:
            word = all_shown(state) if isinstance(state, Contesting) else late(state)
            assert word is not None
            command = word
        house.take(game("r1"), command)
    assert returned == sorted(returned)
    assert len(returned) > 1


PLAYERS_OWN = (
    commands.JoinMatch(seat=SEATS[0], player="ann"),
    commands.BeReady(player="ann"),
    commands.QuitMatch(player="ann"),
    commands.ComeBack(player="ann"),
)


@pytest.mark.parametrize("command", PLAYERS_OWN)
def test_m2_m3_m5_what_a_player_does_may_be_done_for_the_player(command: commands.Command) -> None:
    assert usual_origin(command) is Origin.PLAYER
    assert all(house_may(command, origin) for origin in Origin)


@pytest.mark.parametrize(
    ("command", "allowed"),
    [
        (commands.OpenMatch(match="m", settings=SETTINGS), {Origin.OPERATOR, Origin.HOUSE}),
        (
            commands.StartMatchRound(round="r"),
            {Origin.HOUSE, Origin.CLOCK, Origin.OPERATOR},
        ),
        (commands.AbandonMatch(reason="x"), {Origin.OPERATOR}),
    ],
)
def test_m1_m4_m8_what_a_player_does_not_do(
    command: commands.Command, allowed: set[Origin]
) -> None:
    assert {origin for origin in Origin if house_may(command, origin)} == allowed
    assert usual_origin(command) in allowed
