"""The product and a second reading of the rules tell the same of every random record."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

import pytest

from domain.paipu.read import read_document
from domain.paipu.run import run
from tests.oracle.games import ORACLES
from tests.property import reached


class Compared(NamedTuple):
    """How many records of a game are compared and how many made again, and what they reach."""

    records: int
    again: int
    reached: Mapping[str, int]


COMPARED: Final = {
    "sizhidao": Compared(1500, 50, reached.SIZHIDAO),
    "shengji": Compared(800, 20, reached.SHENGJI),
}
BLOCK = 100


@cache
def read(game: str, seed: int) -> tuple[str, dict[str, object]]:
    """Return the text of a random record and its summary by the oracle, made once."""
    oracle = ORACLES[game]
    record = oracle.record_of(seed)
    return oracle.text_of(record), oracle.summary_of(record)


@pytest.mark.parametrize(
    ("game", "first"),
    [(game, first) for game, of in COMPARED.items() for first in range(0, of.records, BLOCK)],
)
def test_product_and_oracle_agree(game: str, first: int) -> None:
    for seed in range(first, first + BLOCK):
        text, summary = read(game, seed)
        told = run(read_document(text)).summary
        assert told == summary, f"they differ on record_of({seed})"


@pytest.mark.parametrize("game", COMPARED)
def test_the_records_reach_every_refusal_and_branch(game: str) -> None:
    oracle, of = ORACLES[game], COMPARED[game]
    seen = oracle.coverage(read(game, seed)[1] for seed in range(of.records))
    missing = {what: seen[what] for what, least in of.reached.items() if seen[what] < least}
    assert not missing


@pytest.mark.parametrize("game", COMPARED)
def test_the_same_seed_gives_the_same_record(game: str) -> None:
    oracle, again = ORACLES[game], COMPARED[game].again
    texts = [oracle.text_of(oracle.record_of(seed)) for seed in range(again)]
    assert texts == [oracle.text_of(oracle.record_of(seed)) for seed in range(again)]
    assert len(set(texts)) == again
