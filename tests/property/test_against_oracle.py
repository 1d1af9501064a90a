"""The product and a second reading of the rules tell the same of every random record."""

import pytest

from domain.paipu.read import read_document
from domain.paipu.run import run
from tests.oracle.coverage import coverage
from tests.oracle.records import record_of, text_of
from tests.oracle.sizhidao import summary_of

RECORDS = 1500
BLOCK = 100
# What the records together must reach, and how often at least; counted by tests/oracle/coverage.py.
REACHED = {
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


@pytest.mark.parametrize("first", range(0, RECORDS, BLOCK))
def test_product_and_oracle_agree(first: int) -> None:
    for seed in range(first, first + BLOCK):
        record = record_of(seed)
        told = run(read_document(text_of(record))).summary
        assert told == summary_of(record), f"they differ on record_of({seed})"


def test_the_records_reach_every_refusal_and_branch() -> None:
    seen = coverage(summary_of(record_of(seed)) for seed in range(RECORDS))
    missing = {what: seen[what] for what, least in REACHED.items() if seen[what] < least}
    assert not missing


def test_the_same_seed_gives_the_same_record() -> None:
    texts = [text_of(record_of(seed)) for seed in range(50)]
    assert texts == [text_of(record_of(seed)) for seed in range(50)]
    assert len(set(texts)) == 50
