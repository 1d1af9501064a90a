"""One word, one meaning: words that docs/glossary.md rejects do not name anything in the rules."""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from tests.arch.source import ROOT, python_files, shown

# Rejected word (or words in a row) and what to say instead. A dealer or a kitty has its place in
# 比牌升級, so each list belongs to the packages of its game only.
SIZHIDAO: dict[str, str] = {
    "dealer": "head",
    "banker": "head",
    "button": "head",
    "blind": "ante",
    "discard": "fold",
    "muck": "fold",
    "surrender": "fold",
    "rebuy": "buy in",
    "repurchase": "buy in",
    "overtime": "playoff",
    "rematch": "playoff",
    "tiebreak": "playoff",
    "tie break": "playoff",
    "participant": "contestant",
    "participants": "contestants",
    "side pot": "pot, named P1, P2, … by width",
    "main pot": "pot, named P1, P2, … by width",
    "sidepot": "pot, named P1, P2, … by width",
    "jackpot": "pot",
    "kitty": "pot (a kitty is buried in 比牌升級)",
    "winner pot": "award",
    "pot winner": "unbeaten, award",
    "payout": "award",
    "payoff": "award",
    "prize": "award",
    "split pot": "share (only hands are split)",
    "pot split": "share (only hands are split)",
    "split points": "share (only hands are split)",
    "chop": "share",
    "commission": "rake",
    "fee": "rake",
    "vig": "rake",
    "refund": "returned, uncalled",
    "unmatched": "uncalled",
    "reveal hands": "showdown",
    "high pile": "back",
    "low pile": "front",
    "coin": "points, chips",
    "coins": "points, chips",
    "dollars": "points, chips",
    "four of a kind": "quads",
}
SHENGJI: dict[str, str] = {
    "declarer": "dealer",
    "banker": "dealer",
    "landlord": "dealer",
    "defender": "dealer's side, attackers",
    "defenders": "dealer's side, attackers",
    "bid": "show, call trump",
    "bids": "show, call trump",
    "bidding": "contest",
    "auction": "contest",
    "widow": "kitty",
    "talon": "kitty",
    "meld": "pattern",
    "melds": "pattern",
    "combo": "pattern",
    "advisor": "adviser",
    "staff": "adviser",
    "marshal": "joker",
    "commander": "joker",
    "teammate": "partner",
    "ally": "partner",
}
REJECTED: dict[str, dict[str, str]] = {
    "domain/sizhidao": SIZHIDAO,
    "domain/chips": SIZHIDAO,
    "domain/shengji": SHENGJI,
}


def names(tree: ast.AST) -> Iterator[str]:
    """Every identifier that a source introduces or uses."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
                yield name
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield f"{name} {other or ''}"
            case ast.keyword(arg=str(name)):
                yield name
            case _:
                pass


def words(name: str) -> str:
    """An identifier as lower-case words between single spaces: `PotWinner2` → " pot winner "."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return f" {' '.join(parts).lower()} "


def rejected(name: str, table: Mapping[str, str]) -> list[str]:
    """What is wrong with one identifier, and the word to use."""
    spoken = words(name)
    return [
        f"{name}: not “{bad}” but {good}" for bad, good in table.items() if f" {bad} " in spoken
    ]


@pytest.mark.parametrize("package", REJECTED)
def test_identifiers_use_the_words_of_the_game(package: str) -> None:
    files = python_files([package])
    assert files, f"nothing to read in {package}"
    found = [
        f"{shown(path)}: {complaint}"
        for path in files
        for name in {path.stem, *names(ast.parse(path.read_text()))}
        for complaint in rejected(name, REJECTED[package])
    ]
    assert sorted(found) == []


@pytest.mark.parametrize(
    ("source", "word"),
    [
        ("def next_dealer(): ...", "dealer"),
        ("class SidePot: ...", "side pot"),
        ("x = state.muckedCards, state.muck", "muck"),
        ("f(refund=1)", "refund"),
        ("import rules.payout as p", "payout"),
        ("def f(commission_bp): ...", "commission"),
    ],
)
def test_a_rejected_word_is_found_wherever_it_names_something(source: str, word: str) -> None:
    found = [c for name in names(ast.parse(source)) for c in rejected(name, SIZHIDAO)]
    assert len(found) == 1
    assert f"“{word}”" in found[0]


def test_words_that_only_contain_a_rejected_one_are_left_alone() -> None:
    assert [rejected(name, SIZHIDAO) for name in ("blindly", "coffee", "chopper", "PotShared")] == [
        [], [], [], [],
    ]  # fmt: skip


def test_the_glossary_names_every_rejected_word() -> None:
    glossary = (ROOT / "docs/glossary.md").read_text()
    spoken = words(glossary)
    assert [bad for bad in (*SIZHIDAO, *SHENGJI) if f" {bad} " not in spoken] == []
