"""What the house has bound itself by: decks with their cuts, and signed checkpoints."""

from collections.abc import Iterator, Sequence
from typing import Final

from api.reports.form import Cell, Column, Kind, Line, Report, Told, counts, one_of, texts, time
from api.reports.office import Fact, fact_of, query_of
from api.reports.source import AT_ONCE, Source
from domain.house.deck.events import CutMissed, DeckCommitted, DeckCut
from domain.kernel.text import text
from domain.log.checkpoints.events import SigningKeyChanged, TreeSigned
from projections.office.table import OFFICE

DECKS: Final = (
    *texts("round"),
    Column("stage", Kind.COUNT),
    *texts("venue"),
    Column("cards", Kind.COUNT),
    *texts("root"),
    time("committed_at"),
    one_of("state", "waiting", "cut"),
    time("cut_at"),
    *texts("cut"),
    *counts("seats", "revealed", "missed"),
)
SIGNED: Final = (
    time("at"),
    one_of("what", "signed", "keys changed"),
    Column("size", Kind.COUNT),
    *texts("root"),
    Column("until_position", Kind.COUNT),
    *texts("keys"),
)


def decks(source: Source) -> Told:
    """Return a line a deck that the house committed to in the period (H6)."""
    return Told(DECKS, _decks(source))


def _decks(source: Source) -> Iterator[Line]:
    found = source.rows(query_of(source.span, (DeckCommitted,)))
    for page in found.partitions(AT_ONCE):
        committed = [fact_of(row) for row in page]
        ends, missed = _ends(source, committed)
        for one in committed:
            key = (one.about, one.told["stage"])
            yield Line(_deck(one, ends.get(key), missed.get(key, 0)))


Stages = dict[tuple[str, int], Fact]


def _ends(source: Source, committed: Sequence[Fact]) -> tuple[Stages, dict[tuple[str, int], int]]:
    """Return how decks were cut, and how many seats missed it, as far as the report goes."""
    streams = {one.stream for one in committed}
    query = query_of(source.upto, (DeckCut, CutMissed)).where(OFFICE.c.stream.in_(streams))
    cut: Stages = {}
    missed: dict[tuple[str, int], int] = {}
    for one in map(fact_of, source.connection.execute(query)):
        key = (one.about, one.told["stage"])
        if one.kind == "DeckCut":
            cut[key] = one
        else:
            missed[key] = missed.get(key, 0) + 1
    return cut, missed


def _deck(one: Fact, cut: Fact | None, missed: int) -> tuple[Cell, ...]:
    told = one.told
    committed = (one.about, told["stage"], told["venue"], told["cards"], told["root"], one.at)
    if cut is None:
        return (*committed, "waiting", None, None, 0, 0, missed)
    of_cut = (cut.at, cut.told["cut"], cut.told["seats"], cut.told["cuts"])
    return (*committed, "cut", *of_cut, missed)


def checkpoints(source: Source) -> Told:
    """Return a line a checkpoint that was signed, and one a change of the keys that sign."""
    return Told(SIGNED, _signed(source))


def _signed(source: Source) -> Iterator[Line]:
    for one in map(fact_of, source.rows(query_of(source.span, (TreeSigned, SigningKeyChanged)))):
        told = one.told
        if one.kind == "TreeSigned":
            yield Line((one.at, "signed", told["size"], told["root"], told["position"], None))
        else:
            yield Line((one.at, "keys changed", None, None, None, ", ".join(told["keys"])))


DECKS_REPORT: Final = Report("decks", text("Decks: commitments, cuts, and what was not cut"), decks)
CHECKPOINTS: Final = Report("checkpoints", text("Checkpoints"), checkpoints)
