"""The rules of 比牌升級 as told, and as they are: settings, ladders, the table of S8.2, actions."""

import re
from typing import get_args, get_type_hints

import msgspec
import pytest

from domain.kernel.refusal import Refusal
from domain.log.catalogue import members
from domain.paipu.recorded import RECORDED
from domain.shengji.commands import Command, OpenRound, VoidRoundFor
from domain.shengji.ruleset import LEVELS, Ladder, Ruleset, ruleset
from domain.shengji.scoring import row_of
from tests.docs.markdown import page, spans, table, unlike

TEXT = page("rules/shengji.md")
SETTINGS = table(TEXT, "setting", "default", "range", "meaning")
# Rows of S8.2 are indented under their clause.
T_ROWS = [
    [cell.strip() for cell in line.strip().strip("|").split("|")]
    for line in TEXT.splitlines()
    if re.match(r"  \| \d[^|]*\| (?:held|lost) \|", line)
]


def test_every_setting_is_documented_with_its_default_and_range() -> None:
    names = [name for cell in SETTINGS.column("setting") for name in spans(cell)]
    assert unlike(names, Ruleset.__struct_fields__, ordered=True) == []
    hints = get_type_hints(Ruleset, include_extras=True)
    plain = msgspec.to_builtins(ruleset())
    for name, default, span, _ in SETTINGS.rows:
        (setting,) = spans(name)
        assert msgspec.json.decode(default.replace("`", "")) == plain[setting]
        if spans(span):
            choices = [msgspec.json.decode(choice) for choice in spans(span)]
            assert choices == [str(one) for one in hints[setting]]
        else:
            (limits,) = get_args(hints[setting])[1:]
            assert span == f"{limits.ge}–{limits.le}"


@pytest.mark.parametrize(
    ("ladder", "told"), [("2-K", "2, 4, 6, 7, 8, 9, 10, J, Q, K"), ("9-J", "9, 10 and J")]
)
def test_the_ladders_are_documented(ladder: str, told: str) -> None:
    assert f"`{ladder}`" in TEXT
    assert told in re.sub(r"\s+", " ", TEXT)
    assert re.findall(r"\d+|[JQK]", told.replace("10", "0")) == [
        level.replace("T", "0") for level in LEVELS[Ladder(ladder)]
    ]


def test_levels_and_scores_are_documented_for_every_number_of_points() -> None:
    covered = list[int]()
    for points, result, levels, scores, next_dealer in T_ROWS:
        first, *last = (int(one) for one in re.findall(r"\d+", points))
        beyond = 700 if "more" in points else [first, *last][-1] + 1
        for number in range(first, beyond):
            row = row_of(number)
            held = row.winners == "dealer"
            assert (result == "held") == held == (next_dealer == "the dealer's partner")
            assert levels.partition("+")[2] == (str(row.levels) if row.levels else "")
            assert re.findall(r"[+−](\d)", scores) == [str(row.score)] * 2
            assert scores.startswith("dealer's side +" if held else "attackers +")
            covered.append(number)
    assert covered == [*range(700)]


def test_every_action_is_documented_and_read() -> None:
    documented = table(
        page("rules/record.md"),
        *("action", "phase", "meaning", "rule"),
        heading="Actions of 比牌升級",
    )
    said = [words for cell in documented.column("action") for words in spans(cell)]
    kinds = set()
    for words in said:
        action = RECORDED["shengji"].read_action(words)
        if not isinstance(action, Refusal):
            kinds.add(type(action.command))
    # `VoidRoundFor` has the words of `VoidRound`: a record leaves its reason out.
    assert kinds == {*members(Command)} - {OpenRound, VoidRoundFor}
    assert len(said) == len(kinds)
