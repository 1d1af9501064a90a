from tests.support.play import LADDER, LEVEL, deals, each, play

CALLED = ["p1 bet 50", *each("p2 p3", "call")]
SPLIT = each("p1 p2 p3", "autosplit")
ACES_5, ACES_7, KINGS_9 = "As Ad 2s 3s", "Ah Ac 3h 4h", "Ks Kd 4s 5s"  # fronts 5, 7, 9


def test_z8_1_the_next_head_has_the_strongest_back_of_the_showdown() -> None:
    assert play(deals(*LADDER[:3]), CALLED, SPLIT).next_head == "p1"
    assert play(deals(*LADDER[2::-1]), CALLED, SPLIT).next_head == "p3"


def test_z8_1_backs_count_as_they_were_split() -> None:
    begun = [*deals("Qs Qd 2s 2d", "Js Jd 9s 8s", "4s 5s 6s 7s"), *CALLED]
    split = ["p1 split 2s 2d | Qs Qd", "p2 split Js 8s | Jd 9s", "p3 autosplit"]
    assert play(begun, split).next_head == "p1"
    worse = ["p1 split 2s Qs | 2d Qd", "p2 split 9s 8s | Js Jd", "p3 autosplit"]
    # p1 splits into two piles of 2½, so p2's pair is the strongest back and its front the best.
    assert play(begun, worse).next_head == "p2"


def test_z8_1_quads_are_the_strongest_back() -> None:
    assert play(deals(LADDER[0], "2s 2d 2c 2h", LADDER[2]), CALLED, SPLIT).next_head == "p2"


def test_z8_1_of_equal_backs_the_first_from_the_stages_head_is_next() -> None:
    # p2 (7 | A pair) beats p1 (5 | A pair) and p3; the order starts at the head itself.
    hands = deals(ACES_5, ACES_7, "Qs Qd 2c 3c")
    for head, following in (("p1", "p1"), ("p2", "p2"), ("p3", "p1")):
        order = {"p1": "p2 p3", "p2": "p3 p1", "p3": "p1 p2"}[head]
        played = play(hands, f"{head} bet 50", each(order, "call"), SPLIT, head=head)
        assert played.awarded(0) == [{"p2": 300}]
        assert played.next_head == following


def test_z8_1_a_folded_hand_does_not_count() -> None:
    hands = deals(LADDER[1], LADDER[0], LADDER[2])
    played = play(hands, "p1 bet 50", "p2 fold", "p3 call", each("p1 p3", "autosplit"))
    assert played.next_head == "p1"


def test_z8_1_the_playoffs_head_is_one_of_its_contestants() -> None:
    # p3 (5 | A pair) is beaten by p1 (7 | A pair), which ties with p2 (9 | K pair). Counting from
    # the head p3, p3 comes first, if it buys.
    begun = [
        *deals(ACES_7, KINGS_9, ACES_5),
        "p3 bet 50",
        *each("p1 p2", "call"),
        *SPLIT,
    ]
    out = play(begun, "p3 decline", deals(*LADDER[:2]), "p1 bet 50", "p2 fold", head="p3")
    assert out.stage(1)["head"] == "p1"
    bought = play(begun, "p3 buy", deals(*LADDER[:3]), head="p3")
    assert bought.waiting == ("betting", "p3")


def test_z8_1_a_buyer_that_showed_nothing_is_no_head() -> None:
    begun = [
        *deals(LEVEL[1], LEVEL[2], LADDER[0].replace("K", "7")),
        "p3 fold",
        "p1 bet 50",
        "p2 call",
        *each("p1 p2", "autosplit"),
        "p3 buy",
    ]
    assert play(begun, deals(*LADDER[:3]), head="p3").waiting == ("betting", "p1")


def test_z8_1_the_last_showdown_decides_and_counts_from_its_own_head() -> None:
    # The playoff's head is p2 (A pair); in it p1 and p3 have equal backs: p3 comes before p1.
    played = play(
        deals(LEVEL[1], LEVEL[0], LEVEL[2]),
        CALLED,
        SPLIT,
        deals(ACES_5, KINGS_9, ACES_7),
        "p2 bet 50",
        *each("p3 p1", "call"),
        SPLIT,
        settings={"max_playoffs": 1},
    )
    assert played.stage(1)["head"] == "p2"
    assert played.unbeaten(1) == ["p2 p3"]
    assert played.next_head == "p3"


def test_z8_1_every_seat_that_showed_counts_for_the_next_round() -> None:
    # Of the equal backs p1 is first from the head p3, though p2 beats it and wins.
    played = play(
        deals(ACES_5, ACES_7, "Qs Qd 2c 3c"),
        "p3 bet 50",
        *each("p1 p2", "call"),
        SPLIT,
        head="p3",
    )
    assert played.points("received") == (0, 300, 0)
    assert played.next_head == "p1"


def test_z8_1_a_showdown_of_pots_with_one_eligible_seat_each_counts() -> None:
    # p1 (short) beats p3 and ties with p2, p2 ties with p3; p2 folds. P1 is p1's, P2 is p3's.
    played = play(
        deals("As Ad 4s 5d", "Ks Kd 9h Jc", "Ah Ac 2d 3s"),
        "p2 bet 100",
        "p3 call",
        "p1 allin",
        SPLIT,
        deals(*LADDER[:3]),
        "p3 bet 50",
        "p2 fold",
        each("p1 p3", "autosplit"),
        stacks=(70, 500, 500),
        head="p2",
    )
    assert played.pots(1) == [(210, "p1"), (160, "p3")]
    assert played.stage(1).get("returned") == {"p3": 50}
    assert played.next_head == "p1"


def test_z8_2_without_a_showdown_the_seat_that_took_the_pot_is_head() -> None:
    assert play(deals(*LADDER[:3]), each("p1 p2", "fold")).next_head == "p3"
    assert play(
        deals(*LADDER[:3]), "p1 bet 50", "p2 raise 100", each("p3 p1", "fold")
    ).next_head == ("p2")


def test_z8_2_holds_when_the_last_stage_is_a_playoff() -> None:
    played = play(deals(*LEVEL[:3]), CALLED, SPLIT, deals(*LADDER[:3]), "p1 fold", "p2 fold")
    assert played.next_head == "p3"


def test_z8_3_a_voided_round_names_no_next_head() -> None:
    played = play(deals(*LADDER[:3]), "p1 bet 50", "void @operator", head="p1")
    assert set(played.summary) == {"paipu", "game", "status", "action", "returned"}
