"""Every subcommand, option and environment setting is documented with its default, and no other."""

import argparse
import ast
import re

import pytest

import api.cli
import replay.cli
from api.serving import PAUSE_SECONDS, PAUSE_SETTING
from api.settings import TOKENS_SETTING
from domain.log.address import sqlite_path
from domain.log.masters import development_keys_path
from projections.catalogue import PROJECTIONS
from projections.store.address import VIEWS_SETTING, views_beside
from replay.configuration import CONFIG_SETTING
from replay.registry import SETTINGS
from replay.settings import KEYS_SETTING, LANGUAGE_SETTING, LOG_SETTING, PERSON_SETTING, USUAL_LOG
from tests.arch.source import PACKAGES, python_files, shown
from tests.docs.markdown import Table, page, spans, table, tables, unlike

PAGES = {"replay": "replay.md", "paipu": "operation.md"}
ARGUMENTS = ("argument", "default", "meaning")
NONE = "–"


@pytest.fixture(autouse=True)
def _no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in (LOG_SETTING, PAUSE_SETTING, LANGUAGE_SETTING):
        monkeypatch.delenv(setting, raising=False)


def subcommands(program: str) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of a program's subcommands by their name."""
    top = {"replay": replay.cli.parser, "paipu": api.cli.parser}[program]()
    (choice,) = (a for a in top._actions if isinstance(a, argparse._SubParsersAction))  # noqa: SLF001 -- argparse has no other way to ask
    return {f"{program} {name}": parser for name, parser in choice.choices.items()}


def arguments(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return what a parser takes; help, which every one has, is told once for all."""
    actions = parser._actions  # noqa: SLF001 -- argparse has no other way to ask
    assert actions[0].option_strings == ["-h", "--help"]
    return actions[1:]


def written(action: argparse.Action) -> list[str]:
    """Return how an argument is written, with the name of its value."""
    value = "" if action.nargs == 0 or action.metavar is None else f" {action.metavar}"
    options = [f"{option}{value}" for option in action.option_strings]
    return options or [str(action.metavar or action.dest)]


def default(action: argparse.Action) -> str:
    """Return how the default is told: none, the number, or where the log's address comes from."""
    if action.dest == "person":
        return f"`{PERSON_SETTING}`"
    if action.default in {None, False}:
        return NONE
    if action.dest == "lang":
        return f"`{LANGUAGE_SETTING}`, else `{action.default}`"
    if action.dest == "log":
        assert action.default == USUAL_LOG
        return f"`{LOG_SETTING}`, else `{USUAL_LOG}`"
    if action.dest == "pause":
        assert action.default == str(PAUSE_SECONDS)
        return f"`{PAUSE_SETTING}`, else `{PAUSE_SECONDS}`"
    return f"`{action.default}`"


def untrue(documented: Table, parser: argparse.ArgumentParser) -> list[str]:
    """Say what is untrue in the table of a subcommand's arguments."""
    actions = arguments(parser)
    said = {tuple(spans(row[0])): row[1] for row in documented.rows}
    real = {tuple(written(action)): default(action) for action in actions}
    complaints = unlike(map(", ".join, said), map(", ".join, real), ordered=True)
    complaints += [
        f"{', '.join(names)} is {real[names]} by default, not {cell}"
        for names, cell in said.items()
        if names in real and real[names] != cell
    ]
    return complaints


ALL = [
    (PAGES[program], *named)
    for program in PAGES
    for named in subcommands(program).items()
    if arguments(named[1])
]


@pytest.mark.parametrize(("file", "name", "parser"), ALL, ids=[name for _, name, _ in ALL])
def test_the_arguments_of_a_subcommand_are_documented(
    file: str, name: str, parser: argparse.ArgumentParser
) -> None:
    assert untrue(table(page(file), *ARGUMENTS, heading=name), parser) == []


VERBS = ("verb", "takes", "does")
WITH_VERBS = {
    name: verbs
    for name, parser in subcommands("paipu").items()
    if (verbs := [one for one in arguments(parser) if one.metavar == "VERB"])
}


@pytest.mark.parametrize("name", WITH_VERBS)
def test_the_verbs_of_a_subcommand_are_documented_with_what_they_take(name: str) -> None:
    documented = table(page("operation.md"), *VERBS, heading=name)
    said = {"".join(spans(verb)): spans(takes) for verb, takes, _ in documented.rows}
    (verbs,) = WITH_VERBS[name]
    assert isinstance(verbs, argparse._SubParsersAction)  # noqa: SLF001 -- argparse has no other way to ask
    real = {
        verb: [
            one for action in arguments(parser) for one in written(action) if action.dest != "log"
        ]
        for verb, parser in verbs.choices.items()
    }
    assert {verb: sorted(takes) for verb, takes in said.items()} == {
        verb: sorted(takes) for verb, takes in real.items()
    }


@pytest.mark.parametrize("program", PAGES)
def test_every_subcommand_is_documented(program: str) -> None:
    text = page(PAGES[program])
    real = list(subcommands(program))
    overview = table(text, "command", "does").column("command")
    assert unlike([name for cell in overview for name in spans(cell)], real) == []
    explained = [one.heading.replace("`", "") for one in tables(text) if one.header == ARGUMENTS]
    with_arguments = [name for name, parser in subcommands(program).items() if arguments(parser)]
    assert unlike(explained, with_arguments) == []
    assert [name for name in real if f"# `{name}`\n" not in text] == []
    assert {"-h", "--help"} <= set(spans(text))


def test_every_environment_setting_is_documented_with_its_default() -> None:
    documented = table(page("operation.md"), "setting", "default", "meaning")
    names = [name for cell in documented.column("setting") for name in spans(cell)]
    known = [CONFIG_SETTING, *(one.name for one in SETTINGS)]
    assert unlike(names, known, ordered=True) == []
    assert named_in_the_source() == set(known)
    usual_ones = [f"`{one.usual}`" if one.usual else None for one in SETTINGS]
    said = documented.column("default")[1:]
    assert [cell for cell, usual in zip(said, usual_ones, strict=True) if usual] == [
        usual for usual in usual_ones if usual
    ]
    assert documented.rows[1][:2] == (f"`{LOG_SETTING}`", f"`{USUAL_LOG}`")
    told = dict(zip(names, documented.rows, strict=True))
    assert views_beside(USUAL_LOG) in spans(told[VIEWS_SETTING][2])
    usual = sqlite_path(USUAL_LOG)
    assert usual is not None
    assert development_keys_path(usual).name in spans(told[KEYS_SETTING][2])
    assert f"{usual.name}.tokens" in spans(told[TOKENS_SETTING][2])


def test_the_names_of_views_to_rebuild_are_documented() -> None:
    documented = table(page("operation.md"), *ARGUMENTS, heading="paipu rebuild")
    (meaning,) = [row[2] for row in documented.rows if spans(row[0]) == ["name"]]
    assert unlike(spans(meaning), PROJECTIONS, ordered=True) == []
    listed = table(page("projections.md"), "name", "tables", "rows").column("name")
    assert unlike([name for cell in listed for name in spans(cell)], PROJECTIONS) == []


def named_in_the_source() -> set[str]:
    source = "".join(path.read_text(encoding="utf-8") for path in python_files(PACKAGES))
    return set(re.findall(r'"(PAIPU_[A-Z_]+)"', source))


def readers_of_the_environment(source: str) -> list[str]:
    """Which ways to the process environment a source uses."""
    return [
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr in {"environ", "environb", "getenv", "getenvb"}
    ]


def test_settings_are_read_in_few_places_so_that_none_is_missed() -> None:
    readers = {
        shown(path): readers_of_the_environment(path.read_text(encoding="utf-8"))
        for path in python_files(PACKAGES)
    }
    assert [path for path, found in readers.items() if found] == ["replay/configuration.py"]
    assert readers_of_the_environment("import os\nos.getenv('A'), os.environ['B']") == [
        "getenv",
        "environ",
    ]


def test_untrue_arguments_are_found() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("id")
    parser.add_argument("-n", "--number", default=3, metavar="N")
    parser.add_argument("--new", action="store_true")
    head = "| argument | default | meaning |\n|---|---|---|\n"
    rows = "| `id` | – | x |\n| `-n N`, `--number N` | `4` | x |\n| `--old` | – | x |\n"
    assert untrue(table(head + rows, *ARGUMENTS), parser) == [
        "--new is not documented",
        "--old does not exist",
        "-n N, --number N is `3` by default, not `4`",
    ]


def test_choices_are_plain_words_which_argparse_quotes_when_it_refuses_others() -> None:
    told = [
        (name, one.dest, choice)
        for program in PAGES
        for name, parser in subcommands(program).items()
        for one in (*arguments(parser), *(of for _, of in of_verbs(parser)))
        if one.choices is not None and not isinstance(one, argparse._SubParsersAction)  # noqa: SLF001 -- argparse has no other way to ask
        for choice in one.choices
    ]
    assert {dest for _, dest, _ in told} >= {"lang", "role", "scope", "verdict", "status", "result"}
    assert [one for one in told if type(one[2]) is not str] == []


def of_verbs(parser: argparse.ArgumentParser) -> list[tuple[str, argparse.Action]]:
    """Return what the verbs of a subcommand take, if it has any."""
    return [
        (verb, one)
        for action in arguments(parser)
        if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 -- argparse has no other way to ask
        for verb, of in action.choices.items()
        for one in arguments(of)
    ]
