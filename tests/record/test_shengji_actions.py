"""The words of an action of 比牌升級: what is well formed, what it says, which check is first."""

import pytest

from domain.cards.card import Card
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.action import Action
from domain.paipu.shengji.actions import read_action, write_action
from domain.shengji import commands
from domain.shengji.decider import SHENGJI
from domain.shengji.ruleset import Ruleset
from domain.shengji.sides import Side

P1, P2, P3 = Seat("p1"), Seat("p2"), Seat("p3")
TWO = (Card("As"), Card("BJ"))

SAID: dict[str, tuple[commands.Command, Origin]] = {
    "deal p1 As BJ": (commands.Deal(seat=P1, cards=TWO), Origin.HOUSE),
    "kitty As BJ": (commands.DealKitty(cards=TWO), Origin.HOUSE),
    "faceup p2 9c": (commands.TurnUp(seat=P2, card=Card("9c")), Origin.HOUSE),
    "p1 show As BJ": (commands.Show(seat=P1, cards=TWO), Origin.PLAYER),
    "p2 pass": (commands.Pass(seat=P2), Origin.PLAYER),
    "p2 trump h": (commands.CallTrump(seat=P2, suit="h"), Origin.PLAYER),
    "p2 return p3 As BJ": (commands.Return(seat=P2, to=P3, cards=TWO), Origin.PLAYER),
    "p2 bury As BJ": (commands.Bury(seat=P2, cards=TWO), Origin.PLAYER),
    "p2 play As BJ": (commands.Play(seat=P2, cards=TWO), Origin.PLAYER),
    "void @operator": (commands.VoidRound(), Origin.OPERATOR),
}
MARKED = [text for text, (_, origin) in SAID.items() if origin is Origin.PLAYER]

NO_ACTIONS = [
    "", " ", "deal", "faceup", "faceup p2", "faceup p2 9c 9d", "faceup p2 9c @clock", "p1",
    "p1 pass now", "p1 Pass", "p1 pass @clock @clock", "p1 pass @clock @operator", "p1 trump",
    "p1 trump h h", "p1 trump @clock", "p1 return", "p1 bet 50", "p1 fold", "pass p1", "@clock",
    "p1 pass @house", "p1 pass @player", "void", "void @clock", "p1 void @operator", "p1 faceup 9c",
]  # fmt: skip

IN_THE_RULES = [
    "deal p1", "kitty", "p1 show", "p1 bury", "p1 play", "p1 return p3", "deal p5 As", "p5 pass",
    "p1 trump x", "p1 trump sh", "p1 trump S", "p1 return p5 As", "p1 play 1s", "p1 play as",
    "p1 play ??", "p1 play BJ @clock @clock", "kitty As @clock", "deal p1 As @operator",
    "faceup p5 9c", "faceup p1 9x", "p1 show As,BJ", "p1 bury 10h",
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), SAID.items())
def test_an_action_says_so(text: str, said: tuple[commands.Command, Origin]) -> None:
    assert read_action(text) == Action(*said)
    assert read_action(f"  {text.replace(' ', '   ')} ") == Action(*said)
    assert write_action(Action(*said)) == text


@pytest.mark.parametrize("text", MARKED)
@pytest.mark.parametrize("mark", ["clock", "operator"])
def test_a_mark_says_who_acted_for_the_seat(text: str, mark: str) -> None:
    marked = f"{text} @{mark}"

    assert read_action(marked) == Action(SAID[text][0], Origin(mark))
    assert write_action(Action(SAID[text][0], Origin(mark))) == marked


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_it_is_no_action(text: str) -> None:
    read = read_action(text)

    assert isinstance(read, Refusal)
    assert read.code == "bad_action"


@pytest.mark.parametrize("text", IN_THE_RULES)
def test_the_rules_find_that_it_is_no_action_before_they_ask_for_the_phase(text: str) -> None:
    opened = SHENGJI.decide(
        SHENGJI.initial,
        commands.OpenRound(
            round="r",
            settings=Ruleset(),
            players=("ann", "ben", "cat", "dan"),
            levels=dict.fromkeys(Side, "2"),
        ),
    )
    assert not isinstance(opened, Refusal)
    read = read_action(text)
    assert not isinstance(read, Refusal)
    decided = SHENGJI.decide(opened.state, read.command)

    assert isinstance(decided, Refusal)
    assert decided.code == "bad_action"
