"""Beginnings from which random play reaches the rarest clauses; the rest of the record is chance.

Each is (settings, stacks, head, actions): all is fixed up to the point where the rare thing can
happen, and everything after is played at random.
"""

Opening = tuple[dict[str, object], list[int], str, list[str]]

# p1 is all-in short, beats p3 and is level with p2; p2 and p3 are level too. A fold of p2 in the
# playoff leaves two pots with one eligible seat each and two live seats (rules Z6.3, Z8.1).
LONE_POTS: Opening = (
    {"ante": 10},
    [30, 500, 500, 500],
    "p2",
    [
        "deal p1 As Ad 4s 5d",
        "deal p2 Ks Kd 9h Jc",
        "deal p3 Ah Ac 2d 3s",
        "deal p4 2s 3d 4c 6s",
        "p2 bet 100",
        "p3 call",
        "p4 fold",
        "p1 allin",
        "p1 autosplit",
        "p2 autosplit",
        "p3 autosplit",
        "p4 decline",
    ],
)

# p1 (short) beats p3 and p4 for P1; in the first playoff it loses P1 to p2 and p5, who are level.
# They hold P1 alone then, while p3 and p4 (all-in) play on for P2: folds of p2 and p5 leave P1
# without an eligible seat (Z4.4).
NOBODY_LEFT: Opening = (
    {"ante": 10, "allow_check": True, "after_all_in": "call"},
    [30, 5000, 5000, 60, 5000],
    "p2",
    [
        "deal p1 Ks Kd 4s 5d",
        "deal p2 Ts Td 9s Js",
        "deal p3 Qs Qd 2h 3h",
        "deal p4 Qh Qc 2d 3s",
        "deal p5 Th Tc 9h Jh",
        "p2 bet 100",
        "p3 call",
        "p4 allin",
        "p5 call",
        "p1 allin",
        *(f"p{number} autosplit" for number in range(1, 6)),
        "deal p1 2s 3s 4s 5s",
        "deal p2 Ts Td 9s Js",
        "deal p3 Qs Qd 2h 3h",
        "deal p4 Qh Qc 2d 3d",
        "deal p5 Th Tc 9h Jh",
        "p2 check",
        "p3 check",
        "p5 check",
        *(f"p{number} autosplit @clock" for number in range(1, 6)),
    ],
)

# Two pots of few points, tied apart, and buyers who have exactly the price: after the only playoff
# a pot may hold fewer points than it has unbeaten seats (Z7.7).
FEW_POINTS: Opening = (
    {"ante": 1, "min_raise": 1, "max_playoffs": 1},
    [2, 2, 3, 3, 7, 7],
    "p5",
    [
        "deal p1 Ks Kd 2s 3d",
        "deal p2 Kh Kc 2h 3c",
        "deal p3 Qs Qd 2d 3h",
        "deal p4 Qh Qc 2c 3s",
        "deal p5 8s 8d 9s 9d",
        "deal p6 7s 7d 6s 6d",
        "p5 fold",
        "p6 fold",
        "p1 allin",
        "p2 allin",
        "p3 allin",
        "p4 allin",
        *(f"p{number} autosplit" for number in range(1, 5)),
        "p5 buy",
        "p6 buy",
    ],
)

# p4 cannot pay for the first tie; in the playoff p1 takes P1, and the tie left is cheap (Z7.4).
CANNOT_PAY: Opening = (
    {"ante": 10, "allow_check": True, "buy_in_rounding": "down"},
    [60, 900, 900, 50],
    "p2",
    [
        "deal p1 As Ad 9c 2h",
        "deal p2 Ks Kd 8s 9d",
        "deal p3 Qs Qd 8h Jc",
        "deal p4 4s 4d 3s 3d",
        "p2 bet 60",
        "p3 call",
        "p4 fold",
        "p1 allin",
        *(f"p{number} autosplit" for number in range(1, 4)),
        "deal p1 As Ad Ks Kd",
        "deal p2 Qs Qd 2s 3s",
        "deal p3 Js Jd 4s 5s",
    ],
)
OPENINGS = (LONE_POTS, NOBODY_LEFT, FEW_POINTS, CANNOT_PAY)
