"""The words of an action: what is well formed, what it says, and which check comes first."""

import pytest

from domain.cards.card import Card
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.paipu.action import Action
from domain.paipu.sizhidao.actions import read_action, write_action
from domain.sizhidao import commands
from domain.sizhidao.ruleset import Ruleset
from tests.support.play import LADDER, deals, each, play

P1, P2 = Seat("p1"), Seat("p2")
HAND = (Card("As"), Card("Kd"), Card("9c"), Card("2h"))
SPLIT = commands.Split(seat=P1, front=HAND[:2], back=HAND[2:])
HUGE = 2**63

SAID: dict[str, tuple[commands.Command, Origin]] = {
    "deal p1 As Kd 9c 2h": (commands.Deal(seat=P1, cards=HAND), Origin.HOUSE),
    "p1 bet 50": (commands.Bet(seat=P1, points=50), Origin.PLAYER),
    "p1 bet 0050": (commands.Bet(seat=P1, points=50), Origin.PLAYER),
    "p1 call": (commands.Call(seat=P1), Origin.PLAYER),
    "p1 raise 200": (commands.Raise(seat=P1, to=200), Origin.PLAYER),
    "p1 allin": (commands.AllIn(seat=P1), Origin.PLAYER),
    "p1 fold": (commands.Fold(seat=P1), Origin.PLAYER),
    "p1 check": (commands.Check(seat=P1), Origin.PLAYER),
    "p1 split As Kd | 9c 2h": (SPLIT, Origin.PLAYER),
    "p1 autosplit": (commands.AutoSplit(seat=P1), Origin.CLOCK),
    "p2 buy": (commands.BuyIn(seat=P2), Origin.PLAYER),
    "p2 decline": (commands.DeclineBuyIn(seat=P2), Origin.PLAYER),
    "void @operator": (commands.VoidRound(), Origin.OPERATOR),
}
MARKED = [text for text, (_, origin) in SAID.items() if origin is Origin.PLAYER]

NO_ACTIONS = [
    "", " ", "\t", "\n", "|", "@clock", "@operator", "@clock @clock", "p1", "p1 @clock", "fold",
    "p1\tfold", "p1 fold\t", "p1 fold\n", "p1\u00a0fold", "p1\u3000fold", "p1 Fold", "p1 FOLD",
    "p1 fold now", "p1 fold fold", "p1 bet", "p1 bet 50 50", "p1 bet50", "p1 raise",
    "p1 raise to 200", "p1 call 50", "p1 allin 50", "p1 all-in", "p1 check 0", "p1 buy 175",
    "p1 decline it", "p1 buyin", "bet p1 50", "p1 deal As Kd 9c 2h", "deal",
    "p1 split As Kd 9c 2h", "p1 split As Kd 9c | 2h", "p1 split As | Kd 9c 2h",
    "p1 split As Kd | 9c", "p1 split | As Kd 9c 2h", "p1 split As Kd || 9c 2h",
    "p1 split As Kd|9c 2h", "p1 split As Kd / 9c 2h", "p1 split As Kd | 9c 2h |", "p1 split",
    "p1 autosplit 2h", "p1 autosplit @operator", "p1 autosplit @clock @clock",
    "p1 fold @clock @operator", "p1 fold @clock @clock", "p1 fold @player", "p1 fold @house",
    "p1 fold @Clock", "p1 fold @", "p1 fold@clock", "p1 @clock fold", "@clock p1 fold",
    "void", "void @clock", "void @operator @operator", "void now @operator", "void p1 @operator",
    "p1 void @operator", "p1 void", "@operator void", "Void @operator", "void@operator",
    "#", "p1 fold #", "p1 fold;", '"p1 fold"',
]  # fmt: skip

IN_THE_RULES = [
    "p0 fold", "p4 fold", "p01 fold", "P1 fold", "p fold", "1 fold", "p-1 fold", "p1. fold",
    "p\u0661 fold", "ann fold", "deal p4 As Kd 9c 2h", "deal p1", "deal void",
    "deal p1 As Kd 9c 2x", "deal p1 As Kd 9c 1h", "deal p1 As Kd 9c 10h",
    "deal p1 As Kd 9c 2H", "deal p1 as Kd 9c 2h",
    "deal p1 As Kd 9c 2h @clock", "deal p1 As Kd 9c 2h @operator", "deal p1 As,Kd 9c 2h",
    "deal p1 ?? ?? ?? ??", "deal @clock", "deal deal p1 As Kd 9c 2h", "p4 autosplit",
    "p1 split As Kd | 9c ??", "p1 split As Kd | 9c 2", "p1 split As | | 9c 2h",
]  # fmt: skip


@pytest.mark.parametrize("text", SAID)
def test_an_action_says_what_and_who(text: str) -> None:
    assert read_action(text) == Action(*SAID[text])


@pytest.mark.parametrize("text", SAID)
def test_words_stand_apart_by_one_or_more_spaces(text: str) -> None:
    assert read_action(f"   {text.replace(' ', '   ')} ") == Action(*SAID[text])


@pytest.mark.parametrize("text", MARKED)
@pytest.mark.parametrize(
    ("mark", "origin"), [("@clock", Origin.CLOCK), ("@operator", Origin.OPERATOR)]
)
def test_a_mark_says_who_acted_for_the_seat(text: str, mark: str, origin: Origin) -> None:
    assert read_action(f"{text} {mark}") == Action(SAID[text][0], origin)
    assert read_action(f"{text}  {mark}  ") == Action(SAID[text][0], origin)


def test_the_clock_splits_with_or_without_its_mark() -> None:
    assert read_action("p1 autosplit @clock") == read_action("p1 autosplit")


@pytest.mark.parametrize("text", NO_ACTIONS)
def test_what_is_no_action_has_no_meaning(text: str) -> None:
    said = read_action(text)

    assert isinstance(said, Refusal)
    assert said.code == "bad_action"


@pytest.mark.parametrize("text", [*NO_ACTIONS, *IN_THE_RULES])
def test_it_is_refused_as_such_in_every_phase_before_anything_else(text: str) -> None:
    hands = deals(*LADDER[:3])
    betting = [*hands, "p1 bet 50"]
    splitting = [*betting, "p2 call", "p3 call", "p1 split Ks Kd | As Ad"]
    for before in ([], hands[:1], betting, splitting):
        assert play(before, text).refused == "bad_action"


@pytest.mark.parametrize("text", [*NO_ACTIONS, *IN_THE_RULES, *SAID])
def test_after_the_end_whatever_is_said_the_round_is_over(text: str) -> None:
    assert play("void @operator", text).refused == "round_over"
    assert play(deals(*LADDER[:3]), each("p1 p2", "fold"), text).refused == "round_over"


@pytest.mark.parametrize(
    ("amount", "points"),
    [
        ("1", 1),
        ("007", 7),
        ("0" * 5000 + "9", 9),
        (str(HUGE - 1), HUGE - 1),
        (str(HUGE), HUGE),
        ("9" * 100_000, HUGE),
        *((word, 0) for word in ("0", "000", "+5", "-5", "5.0", "5e1", "1_000", "1,000", "0x10")),
        *((word, 0) for word in ("\u0665\u0660", "\uff15", "\u00b2", "五十", "fifty", "5\t", "|")),
    ],
)
@pytest.mark.parametrize("verb", ["bet", "raise"])
def test_amounts_are_decimal_digits(verb: str, amount: str, points: int) -> None:
    said = read_action(f"p1 {verb} {amount}")

    assert isinstance(said, Action)
    assert getattr(said.command, {"bet": "points", "raise": "to"}[verb]) == points


@pytest.mark.parametrize("amount", ["0", "00", "-5", "5.0", "1_000", "\u0665", "x", "@", "5\t"])
def test_another_amount_is_content_so_form_phase_and_turn_come_first(amount: str) -> None:
    hands = deals(*LADDER[:3])

    assert play(hands, f"p1 bet {amount}").refused == "bad_amount"
    assert play(hands, f"p2 bet {amount}").refused == "not_your_turn"
    assert play(hands[:2], f"p1 bet {amount}").refused == "wrong_phase"
    assert play(hands, f"p9 bet {amount}").refused == "bad_action"
    assert play("void @operator", f"p1 bet {amount}").refused == "round_over"


@pytest.mark.parametrize("text", SAID)
@pytest.mark.parametrize("mark", ["", " @clock", " @operator"])
def test_what_is_written_says_the_same(text: str, mark: str) -> None:
    said = read_action(text + mark)
    if isinstance(said, Refusal):
        assert text not in MARKED
        return

    written = write_action(said)

    assert written is not None
    assert read_action(written) == said
    assert len(written.split()) == len(set(written.split(" ")))


def test_an_opening_is_told_by_tables_and_has_no_words() -> None:
    opening = commands.OpenRound(round="r", settings=Ruleset(), players=(), head=P1)

    assert write_action(Action(opening, Origin.HOUSE)) is None
