"""H9.1 to H9.6: disputes about rounds, from their claim to their end."""

import pytest

from domain.flow.address import COUNTER, adjustment, dispute, hold, wallet
from domain.house.adjustment.commands import ApproveAdjustment, RejectAdjustment
from domain.house.dispute import commands, events
from domain.house.dispute.events import Verdict
from domain.house.dispute.state import Closed, Open
from domain.house.hold.commands import LetErase
from domain.house.hold.decider import HOLD
from domain.house.hold.refusals import RoundDisputed
from domain.house.labels import PROSE
from domain.house.wallet.events import IssueAdjusted, PointsAdjusted
from domain.kernel.decider import Decision
from tests.support.disputes import (
    ANN,
    DUE_MS,
    OLGA,
    PAUL,
    ROUND,
    decided,
    house_with_a_round,
    opened,
    opening,
)

DIGEST = "0123456789abcdef" * 4


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize("by", [ANN, "player/bob", OLGA, PAUL])
def test_h9_1_who_was_dealt_in_or_runs_the_house_opens_a_dispute(by: str, over: bool) -> None:
    house = house_with_a_round(over=over)
    at = opened(house, by=by)
    assert house.facts[at] == [
        events.DisputeOpened(dispute="d", round=ROUND, by=by, claim="the deal", due_ms=DUE_MS)
    ]
    assert house.look(at) == Open(
        dispute="d", round=ROUND, by=by, due_ms=DUE_MS, verdict=None, pending=None
    )


@pytest.mark.parametrize("name", ["cyd", "nobody", "olga"])
def test_h9_1_a_player_who_was_not_dealt_in_opens_none(name: str) -> None:
    house = house_with_a_round()
    assert house.refused(dispute("d"), opening(by=f"player/{name}")) == "not_dealt_in"


def test_h9_1_there_is_no_dispute_about_nothing() -> None:
    house = house_with_a_round()
    about = commands.OpenDispute(dispute="d", round="none", by=OLGA, claim="c", due_ms=1)
    assert house.refused(dispute("d"), about) == "no_such_round"


def test_h9_1_a_dispute_is_opened_once() -> None:
    house = house_with_a_round()
    at = opened(house)
    assert house.refused(at, opening(by=OLGA)) == "dispute_exists"


def test_h9_1_one_person_has_one_open_dispute_about_a_round() -> None:
    house = house_with_a_round()
    at = decided(house)
    assert house.refused(dispute("e"), opening("e")) == "disputed_already"
    opened(house, "f", by="player/bob")
    house.take(at, commands.CloseDispute(by=OLGA))
    opened(house, "e")


@pytest.mark.parametrize("name", ["", " d", "d/e", "x" * 101, "a\nb"])
def test_h9_1_an_id_is_a_name(name: str) -> None:
    house = house_with_a_round()
    assert house.refused(dispute(name), opening(name)) == "bad_dispute"


@pytest.mark.parametrize("text", ["", " a", "a\n", "a\tb", "x" * (PROSE + 1), "a\x00"])
def test_h9_2_a_text_is_printable_and_has_an_end(text: str) -> None:
    house = house_with_a_round()
    assert house.refused(dispute("d"), opening(claim=text)) == "bad_text"
    at = opened(house)
    evidence = commands.AddEvidence(by=ANN, digest=DIGEST, note=text)
    decide = commands.DecideDispute(by=OLGA, verdict=Verdict.UPHELD, text=text)
    for command in (commands.AddNote(by=ANN, text=text), evidence, decide):
        assert house.refused(at, command) == "bad_text"


def test_h9_2_the_parties_write_and_name_evidence() -> None:
    house = house_with_a_round()
    at = opened(house)
    note = "first line\nsecond 牌"
    for by in (ANN, OLGA):
        assert house.take(at, commands.AddNote(by=by, text=note)) == (
            events.NoteAdded(by=by, text=note),
        )
        evidence = commands.AddEvidence(by=by, digest=DIGEST, note="a bundle")
        assert house.take(at, evidence) == (
            events.EvidenceAdded(by=by, digest=DIGEST, note="a bundle"),
        )
    other = commands.AddNote(by="player/bob", text=note)
    assert house.refused(at, other) == "not_your_dispute"


@pytest.mark.parametrize("digest", ["", DIGEST[1:], DIGEST.upper(), f"{DIGEST}0", "g" * 64])
def test_h9_2_evidence_is_named_by_its_digest(digest: str) -> None:
    house = house_with_a_round()
    at = opened(house)
    evidence = commands.AddEvidence(by=ANN, digest=digest, note="a bundle")
    assert house.refused(at, evidence) == "bad_digest"


@pytest.mark.parametrize("verdict", Verdict)
def test_h9_3_the_house_decides_once(verdict: Verdict) -> None:
    house = house_with_a_round()
    at = decided(house, verdict)
    state = house.look(at)
    assert isinstance(state, Open)
    assert state.verdict is verdict
    again = commands.DecideDispute(by=PAUL, verdict=Verdict.REJECTED, text="no")
    assert house.refused(at, again) == "decided_already"


def compensation(points: int = 70, player: str = "ann") -> commands.ProposeCompensation:
    return commands.ProposeCompensation(by=OLGA, adjustment="x", player=player, points=points)


def test_h9_4_a_compensation_is_paid_when_a_second_person_approves() -> None:
    house = house_with_a_round()
    before = house.balance("ann")
    at = decided(house)
    house.take(at, compensation())
    assert house.balance("ann") == before
    assert house.refused(adjustment("x"), ApproveAdjustment(by=OLGA)) == "same_person"
    parts = house.ask(adjustment("x"), ApproveAdjustment(by=PAUL))
    assert {part.address for part in parts} == {  # type: ignore[union-attr]
        adjustment("x"), wallet("ann"), COUNTER, at,
    }  # fmt: skip
    assert house.balance("ann") == before + 70
    assert house.facts[wallet("ann")][-1] == PointsAdjusted(player="ann", points=70, adjustment="x")
    assert house.facts[COUNTER][-1] == IssueAdjusted(player="ann", points=70, adjustment="x")
    assert house.facts[at][-1] == events.CompensationEnded(adjustment="x", approved=True)
    assert house.missing_points() == 0


def test_h9_4_after_a_rejection_another_may_be_proposed() -> None:
    house = house_with_a_round()
    before = house.balance("ann")
    at = decided(house)
    house.take(at, compensation())
    other = commands.ProposeCompensation(by=OLGA, adjustment="y", player="ann", points=5)
    assert house.refused(at, other) == "compensation_pending"
    house.take(adjustment("x"), RejectAdjustment(by=PAUL, reason="too much"))
    assert house.facts[at][-1] == events.CompensationEnded(adjustment="x", approved=False)
    house.take(at, other)
    assert house.balance("ann") == before


@pytest.mark.parametrize("verdict", [Verdict.REJECTED, Verdict.WITHDRAWN, None])
def test_h9_4_only_what_was_upheld_is_compensated(verdict: Verdict | None) -> None:
    house = house_with_a_round()
    at = opened(house) if verdict is None else decided(house, verdict)
    assert house.refused(at, compensation()) == "not_upheld"


@pytest.mark.parametrize("points", [0, -1, 2**63])
def test_h9_4_a_compensation_is_points_that_a_player_gets(points: int) -> None:
    house = house_with_a_round()
    at = decided(house)
    assert house.refused(at, compensation(points)) == "bad_compensation"
    assert house.refused(at, compensation(player="nobody")) == "no_such_player"


def test_h9_5_a_dispute_ends_decided_and_paid() -> None:
    house = house_with_a_round()
    at = opened(house)
    close = commands.CloseDispute(by=OLGA)
    assert house.refused(at, close) == "not_decided"
    decide = commands.DecideDispute(by=OLGA, verdict=Verdict.UPHELD, text="yes")
    house.take(at, decide)
    house.take(at, compensation())
    assert house.refused(at, close) == "compensation_pending"
    house.take(adjustment("x"), ApproveAdjustment(by=PAUL))
    assert house.take(at, close) == (events.DisputeClosed(by=OLGA),)
    assert isinstance(house.look(at), Closed)
    assert at.decider.is_terminal(house.look(at))
    for command in (commands.AddNote(by=ANN, text="but"), decide, compensation(), close):
        assert house.refused(at, command) == "dispute_closed"


def test_h9_5_nothing_is_asked_of_a_dispute_that_is_not_there() -> None:
    house = house_with_a_round()
    for command in (commands.AddNote(by=ANN, text="but"), commands.CloseDispute(by=OLGA)):
        assert house.refused(dispute("d"), command) == "no_such_dispute"


def test_h9_6_a_round_is_held_as_long_as_a_dispute_about_it_is_open() -> None:
    house = house_with_a_round()
    first = decided(house)
    opened(house, "e", by="player/bob")
    held = hold(ROUND)
    assert HOLD.decide(house.look(held), LetErase()) == RoundDisputed(count=2)
    house.take(first, commands.CloseDispute(by=OLGA))
    assert HOLD.decide(house.look(held), LetErase()) == RoundDisputed(count=1)
    decide = commands.DecideDispute(by=OLGA, verdict=Verdict.WITHDRAWN, text="as bob says")
    house.take(dispute("e"), decide)
    house.take(dispute("e"), commands.CloseDispute(by=OLGA))
    assert isinstance(HOLD.decide(house.look(held), LetErase()), Decision)


def test_h9_6_there_is_no_dispute_about_a_round_whose_keys_are_gone() -> None:
    house = house_with_a_round()
    let = HOLD.decide(HOLD.initial, LetErase())
    assert isinstance(let, Decision)
    house.states[hold(ROUND)] = let.state
    assert HOLD.is_terminal(let.state)
    assert house.refused(dispute("d"), opening()) == "round_erased"
