"""H2.4: points move by decisions that write both sides, and by nothing else."""

import pytest

from domain.flow.address import (
    COUNTER,
    Address,
    access,
    adjustment,
    clock,
    dispute,
    game,
    hold,
    match,
    reference,
    table,
    wallet,
)
from domain.house.access.commands import GrantReveal
from domain.house.adjustment.commands import ProposeAdjustment
from domain.house.clock import commands as of_clock
from domain.house.dispute.commands import EndCompensation, OpenDispute
from domain.house.hold.commands import HoldRound, LetErase, ReleaseRound
from domain.house.match import commands as in_match
from domain.house.reference.commands import UseReference
from domain.house.reference.events import Direction
from domain.house.table import commands as at_table
from domain.house.table.events import Ending
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command
from domain.kernel.seats import Seat
from domain.shengji import commands as in_shengji
from domain.shengji import ruleset as shengji_ruleset
from domain.shengji.sides import Side
from domain.sizhidao import commands as in_round
from domain.sizhidao.ruleset import ruleset
from tests.support.house import SMALL, Streams

P1 = Seat("p1")
FOLLOW: list[tuple[Address, Command]] = [
    (COUNTER, of_wallet.IssuePoints(player="ann", points=1, reference="x")),
    (COUNTER, of_wallet.RedeemPoints(player="ann", points=1, reference="x")),
    (wallet("ann"), of_wallet.BringToTable(points=1, table="t", seat=P1)),
    (wallet("ann"), of_wallet.TakeHome(points=1, table="t", seat=P1)),
    (table("t"), at_table.DisableSeat(seat=P1)),
    (table("t"), at_table.EnableSeat(seat=P1)),
    (table("t"), at_table.EndRound(round="r", ending=Ending.VOIDED, net={}, order=())),
    (
        reference(Direction.DEPOSIT, "x"),
        UseReference(direction=Direction.DEPOSIT, reference="x", player="ann", points=1),
    ),
    (clock("r"), of_clock.SetDeadline(turn="0.betting.0", seconds=1, due_ms=1)),
    (wallet("ann"), of_wallet.EnterMatch(match="m", seat=P1)),
    (wallet("ann"), of_wallet.LeaveMatch(match="m")),
    (wallet("ann"), of_wallet.AdjustPoints(points=1, adjustment="x")),
    (COUNTER, of_wallet.AdjustIssue(player="ann", points=1, adjustment="x")),
    (hold("r"), HoldRound(dispute="d", by="operator/olga")),
    (hold("r"), ReleaseRound(dispute="d")),
    (hold("r"), LetErase()),
    (dispute("d"), EndCompensation(adjustment="x", approved=True)),
    (match("m"), in_match.DisableMatchSeat(seat=P1)),
    (match("m"), in_match.EnableMatchSeat(seat=P1)),
    (
        match("m"),
        in_match.EndMatchRound(
            round="r",
            ending=Ending.VOIDED,
            levels={},
            scores={},
            next_dealer=None,
            match_winner=None,
        ),
    ),
]


@pytest.mark.parametrize(("address", "command"), FOLLOW)
def test_h2_4_nobody_can_ask_for_one_side_of_a_movement(address: Address, command: Command) -> None:
    house = Streams()
    house.table(ann=100, bob=100)
    house.start()
    assert house.refused(address, command) == "only_follows"


@pytest.mark.parametrize(
    ("address", "command"),
    [
        (wallet("bob"), of_wallet.CreatePlayer(player="cyd")),
        (table("u"), at_table.OpenTable(table="v", settings=SMALL)),
        (
            game("other"),
            in_round.OpenRound(round="r", settings=ruleset(), players=(), head=P1),
        ),
        (
            dispute("other"),
            OpenDispute(dispute="d", round="r", by="operator/olga", claim="c", due_ms=1),
        ),
        (
            adjustment("other"),
            ProposeAdjustment(
                adjustment="x", by="operator/olga", player="ann", points=1, reason="c"
            ),
        ),
        (
            access("other"),
            GrantReveal(round="r", viewer="olga", role="operator", reason="c", until_ms=1),
        ),
        (match("n"), in_match.OpenMatch(match="m", settings=shengji_ruleset.ruleset())),
        (
            game("other"),
            in_shengji.OpenRound(
                round="r", settings=shengji_ruleset.ruleset(), players=(), levels={}
            ),
        ),
    ],
)
def test_h2_4_what_is_begun_is_begun_under_its_own_name(address: Address, command: Command) -> None:
    assert Streams().refused(address, command) == "wrong_address"


def test_h2_4_a_stream_knows_its_own_commands_only() -> None:
    house = Streams()
    at = house.table(ann=100)
    assert house.refused(at, of_wallet.EnablePlayer(reason="x")) == "unknown_command"
    assert house.refused(wallet("ann"), at_table.StandUp(player="ann")) == "unknown_command"
    assert house.refused(game("r"), at_table.StandUp(player="ann")) == "unknown_command"
    assert house.refused(match("m"), at_table.StandUp(player="ann")) == "unknown_command"
    assert house.refused(at, in_match.QuitMatch(player="ann")) == "unknown_command"


def test_h4_5_a_round_takes_the_commands_of_its_own_game() -> None:
    house = Streams()
    house.table(ann=100, bob=100)
    at = house.start()
    assert house.refused(at, in_shengji.VoidRound()) == "other_game"
    opened = in_shengji.OpenRound(
        round="s",
        settings=shengji_ruleset.ruleset(),
        players=("ann", "bob", "cyd", "dan"),
        levels=dict.fromkeys(Side, "2"),
    )
    house.take(game("s"), opened)
    assert house.refused(game("s"), in_round.VoidRound()) == "other_game"
    assert house.refused(game("s"), opened) == "round_already_open"


@pytest.mark.parametrize(
    ("stream", "address"),
    [
        ("wallet/ann", wallet("ann")),
        ("wallet/issue", COUNTER),
        ("table/a/b", table("a/b")),
        ("match/m", match("m")),
        ("round/r", game("r")),
        ("clock/r", clock("r")),
        ("reference/deposit/x/y", reference(Direction.DEPOSIT, "x/y")),
        ("command/00", None),
        ("wallet/", None),
        ("wallet", None),
    ],
)
def test_a_stream_has_one_address(stream: str, address: Address | None) -> None:
    assert Address.of(stream) == address
    assert address is None or address.stream == stream
