"""What the random records of a game together must reach, and how often at least.

It is counted by `tests/oracle/coverage.py` and `tests/oracle/shengji/coverage.py`.
"""

from collections.abc import Mapping
from typing import Final

SIZHIDAO: Final[Mapping[str, int]] = {
    **{f"status {status}": 15 for status in ("settled", "waiting", "illegal", "voided")},
    **{f"phase {phase}": 3 for phase in ("deal", "betting", "splitting", "buy_in")},
    **{
        f"code {code}": 5
        for code in (
            "round_over",
            "bad_action",
            "wrong_phase",
            "not_your_turn",
            "not_offered",
            "not_in_showdown",
            "already_split",
            "cannot_check",
            "already_bet",
            "nothing_to_call",
            "nothing_to_raise",
            "all_in_or_fold",
            "raise_after_all_in",
            "bad_amount",
            "over_cap",
            "bet_too_small",
            "raise_too_small",
            "not_your_cards",
            "front_above_back",
            "bad_deal",
        )
    },
    **{f"stages {number}": 5 for number in range(1, 6)},
    **{f"pots {number}": 5 for number in range(1, 6)},
    **{f"tied {number}": 5 for number in range(2, 5)},
    "awarded 2": 20,
    "awarded 3": 5,
    "bought 0 of 2": 2,
    "bought 1 of 2": 10,
    "bought 2 of 2": 10,
    "buyer folded": 20,
    "carried pots merged": 20,
    "only pots of one seat, shown": 3,
    "pot re-opened to all": 2,
    "pots of equal width": 20,
    "raked": 200,
    "returned in stage": 100,
    "several pots carried": 50,
    "share of nothing": 1,
    "shared with odd points": 10,
    "some pots closed, some open": 50,
}

SHENGJI: Final[Mapping[str, int]] = {
    **{f"status {status}": 5 for status in ("settled", "waiting", "illegal", "voided")},
    **{
        f"phase {phase}": 1
        for phase in ("deal", "faceup", "contest", "trump", "return", "bury", "play")
    },
    **{
        f"code {code}": 5
        for code in (
            *("round_over", "bad_action", "wrong_phase", "not_your_turn", "not_your_cards"),
            *("wrong_count", "not_bi_cards", "not_above", "wrong_return", "point_cards"),
            *("suit_emptied", "mixed_suits", "not_a_pattern", "must_follow_suit", "bad_deal"),
        )
    },
    **{f"led {pattern}": 100 for pattern in ("single", "pair", "tractor", "bomb", "throw")},
    **{f"row {least}": 2 for least in (0, 1, 160, 240, 320, 400)},
    **{f"{how} throw of {size}": 50 for how in ("kept", "failed") for size in ("two", "many")},
    **{f"ruff {kind} by {kind}": 5 for kind in ("single", "pair", "tractor", "bomb")},
    **{f"ruff throw of {kind} by {kind}": 1 for kind in ("single", "pair", "tractor", "bomb")},
    **{f"shown by {seats}": 2 for seats in range(5)},
    **{f"returns {seats}": 2 for seats in range(4)},
    **{f"captures {aces}": 5 for aces in range(4)},
    **{f"multiplier {times}": 10 for times in range(3)},
    "ruff throw of tractor by bomb": 1,
    "ruff tractor by bomb": 5,
    "beat tractor by bomb": 20,
    "led a run of bombs": 10,
    "led a long tractor": 20,
    "match A": 5,
    "match B": 5,
    "held the last level, no match": 3,
    "dealer won False": 50,
}
