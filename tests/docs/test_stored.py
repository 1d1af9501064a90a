"""Every stored event and command is documented with its fields, rule and viewers, and no other."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from api.sample.house import EXAMPLE
from domain.cards.card import Card
from domain.flow.decide import FOLLOWS_ONLY
from domain.house.access.events import Purpose
from domain.house.audit.events import Finding
from domain.house.dispute.events import Verdict
from domain.house.reference.events import Direction
from domain.house.table.events import Ending
from domain.kernel.seats import Seat
from domain.log.catalogue import CATALOGUE, members
from domain.paipu.action import Action
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.paipu.shengji import actions as shengji_actions
from domain.paipu.sizhidao.actions import read_action
from domain.shengji import commands as shengji_commands
from domain.shengji import events as shengji_events
from domain.shengji.ruleset import Ruleset as ShengjiRuleset
from domain.shengji.sides import Side
from domain.sizhidao import commands as sizhidao_commands
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.ruleset import Ruleset
from tests.arch.source import ROOT
from tests.docs.markdown import Table, headings, page, spans, table, tables, unlike

EVENTS = table(page("events.md"), "event", "when", "kind", "rule", "seen by")
COMMANDS = table(
    page("commands.md"),
    *("command", "words in a record", "asked by", "rule"),
    "what follows, besides what that leads to",
)
FIELDS = ("field", "form", "meaning")
OWN_PAGE: dict[type, str] = {Ruleset: "settings", ShengjiRuleset: "settings"}
PLAIN: dict[object, str] = {
    str: "text",
    str | None: "text or null",
    int: "integer",
    int | None: "integer or null",
    bool: "true or false",
    Seat: "seat",
    tuple[Seat, ...]: "seats",
    tuple[Card, ...]: "cards",
    Mapping[Seat, int]: "seat → points",
    Seat | None: "seat or null",
    Card: "card",
    tuple[str, ...]: "texts",
    Side: "side",
    Side | None: "side or null",
    Mapping[Side, str]: "side → level",
    shengji_events.Pattern: "pattern",
    shengji_events.Winning: "why won",
    shengji_events.ScoreCause: "cause of scores",
    shengji_events.Result: "dealer or attackers",
    Ending: "settled or voided",
    Direction: "deposit or withdrawal",
    tuple[str]: "hidden text",
    Finding: "finding",
    Purpose: "purpose",
    Verdict: "verdict",
}
NAMED = re.compile(r"\.[1-9]`?$")
WORDLESS = (
    OpenRound,
    shengji_commands.OpenRound,
    sizhidao_commands.VoidRoundFor,  # a record has no reasons, and reads as version 1
    shengji_commands.VoidRoundFor,
)
ALIKE = {"seat → score": "seat → points", "level": "text"}
"""Forms that are another one, of which the page says more."""
SEEN_BY = {
    "sizhidao": ("everybody",),
    "shengji": ("everybody",),
    "house": ("everybody", "its player", "operators"),
    "fair": ("everybody",),
}
OF_A_GAME = (*members(sizhidao_commands.Command), *members(shengji_commands.Command))
KINDS = [
    *(("events.md", name, kind) for name, kind in CATALOGUE.events.items()),
    *(("commands.md", name, kind) for name, kind in CATALOGUE.commands.items()),
]


def form(kind: Any) -> str:  # noqa: ANN401 -- any annotation in
    """Return the words for a field's type."""
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in OWN_PAGE:
        return OWN_PAGE[kind]
    if get_origin(kind) is tuple and issubclass(get_args(kind)[0], msgspec.Struct):
        return f"list of {get_args(kind)[0].__name__}"
    message = f"nobody has said how {kind} is documented"
    raise TypeError(message)


def told(form_cell: str) -> str:
    """Return the words of a form, without link and unit."""
    plain = re.sub(r"\[(\w+)\]\([^)]*\)", r"\1", form_cell).partition(",")[0]
    return ALIKE.get(plain, plain)


def fields_of(text: str, heading: str) -> Table | None:
    assert heading in [one.replace("`", "") for one in headings(text)], f"{heading} is missing"
    under = [one for one in tables(text) if one.heading.replace("`", "") == heading]
    return table(text, *FIELDS, heading=heading) if under else None


def wrong_fields(text: str, heading: str, kind: type[msgspec.Struct]) -> list[str]:
    """Say what is untrue in the table of a struct's fields."""
    documented = fields_of(text, heading)
    hints = {name: get_type_hints(kind)[name] for name in kind.__struct_fields__}
    names = [] if documented is None else [n for c in documented.column("field") for n in spans(c)]
    complaints = unlike(names, hints, ordered=True)
    for cell, name in zip(documented.column("form") if documented else (), names, strict=True):
        if name in hints and told(cell) != form(hints[name]):
            complaints.append(f"{name} is {form(hints[name])}, not {told(cell)}")
        if told(cell) == "integer" and not re.fullmatch(r"integer, [a-z]+", cell):
            complaints.append(f"{name} has no unit")
    return complaints


def parts_of(kinds: list[type[msgspec.Struct]]) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs inside the fields of others that have no page of their own."""
    for kind in kinds:
        for hint in get_type_hints(kind).values():
            inner = get_args(hint)[0] if get_origin(hint) is tuple else hint
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                yield from () if inner in OWN_PAGE else (inner,)


@pytest.mark.parametrize(("file", "name", "kind"), KINDS, ids=str)
def test_the_fields_of_everything_stored_are_documented(
    file: str, name: str, kind: type[msgspec.Struct]
) -> None:
    assert wrong_fields(page(file), name, kind) == []


def test_the_parts_of_stored_things_are_documented() -> None:
    parts = {part.__name__: part for part in parts_of([kind for _, _, kind in KINDS])}
    text = page("events.md")
    assert len(parts) > 1
    assert {name: wrong_fields(text, name, part) for name, part in parts.items()} == {
        name: [] for name in parts
    }
    after = [one.heading for one in tables(text.partition("\n## Parts\n")[2])]
    assert unlike(after, parts) == []


def test_every_event_is_documented_in_order() -> None:
    documented = [name for cell in EVENTS.column("event") for name in spans(cell)]
    assert unlike(documented, CATALOGUE.events, ordered=True) == []
    fields = [one.replace("`", "") for one in headings(page("events.md")) if NAMED.search(one)]
    assert unlike(fields, CATALOGUE.events, ordered=True) == []


def test_every_command_is_documented_in_order() -> None:
    documented = [name for cell in COMMANDS.column("command") for name in spans(cell)]
    assert unlike(documented, CATALOGUE.commands, ordered=True) == []
    fields = [one.replace("`", "") for one in headings(page("commands.md")) if NAMED.search(one)]
    assert unlike(fields, CATALOGUE.commands, ordered=True) == []


def row_of(one: Table, name: str) -> dict[str, str]:
    (row,) = [row for row in one.rows if spans(row[0]) == [name]]
    return dict(zip(one.header, row, strict=True))


def clauses(text: str) -> set[str]:
    return set(re.findall(r"[ZHSM]\d+(?:\.\d+)?", text))


@pytest.mark.parametrize(("name", "kind"), CATALOGUE.events.items(), ids=CATALOGUE.events)
def test_an_event_is_told_as_its_type_tells_it(name: str, kind: type[msgspec.Struct]) -> None:
    row, doc = row_of(EVENTS, name), kind.__doc__ or ""
    assert doc.lower().startswith(f"{row['kind']}:")
    assert clauses(row["rule"]) == clauses(doc) - {"Z10", "S9"}
    hidden = CATALOGUE.hidden.get(kind, ())
    assert unlike(spans(row["seen by"]), hidden, ordered=True) == []
    assert row["seen by"].startswith(SEEN_BY.get(name.partition(".")[0], ("no view",)))


def test_what_only_follows_says_from_what() -> None:
    follow = {name for name, kind in CATALOGUE.commands.items() if kind in FOLLOWS_ONLY}
    for name in CATALOGUE.commands:
        asked_by = row_of(COMMANDS, name)["asked by"]
        assert asked_by.startswith("follows from ") == (name in follow)
        assert [f"house.{one}.1" for one in spans(asked_by)] == [
            f"house.{one}.1" for one in spans(asked_by) if f"house.{one}.1" in CATALOGUE.commands
        ]


@pytest.mark.parametrize(("name", "kind"), CATALOGUE.commands.items(), ids=CATALOGUE.commands)
def test_a_command_is_told_as_its_type_tells_it(name: str, kind: type[msgspec.Struct]) -> None:
    row = row_of(COMMANDS, name)
    ruled = clauses(row["rule"])
    cited = clauses(kind.__doc__ or "")
    assert [clause for clause in cited if not any(one.startswith(clause) for one in ruled)] == []
    for words in spans(row["words in a record"]):
        read = shengji_actions.read_action if name.startswith("shengji.") else read_action
        action = read(words)
        assert isinstance(action, Action)
        assert type(action.command) is kind
        assert row["asked by"] == action.origin
    told_in_words = kind in OF_A_GAME and kind not in WORDLESS
    assert bool(spans(row["words in a record"])) == told_in_words
    fields = fields_of(page("commands.md"), name)
    marked = [spans(r[0])[0] for r in fields.rows if "hidden" in r[2]] if fields else []
    assert unlike(marked, CATALOGUE.hidden.get(kind, ())) == []


def test_every_command_but_the_opening_has_its_words_in_the_page_on_records() -> None:
    documented = table(
        page("rules/record.md"),
        *("action", "phase", "meaning", "rule"),
        heading="Actions of 四支刀",
    )
    said = [read_action(words) for cell in documented.column("action") for words in spans(cell)]
    kinds = [type(action.command).__name__ for action in said if isinstance(action, Action)]
    of_sizhidao = members(sizhidao_commands.Command)
    real = [kind.__name__ for kind in of_sizhidao if kind not in WORDLESS]
    assert unlike(kinds, real) == []


def full_name(command: str, said: str) -> str:
    """Return the stored name of an event as it is told beside a command: of its game, or house."""
    games = (command.partition(".")[0], "house", "shengji", "log")
    return next((n for game in games if (n := f"{game}.{said}.1") in CATALOGUE.events), said)


def test_what_follows_from_a_command_exists_and_follows() -> None:
    follows = {
        name: [full_name(name, said) for said in spans(cell)]
        for name, cell in zip(CATALOGUE.commands, COMMANDS.column(COMMANDS.header[-1]), strict=True)
    }
    assert [
        said for names in follows.values() for said in names if said not in CATALOGUE.events
    ] == []
    record = ROOT / "api" / "sample" / "records" / EXAMPLE
    steps = run(read_document(record.read_text(encoding="utf-8"))).steps
    seen = set()
    for step in steps:
        command = type(step.action.command).__struct_config__.tag
        assert type(step.facts[0]).__struct_config__.tag == follows[str(command)][0]
        seen.add(command)
    assert len(seen) > 6


def test_untrue_fields_are_found() -> None:
    text = "### `Seen`\n\n| field | form | meaning |\n|---|---|---|\n"
    rows = "| `seat` | text | x |\n| `points` | integer | x |\n| `more` | seat | x |\n"

    class Seen(msgspec.Struct):
        seat: Seat
        points: int

    assert wrong_fields(text + rows, "Seen", Seen) == [
        "more does not exist",
        "seat is seat, not text",
        "points has no unit",
    ]
    with pytest.raises(AssertionError, match="Unseen is missing"):
        wrong_fields(text, "Unseen", Seen)
    with pytest.raises(TypeError, match="nobody has said"):
        form(float)
