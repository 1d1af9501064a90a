"""H9.9, H10.4: nobody judges, pays or sees more in the own affair, in whichever role."""

import msgspec
import pytest

from domain.flow.address import access, adjustment, dispute, hold
from domain.house.access.commands import GrantReveal, LookAtCards, RevealCards
from domain.house.access.events import Purpose, RevealGranted
from domain.house.access.evolve import evolve
from domain.house.adjustment import commands as of_adjustment
from domain.house.dispute import commands
from domain.house.dispute.events import Verdict
from domain.house.hold.commands import LetErase
from domain.house.hold.decider import HOLD
from domain.house.persons import is_same_name, is_same_person
from domain.kernel.decider import Command, Decision
from tests.support.disputes import (
    OLGA,
    PAUL,
    ROUND,
    decided,
    house_with_a_round,
    opened,
    opening,
    proposed,
)
from tests.support.house import Streams

AT = access(ROUND)
NOW_MS = 1_800_000_000_000
ROLES = ("operator", "supervisor", "auditor")
ANNS = ("ann", "Ann", "ANN", "ａnn")
"""One name in letter cases and forms of compatibility."""


def granting(viewer: str, role: str = "auditor") -> GrantReveal:
    return GrantReveal(round=ROUND, viewer=viewer, role=role, reason="why", until_ms=NOW_MS)


def looking(viewer: str, role: str = "auditor") -> LookAtCards:
    purpose = Purpose.SERVICE
    return LookAtCards(round=ROUND, viewer=viewer, role=role, purpose=purpose, at_ms=NOW_MS)


def revealing(viewer: str) -> RevealCards:
    purpose = Purpose.EXPORT
    return RevealCards(
        round=ROUND, viewer=viewer, role="operator", reason="r", purpose=purpose, at_ms=NOW_MS
    )


def deciding(by: str) -> commands.DecideDispute:
    return commands.DecideDispute(by=by, verdict=Verdict.UPHELD, text="yes")


def compensating(by: str, player: str = "ann") -> commands.ProposeCompensation:
    return commands.ProposeCompensation(by=by, adjustment="x", player=player, points=5)


def erase(house: Streams) -> None:
    let = HOLD.decide(HOLD.initial, LetErase())
    assert isinstance(let, Decision)
    house.states[hold(ROUND)] = let.state


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", [*ANNS, "bob"])
def test_h9_9_who_was_dealt_in_is_granted_and_shown_nothing(name: str, role: str) -> None:
    house = house_with_a_round()
    assert house.refused(AT, granting(name, role)) == "involved"
    assert house.refused(AT, revealing(name)) == "involved"
    for command in (granting("cyd", role), looking("cyd", role), revealing("cyd")):
        house.take(AT, command)


def test_h9_9_a_grant_that_stands_in_the_log_shows_the_player_nothing() -> None:
    house = house_with_a_round()
    granted = RevealGranted(round=ROUND, viewer="ann", role="auditor", reason="r", until_ms=NOW_MS)
    house.states[AT] = evolve(house.look(AT), granted)
    assert house.refused(AT, looking("ann")) == "involved"


def test_h9_8_nobody_looks_at_a_round_whose_keys_were_erased() -> None:
    house = house_with_a_round()
    house.take(AT, granting("ada"))
    house.take(AT, looking("ada"))
    erase(house)
    for command in (granting("ada"), looking("ada"), revealing("ada")):
        assert house.refused(AT, command) == "round_erased"


@pytest.mark.parametrize("by", ["operator/Ann", "supervisor/ann", "operator/bob"])
def test_h9_9_nobody_judges_a_dispute_about_the_own_round(by: str) -> None:
    house = house_with_a_round()
    at = opened(house)
    assert house.refused(at, deciding(by)) == "involved"
    house.take(at, deciding(OLGA))
    assert house.refused(at, compensating(by, "cyd")) == "involved"
    assert house.refused(at, commands.CloseDispute(by=by)) == "involved"
    house.take(at, compensating(OLGA))
    for command in deciding_of_adjustment(by):
        assert house.refused(adjustment("x"), command) == "involved"
    house.take(adjustment("x"), of_adjustment.ApproveAdjustment(by=PAUL))
    house.take(at, commands.CloseDispute(by=PAUL))


def deciding_of_adjustment(by: str) -> tuple[Command, Command]:
    return (
        of_adjustment.ApproveAdjustment(by=by),
        of_adjustment.RejectAdjustment(by=by, reason="no"),
    )


@pytest.mark.parametrize("again", [OLGA, "supervisor/olga", "operator/OLGA"])
def test_h9_9_nobody_judges_a_dispute_that_the_same_person_opened(again: str) -> None:
    house = house_with_a_round()
    at = opened(house, by=OLGA)
    assert house.refused(at, deciding(again)) == "involved"
    house.take(at, deciding(PAUL))
    assert house.refused(at, compensating(again)) == "involved"
    house.take(at, compensating(PAUL))
    for command in deciding_of_adjustment(again):
        assert house.refused(adjustment("x"), command) == "involved"
    house.take(adjustment("x"), of_adjustment.RejectAdjustment(by="operator/ida", reason="no"))
    assert house.refused(at, commands.CloseDispute(by=again)) == "involved"
    house.take(at, commands.CloseDispute(by=PAUL))


@pytest.mark.parametrize("by", ["operator/cyd", "supervisor/CYD"])
def test_h10_4_nobody_adjusts_the_own_wallet(by: str) -> None:
    house = house_with_a_round()
    at = adjustment("x")
    own = of_adjustment.ProposeAdjustment(
        adjustment="x", by=by, player="cyd", points=5, reason="mine"
    )
    assert house.refused(at, own) == "involved"
    house.take(at, msgspec.structs.replace(own, by=OLGA))
    for command in deciding_of_adjustment(by):
        assert house.refused(at, command) == "involved"
    house.take(at, of_adjustment.ApproveAdjustment(by=PAUL))
    assert house.balance("cyd") == 55


def test_h10_4_nobody_proposes_a_compensation_for_the_own_wallet() -> None:
    house = house_with_a_round()
    at = decided(house)
    assert house.refused(at, compensating("operator/cyd", "cyd")) == "involved"


@pytest.mark.parametrize("by", ["operator/ann", "supervisor/ANN"])
def test_h9_1_a_second_role_opens_no_second_dispute(by: str) -> None:
    house = house_with_a_round()
    opened(house)
    assert house.refused(dispute("e"), opening("e", by)) == "disputed_already"
    opened(house, "f", "player/bob")


@pytest.mark.parametrize("other", ["OLGA", "Olga", "ｏlga", "olga"])
def test_h10_2_a_name_in_other_letters_is_no_second_person(other: str) -> None:
    house = house_with_a_round()
    at = proposed(house)
    for command in deciding_of_adjustment(f"supervisor/{other}"):
        assert house.refused(at, command) == "same_person"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("straße", "STRASSE", True),
        ("ﬁn", "FIN", True),
        ("é", "e\u0301", True),
        ("olga", "olg\u0430", False),
        ("olga", "olga.", False),
    ],
)
def test_h9_9_names_are_compared_without_case_and_compatibility(
    one: str, other: str, same: bool
) -> None:
    assert is_same_name(one, other) is same
    assert is_same_name(other, one) is same
    assert is_same_person(f"operator/{one}", f"player/{other}") is same
    assert is_same_person(f"player/{one}", f"player/{other}") is False


def test_h9_9_a_player_is_the_same_player() -> None:
    assert is_same_person("player/ann", "player/ann")
