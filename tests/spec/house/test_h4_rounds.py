from domain.flow.address import game, table, wallet
from domain.house.table import commands
from domain.house.table.events import DealtIn, Ending, RoundEnded, RoundStarted
from domain.house.wallet.commands import DisablePlayer
from domain.kernel.seats import Seat
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.events import RoundOpened, SeatedPlayer
from domain.sizhidao.ruleset import RULES
from tests.support.house import SMALL, Streams
from tests.support.play import LADDER, deals

T = table("t")
P1, P2, P3, P4, P6 = map(Seat, ("p1", "p2", "p3", "p4", "p6"))
ALL_FOLD = ("p1 fold", "p2 fold")


def start(round_id: str = "r") -> commands.StartRound:
    return commands.StartRound(round=round_id)


def test_h4_1_z1_2_a_round_needs_enough_seats_with_the_entry() -> None:
    house = Streams()
    at = house.table(ann=100)
    assert house.refused(at, start()) == "too_few_seats"
    house.player("bob", 120)
    house.sit("p3", "bob", 120)
    started = house.take(at, start())
    assert started == (
        RoundStarted(
            round="r",
            head=P1,
            dealt_in=(
                DealtIn(seat=P1, player="ann", stack=100),
                DealtIn(seat=P3, player="bob", stack=120),
            ),
        ),
    )


def test_h4_1_a_round_opens_with_the_seats_dealt_in_numbered_anew() -> None:
    house = Streams()
    at = house.table()
    for seat, name, points in (("p6", "ann", 130), ("p4", "bob", 100), ("p1", "cyd", 110)):
        house.player(name, points)
        house.sit(seat, name, points)
    opened = house.facts[house.start()][0]
    assert opened == RoundOpened(
        round="r",
        table="t",
        rules=RULES,
        settings=SMALL,
        players=(
            SeatedPlayer(player="cyd", stack=110),
            SeatedPlayer(player="bob", stack=100),
            SeatedPlayer(player="ann", stack=130),
        ),
        head=P3,  # who sat down first (Z1.3), at p6 of the table
    )
    assert house.open_table().running is not None
    house.play(game("r"), deals(*LADDER[:3]), "p3 bet 60", "p1 fold", "p2 call",
               "p2 autosplit", "p3 autosplit")  # fmt: skip
    assert house.facts[at][-1] == RoundEnded(
        round="r",
        ending=Ending.SETTLED,
        net={P1: -10, P4: 76, P6: -70},  # rake 5 % of 80
        next_head=P4,
        order=(P4, P6),
    )
    assert house.stacks() == {"p6": 60, "p4": 176, "p1": 100}
    assert (house.rake, house.missing_points()) == (4, 0)


def test_h4_1_who_is_below_the_entry_sits_out() -> None:
    house = Streams()
    at = house.table(ann=100, bob=100, cyd=150)
    house.play(house.start("one"), deals(*LADDER[:3]), *ALL_FOLD)
    assert house.stacks() == {"p1": 90, "p2": 90, "p3": 169}
    assert house.refused(at, start("two")) == "too_few_seats"
    house.deposit("bob", 10)
    house.take(at, commands.TopUp(player="bob", points=10))
    house.start("two")
    running = house.open_table().running
    assert running is not None
    assert [dealt.seat for dealt in running.dealt_in] == ["p2", "p3"]
    house.take(at, commands.StandUp(player="ann"))  # nothing of it is locked


def test_h4_1_one_round_at_a_time_each_under_an_id_of_its_own() -> None:
    house = Streams()
    at = house.table(ann=300, bob=300)
    house.start("one")
    assert house.refused(at, start("two")) == "round_running"
    assert house.refused(at, start("one")) == "round_running"
    house.play(game("one"), deals(*LADDER[:2]), "p1 fold")
    assert house.refused(at, start("one")) == "round_over"
    for bad in ("", "a\nb", "x" * 101):
        assert house.refused(at, start(bad)) == "bad_round"
    house.take(at, start("two"))


# ---- H4.2: the head


def seated(**stacks: int) -> Streams:
    house = Streams()
    house.table(SMALL, **stacks)
    return house


def head(house: Streams, round_id: str = "next") -> str:
    """Start a round and say at which seat of the table its head sits."""
    house.start(round_id)
    running = house.open_table().running
    assert running is not None
    return running.head


def leave(house: Streams, *players: str) -> None:
    for player in players:
        house.take(T, commands.StandUp(player=player))


def come(house: Streams, seat: str, player: str, points: int = 300) -> None:
    house.player(player, points)
    house.sit(seat, player, points)


def test_z1_3_the_first_head_is_the_first_who_sat_down_of_those_who_can_play() -> None:
    house = seated()
    for seat, name in (("p5", "ann"), ("p2", "bob"), ("p7", "cyd"), ("p1", "dan")):
        come(house, seat, name)
    leave(house, "ann")
    house.sit("p5", "ann", 300)  # and is the last now
    house.take(wallet("bob"), DisablePlayer(reason="x"))
    assert head(house) == "p7"


def shown(house: Streams) -> None:
    """A round in which all four show; by their backs p2 is first, then p4, p1, p3 (Z8.1)."""
    hands = [LADDER[2], LADDER[0], LADDER[3], LADDER[1]]
    house.play(house.start("one"), deals(*hands), "p1 bet 10",
               *[f"{seat} call" for seat in ("p2", "p3", "p4")],
               *[f"{seat} autosplit" for seat in ("p1", "p2", "p3", "p4")])  # fmt: skip
    ended = house.facts[T][-1]
    assert isinstance(ended, RoundEnded)
    assert (ended.next_head, ended.order) == (P2, (P2, P4, P1, P3))


def test_z8_1_the_strongest_back_is_head() -> None:
    house = seated(ann=300, bob=300, cyd=300, dan=300)
    shown(house)
    assert head(house) == "p2"


def test_z8_1_equal_backs_stand_in_order_from_the_stages_head_on() -> None:
    house = seated(ann=300, bob=300, cyd=300)
    leave(house, "ann")
    house.sit("p1", "ann", 300)  # so bob is head
    hands = ["As Ad 2s 3s", "Qs Qd 2c 3c", "Ah Ac 3h 4h"]
    house.play(house.start("one"), deals(*hands), "p2 bet 10", "p3 call", "p1 call",
               *[f"{seat} autosplit" for seat in ("p1", "p2", "p3")])  # fmt: skip
    ended = house.facts[T][-1]
    assert isinstance(ended, RoundEnded)
    assert ended.order == (P3, P1, P2)


def test_z8_2_if_the_head_has_left_or_sits_out_it_is_the_next_in_the_order_of_backs() -> None:
    house = seated(ann=300, bob=300, cyd=300, dan=300)
    shown(house)
    leave(house, "bob")
    come(house, "p2", "eve")  # the seat is taken, the player is another
    house.take(wallet("dan"), DisablePlayer(reason="x"))
    assert head(house) == "p1"


def test_z8_2_who_left_and_came_back_has_left() -> None:
    house = seated(ann=300, bob=300, cyd=300, dan=300)
    shown(house)
    leave(house, "bob")
    house.sit("p2", "bob", 300)
    assert head(house) == "p4"


def test_z8_2_if_none_of_those_who_showed_can_play_it_is_the_next_seat() -> None:
    house = seated(ann=300, bob=300, cyd=300, dan=300)
    shown(house)
    leave(house, "ann", "bob", "cyd", "dan")
    come(house, "p1", "eve")
    come(house, "p2", "fay")
    come(house, "p6", "gus")
    assert head(house) == "p6"  # counting from p2, whose turn it would be, that seat last


def test_z8_2_without_a_showdown_the_taker_is_head_else_the_next_seat() -> None:
    for gone, expected in (((), "p3"), (("cyd",), "p4")):
        house = seated(ann=300, bob=300, cyd=300, dan=300)
        house.play(house.start("one"), deals(*LADDER[:4]), "p1 fold", "p2 fold", "p3 bet 10",
                   "p4 fold")  # fmt: skip
        leave(house, *gone)
        assert head(house) == expected


def test_h4_2_a_head_that_ran_out_of_points_sits_out() -> None:
    house = seated(ann=100, bob=300, cyd=300)
    # ann has the strongest back and loses nearly all to bob's quads; cyd folds.
    house.play(house.start("one"), deals("As Ad 2s 3s", "4s 4d 4c 4h", LADDER[1]), "p1 bet 90",
               "p2 allin", "p3 fold", "p1 autosplit", "p2 autosplit")  # fmt: skip
    assert house.stacks()["p1"] == 0
    assert head(house) == "p2"


# ---- H4.3: the end


def test_z8_3_a_voided_round_moves_nothing_and_its_head_is_head_again() -> None:
    house = seated(ann=300, bob=300, cyd=300, dan=300)
    shown(house)
    before = house.stacks()
    leave(house, "bob")
    assert head(house, "two") == "p4"
    house.play(game("two"), deals(*LADDER[:3]), "p3 bet 50", "void @operator")
    assert house.facts[T][-1] == RoundEnded(
        round="two",
        ending=Ending.VOIDED,
        net={P1: 0, P3: 0, P4: 0},
        next_head=P4,
        order=(P4, P1, P3),
    )
    assert house.stacks() == {seat: before[seat] for seat in ("p1", "p3", "p4")}
    leave(house, "dan")
    come(house, "p7", "eve")
    assert head(house, "three") == "p1"


def test_z8_3_a_first_round_that_was_voided_has_changed_nothing() -> None:
    house = seated(ann=300, bob=300)
    assert head(house, "one") == "p1"
    come(house, "p7", "cyd")
    house.play(game("one"), "void @operator")
    leave(house, "ann")
    come(house, "p1", "dan")
    assert head(house, "two") == "p2"
    house.play(game("two"), "void @operator")
    leave(house, "bob")
    assert head(house, "three") == "p7"  # who sat down next


def test_h4_3_a_round_that_no_table_runs_ends_without_one() -> None:
    house = seated(ann=300, bob=300)
    opened = house.facts[house.start("one")][0]
    assert isinstance(opened, RoundOpened)
    for at in ("t", "elsewhere"):
        other = game(f"of {at}")
        house.take(
            other,
            OpenRound(
                round=other.id,
                table=at,
                settings=SMALL,
                players=opened.players,
                head=opened.head,
            ),
        )
        house.play(other, deals(*LADDER[:2]), "p1 fold")
    assert house.stacks() == {"p1": 300, "p2": 300}
    running = house.open_table().running
    assert running is not None
    assert running.round == "one"
    assert table("elsewhere") not in house.states
