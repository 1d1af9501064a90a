"""The form of an action (paipu.md): words, marks and what is malformed."""

import pytest

from tests.support.play import LADDER, deals, each, play

DEALT = deals(*LADDER[:3])
CALLED = [*DEALT, "p1 bet 50", *each("p2 p3", "call")]


@pytest.mark.parametrize(
    "text", ["  p1   bet   50 ", "p1 bet  50  @clock", " p1 bet 50 @operator "]
)
def test_words_are_parted_by_any_number_of_spaces(text: str) -> None:
    assert play(DEALT, text).waiting == ("betting", "p2")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "p1",
        "bet 50",
        "p1\tfold",
        "p1 fold\n",
        "p1\u00a0fold",
        "p1\u3000fold",
        "p0 fold",
        "p4 fold",
        "P1 fold",
        "p01 fold",
        "１ fold",
        "p1 Fold",
        "p1 show As",
        "p1 all-in",
        "p1 fold 50",
        "p1 call 50",
        "p1 allin 50",
        "p1 check now",
        "p1 bet",
        "p1 raise",
        "p1 bet 50 60",
        "p1 bet @clock",
        "p1 fold @clock @operator",
        "p1 fold @clock @clock",
        "p1 fold @Clock",
        "p1 fold @player",
        "p1 fold@clock",
        "p1 @clock fold",
        "@clock p1 fold",
        "p1 @clock",
        "void",
        "void @clock",
        "Void @operator",
        "void @operator now",
        "void @operator @operator",
        "p1 void @operator",
        "kitty As Ad",
        "faceup p2 9c",
    ],
)
def test_what_is_not_of_the_form_is_bad(text: str) -> None:
    assert play(DEALT, text).refused == "bad_action"


def test_a_void_may_have_more_spaces() -> None:
    assert play(DEALT, " void   @operator ").status == "voided"


@pytest.mark.parametrize(
    "text",
    [
        "deal",
        "deal p1",
        "deal p9 As Ad Ks Kd",
        "deal As Ad Ks Kd",
        "p1 deal As Ad Ks Kd",
        "deal p1 As Ad Ks Kd @clock",
        "deal p1 As Ad Ks Kd @operator",
        "deal p1 As Ad Ks 1d",
        "deal p1 As Ad Ks 10d",
        "deal p1 As Ad Ks KD",
        "deal p1 as Ad Ks Kd",
        "deal p1 As,Ad,Ks,Kd",
        "deal p1 As Ad | Ks Kd",
        "deal p1 As Ad Ks bj",
    ],
)
def test_a_malformed_deal_is_bad(text: str) -> None:
    assert play(text).refused == "bad_action"


@pytest.mark.parametrize(
    "text",
    [
        "p1 split",
        "p1 split Ks Kd As Ad",
        "p1 split Ks Kd | As",
        "p1 split Ks | Kd As Ad",
        "p1 split Ks Kd As | Ad",
        "p1 split | Ks Kd As Ad",
        "p1 split Ks Kd | As Ad 2s",
        "p1 split Ks Kd | | As Ad",
        "p1 split Ks Kd|As Ad",
        "p1 split Ks Kd / As Ad",
        "p1 split Ks Kd | As Xx",
        "p1 split Ks Kd | As ad",
        "p1 autosplit now",
        "p1 autosplit @operator",
        "p1 autosplit @clock @clock",
    ],
)
def test_a_malformed_split_is_bad(text: str) -> None:
    assert play(CALLED, text).refused == "bad_action"


@pytest.mark.parametrize("mark", ["", " @clock", " @operator"])
def test_a_split_may_carry_a_mark(mark: str) -> None:
    assert play(CALLED, f"p1 split  Ks Kd  |  As Ad{mark}").waiting == ("splitting", "p2 p3")
