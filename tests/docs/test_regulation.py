"""The self-score by what regulators ask: every row once, with a test that there is."""

import ast
from collections import Counter

from tests.arch.source import ROOT
from tests.docs.markdown import page, spans, table

HEADER = ("#", "priority", "requirement", "source", "score", "where, and what is missing", "test")
ROWS = 43
SCORES = ("met", "partly", "not")
PRIORITIES = {"A": "A, must", "B": "B, should", "C": "C, nice"}
TEXT = page("regulation.md")


def functions(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_row_is_scored_in_one_of_three_words() -> None:
    rows = table(TEXT, *HEADER).rows
    assert [row[0] for row in rows] == [str(number) for number in range(1, ROWS + 1)]
    assert {row[4] for row in rows} == set(SCORES)
    assert {row[1] for row in rows} == set(PRIORITIES)


def test_the_counts_are_those_of_the_rows() -> None:
    counted = Counter((row[1], row[4]) for row in table(TEXT, *HEADER).rows)
    told = table(TEXT, "priority", *SCORES).rows
    assert [list(row) for row in told] == [
        [words, *(str(counted[priority, score]) for score in SCORES)]
        for priority, words in PRIORITIES.items()
    ]


def test_what_is_met_has_a_test_that_there_is() -> None:
    missing = []
    for row in table(TEXT, *HEADER).rows:
        named = spans(row[6])
        assert named or row[4] == "not", row[0]
        for one in named:
            path, _, function = one.partition("::")
            if not (ROOT / path).is_file() or (function and function not in functions(path)):
                missing.append(one)
    assert missing == []
