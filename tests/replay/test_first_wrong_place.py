"""A command changed with its own fact: the place named is that one, not where the rules balk."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path
from shutil import copy

import pytest

from domain.cards.card import CARDS
from domain.kernel.decider import Event, name_of
from domain.log.chain import HEADER, SIZE
from domain.shengji.commands import Play
from domain.shengji.events import CardsFollowed
from domain.sizhidao.commands import Split
from domain.sizhidao.events import HandSplit
from replay.checks import DERIVED, RECEIPTS, Verdict
from replay.proof import Proof, prove
from tests.support.bulk import in_bulk, one_by_one, reading
from tests.support.tamper import Json, Row, Workbench, forged

LATER = 4
"""Changes tried for each game that the rules find at a later fact of the decision only."""


@pytest.fixture
def bench(round_id: str, small: Path, one: Path, tmp_path: Path) -> Iterator[Workbench]:
    """A round on the workbench; cards that a test moves about are no secret."""
    path = copy(one if round_id == "r" else small, tmp_path / "log.db")
    with Workbench(Path(path), round_id) as opened:
        opened.public = CARDS
        yield opened


def others(bench: Workbench, row: Row) -> Iterator[Json]:
    """Other cards that could stand in a decision."""
    event, command = bench.opened(row)
    match event, command:
        case HandSplit(), Split():
            cards = (*event.front, *event.back)
            for one in permutations(cards, 2):
                if set(one) not in (set(event.front), set(event.back)):
                    rest = tuple(card for card in cards if card not in one)
                    yield {"front": one, "back": rest}
        case CardsFollowed(), Play():
            for card in sorted(left_of(bench, row) - set(event.cards)):
                yield {"cards": (*event.cards[1:], card)}
        case _:
            return


def left_of(bench: Workbench, row: Row) -> set[str]:
    """The cards that a seat plays after a row: among them are those that it holds."""
    left = Counter[str]()
    for later in bench.rows[row.version :]:
        event: Event = bench.opened(later)[0]
        if isinstance(event, CardsFollowed) and event.seat == row.event["seat"]:
            left.update(event.cards)
    return set(left)


def begun(bench: Workbench) -> Iterator[Row]:
    """The first rows of decisions of more than one fact."""
    for row, after in pairwise(bench.rows):
        if "command" in row.envelope and "command" not in after.envelope:
            yield row


def proof_of(bench: Workbench) -> Proof:
    """The round proven as it stands, the same in bulk."""
    with reading(bench.path) as log:
        found = prove(log, bench.round_id)
        assert in_bulk(log, 500)[bench.round_id] == one_by_one(log)[bench.round_id]
    assert found is not None
    return found


def changes(bench: Workbench) -> Iterator[tuple[Row, Row]]:
    """Rows with other cards in command and fact that the rules allow there."""
    for row in begun(bench):
        for other in others(bench, row):
            yield row, bench.resealed(row, event=other, command=other)


@pytest.mark.parametrize("round_id", ["sample-1", "r"])
def test_a_command_changed_with_its_fact_and_every_hash_is_named_itself(bench: Workbench) -> None:
    later = 0
    for row, other in changes(bench):
        rows = [other if one.version == row.version else one for one in bench.rows]
        forged(bench.path, bench.stream, rows)
        proof = proof_of(bench)
        wrong, difference = proof.first_wrong, proof.derived.difference
        told = f"event {row.version}: another command was acknowledged"
        assert wrong is not None
        assert wrong.version == row.version, name_of(type(bench.opened(row)[0]))
        if wrong.detail == told:  # else the decision is all right, and is not the acknowledged one
            later += 1
            assert wrong.name == RECEIPTS
            assert difference is not None
            assert difference.version > row.version
        if later == LATER:
            break
    assert later == LATER


@pytest.mark.parametrize("round_id", ["sample-1", "r"])
def test_it_is_so_where_the_chain_breaks_behind_it(bench: Workbench) -> None:
    row, other = next(changes(bench))
    rows = bench.rewritten(other if one.version == row.version else one for one in bench.rows)
    kept = [*rows[: row.version], *bench.rows[row.version :]]
    assert kept[row.version].state[:SIZE] != kept[row.version - 1].state[SIZE:HEADER]
    assert bench.wrong(kept) == row.version


@pytest.mark.parametrize("round_id", ["sample-1", "r"])
def test_a_fact_changed_behind_a_true_command_is_named_and_what_is_before_it_agrees(
    bench: Workbench,
) -> None:
    row = next(begun(bench))
    after = bench.rows[row.version]
    rows = bench.replaced(after.with_envelope(actor="player/nobody"))
    proof = bench.proof(rows)
    verdicts = {check.name: (check.verdict, check.version) for check in proof.checks}
    assert verdicts[DERIVED] == (Verdict.DIFFERENCE, after.version)
    assert verdicts[RECEIPTS] == (Verdict.UNCHECKED, None)
