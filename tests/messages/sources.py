"""What the program says: every template that its source writes out, every word out of a list."""

import ast
import pkgutil
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from string import Formatter
from typing import Any, NamedTuple

import msgspec

import domain
from api.reports import kinds
from api.reports.ask import ACCOUNTS
from api.reports.catalogue import REPORTS
from api.reports.form import Column
from api.roles import Role
from domain.games.status import Status
from domain.house.access.events import Purpose
from domain.house.table.events import Ending
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.log.examine import Kind
from domain.shengji.events import Pattern, ScoreCause
from domain.shengji.ruleset import Ruleset as ShengjiRuleset
from domain.sizhidao.ruleset import Ruleset, ruleset
from replay.bundle.form import PUBLIC
from replay.games import TOLD
from replay.words import EVERYTHING
from tests.arch.source import PACKAGES, python_files, shown

MODULE = "domain.kernel.text"
FRAMEWORK = ("Not Found", "Method Not Allowed", "There was an error parsing the body")
"""What starlette says itself."""
SYSTEM = (
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "Not a directory",
    "No space left on device",
    "Read-only file system",
)
"""What an operating system says of a file, as most of them say it."""
MATCHES = ("waiting", "running", "won", "abandoned", "unknown")
"""How a match stands, and a round without an opening."""
HEAD = (
    *("report", "title", "form", "program", "rules", "rake_rules", "period", "since", "until"),
    *("time_zone", "filters", "grouped_by", "accounts", "large_win", "large_wager"),
    *("generated_at", "position"),
    *("activity", "row_count", "totals", "test_accounts", "checks", "rows", "against", "sha256"),
    *("table", "player", "game", "round"),
)
"""What stands above and below a report, and what its filters are called."""
WRITTEN = ("missing", "away", "disabled", "granted", "looked", "everybody", "record")
"""What the program names in its own words, as plain strings."""


class Said(NamedTuple):
    """A template as it stands in the source: where, and the values it is given there, if any."""

    template: str
    where: str
    values: frozenset[str] | None


def fields(template: str) -> set[str]:
    """Return the placeholders of a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@cache
def calls() -> tuple[tuple[str, ast.Call], ...]:
    """Return every call of `text` and `word`, and of what makes words of many, with its place."""
    return tuple(_calls())


def _calls() -> Iterator[tuple[str, ast.Call]]:
    for path in python_files(PACKAGES):
        tree = ast.parse(path.read_text())
        names = {*_imported(tree), "map"}
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id=called)) if called in names:
                    yield f"{shown(path)}:{node.lineno}", node
                case _:
                    pass


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield what a module imports of the one that makes texts; that itself imports nothing."""
    for one in ast.walk(tree):
        if isinstance(one, ast.ImportFrom) and one.module == MODULE:
            yield from (name.name for name in one.names)


@cache
def templates() -> tuple[Said, ...]:
    """Return all templates: those of `text`, and the sentences of refusals."""
    return (*_texts(), *_refusals())


def _texts() -> Iterator[Said]:
    for where, call in calls():
        if not (isinstance(call.func, ast.Name) and call.func.id == "text"):
            continue
        (template,) = call.args
        assert isinstance(template, ast.Constant), f"{where}: no template that is written out"
        values = frozenset(str(one.arg) for one in call.keywords)
        yield Said(str(template.value), where, values or None)


def _refusals() -> Iterator[Said]:
    for kind in refusal_kinds():
        values = frozenset(kind.__struct_fields__)
        yield Said(kind.text, kind.__qualname__, values or None)


@cache
def refusal_kinds() -> tuple[type[Refusal], ...]:
    """Return all refusals of the program."""
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        import_module(module.name)
    return tuple(one for one in _below(Refusal) if one.__module__.startswith("domain."))


def _below(kind: type[Any]) -> Iterator[type[Any]]:
    for one in kind.__subclasses__():
        yield one
        yield from _below(one)


@cache
def words() -> frozenset[str]:
    """Return every word that is said: written out in a call, or one of a list."""
    return frozenset(_words())


def _words() -> Iterator[str]:
    yield from (*FRAMEWORK, *SYSTEM, *MATCHES, *WRITTEN, PUBLIC, EVERYTHING)
    yield from (*Status, *Origin, *Ending, *Purpose, *ScoreCause, *Role)
    yield from (*HEAD, *ACCOUNTS, *(one for column in columns() for one in column.words))
    yield from (kind.replace("_", " ") for kind in Kind)
    yield from (kind for kind in Pattern if kind is not Pattern.THROW)
    for game in TOLD:
        yield from (game.game.name, game.home_name)
    for refusal in refusal_kinds():
        for listed in refusal.worded.values():
            yield from map(str, listed)
    yield from _settings(ruleset())
    yield from _settings(ShengjiRuleset())
    for _, call in calls():
        yield from _written(call)


@cache
def columns() -> tuple[Column, ...]:
    """Return every column that a report may have, what it can be grouped by among them."""
    modules = (
        import_module(one.name)
        for one in pkgutil.walk_packages(kinds.__path__, "api.reports.kinds.")
    )
    held = [value for module in modules for value in vars(module).values()]
    grouped = (Column(name) for one in REPORTS.values() for name in one.groups)
    return (*grouped, *(one for value in held for one in _columns(value)))


def _columns(value: object) -> Iterator[Column]:
    match value:
        case Column():
            yield value
        case tuple():
            yield from (one for one in value if isinstance(one, Column))
        case dict():
            yield from (one for one in value.values() if isinstance(one, Column))
        case _:
            pass


def _settings(rules: Ruleset | ShengjiRuleset) -> Iterator[str]:
    for field in msgspec.structs.fields(type(rules)):
        yield field.name
        if isinstance(getattr(rules, field.name), StrEnum):
            yield from (one.value for one in type(getattr(rules, field.name)))
    yield from ("true", "false")


def _written(call: ast.Call) -> Iterator[str]:
    """Yield the words in `word("…")`, `map(word, ("…", …))` and `no_such("…")`."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    constants = [one.value for one in ast.walk(call) if isinstance(one, ast.Constant)]
    if name == "word" and isinstance(call.args[0], ast.Constant):
        yield from map(str, constants[:1])
    if name == "map" and isinstance(call.args[0], ast.Name) and call.args[0].id == "word":
        yield from (str(one) for one in constants if isinstance(one, str))
