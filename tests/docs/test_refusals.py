"""Every refusal, failure of the log and setting of a table is documented, and no other."""

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

import domain
from domain.flow import refusals as flow_refusals
from domain.games import refusals as games_refusals
from domain.house.access import refusals as access_refusals
from domain.house.adjustment import refusals as adjustment_refusals
from domain.house.anchors import refusals as anchors_refusals
from domain.house.audit import refusals as audit_refusals
from domain.house.clock import refusals as clock_refusals
from domain.house.deck import refusals as deck_refusals
from domain.house.dispute import refusals as dispute_refusals
from domain.house.hold import refusals as hold_refusals
from domain.house.match import refusals as match_refusals
from domain.house.reference import refusals as reference_refusals
from domain.house.selfcheck import refusals as selfcheck_refusals
from domain.house.session import refusals as session_refusals
from domain.house.switches import refusals as switches_refusals
from domain.house.table import refusals as table_refusals
from domain.house.tokens import refusals as tokens_refusals
from domain.house.wallet import refusals as wallet_refusals
from domain.kernel.refusal import Refusal
from domain.log.errors import LogError
from domain.shengji import refusals as shengji_refusals
from domain.sizhidao import refusals
from domain.sizhidao.ruleset import Ruleset, SettingError, ruleset
from projections.store.errors import ViewsError
from replay.errors import CannotAnswerError
from tests.arch.source import PACKAGES
from tests.docs.markdown import Table, page, spans, table, tables, unlike

HEADER = ("step", "code", "rule", "means", "parameters")
REFUSALS = table(page("refusals.md"), *HEADER, heading="Refusals")
OF_SHENGJI = table(page("refusals.md"), *HEADER, heading="比牌升級")
SETTINGS = table(page("rules/sizhidao.md"), "setting", "default", "range", "meaning")
HINTS = get_type_hints(Ruleset, include_extras=True)
HOUSE = (
    flow_refusals.__name__,
    wallet_refusals.__name__,
    table_refusals.__name__,
    match_refusals.__name__,
    games_refusals.__name__,
    reference_refusals.__name__,
    clock_refusals.__name__,
    switches_refusals.__name__,
    selfcheck_refusals.__name__,
    tokens_refusals.__name__,
    session_refusals.__name__,
    deck_refusals.__name__,
    anchors_refusals.__name__,
    audit_refusals.__name__,
    access_refusals.__name__,
    dispute_refusals.__name__,
    hold_refusals.__name__,
    adjustment_refusals.__name__,
)
SHENGJI = shengji_refusals.__name__
REFUSING = (refusals.__name__, *HOUSE)
NUMBERS = {"2⁶³−1": 2**63 - 1}


def kinds_of(base: type[Any]) -> list[type[Any]]:
    """Every subclass in the program, in the order of definition; those of tests are left out."""
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        import_module(module.name)
    for command in ("replay.cli", "api.cli", "api.service.serve"):  # they import all the rest
        import_module(command)
    return [kind for kind in _below(base) if kind.__module__.partition(".")[0] in PACKAGES]


def _below(base: type[Any]) -> Iterator[type[Any]]:
    for kind in base.__subclasses__():
        yield kind
        yield from _below(kind)


def refusals_in(module: str) -> list[type[Refusal]]:
    return [kind for kind in kinds_of(Refusal) if kind.__module__ == module]


@pytest.mark.parametrize(
    ("told", "modules"), [(REFUSALS, REFUSING), (OF_SHENGJI, (SHENGJI,))], ids=["house", "shengji"]
)
def test_every_refusal_is_documented_in_the_order_of_checks(
    told: Table, modules: tuple[str, ...]
) -> None:
    documented = [code for cell in told.column("code") for code in spans(cell)]
    real = [kind.code for module in modules for kind in refusals_in(module)]
    assert "" not in real
    assert unlike(documented, real, ordered=True) == []


def name_of(kind: type[Refusal]) -> str:
    return f"{kind.__module__}.{kind.code}"


@pytest.mark.parametrize("kind", kinds_of(Refusal), ids=name_of)
def test_a_refusal_has_its_rule_and_parameters(kind: type[Refusal]) -> None:
    told = OF_SHENGJI if kind.__module__ == SHENGJI else REFUSALS
    (row,) = [row for row in told.rows if spans(row[1]) == [kind.code]]
    found = dict(zip(told.header, row, strict=True))
    assert found["rule"] == kind.rule
    # A parameter is named before the colon; behind it stands what it may be.
    named = [
        name for part in found["parameters"].split(";") for name in spans(part.partition(":")[0])
    ]
    assert unlike(named, kind.__struct_fields__, ordered=True) == []


@pytest.mark.parametrize(
    ("name", "modules"),
    [
        ("rules/sizhidao.md", REFUSING[:1]),
        ("rules/shengji.md", (SHENGJI,)),
        ("rules/house.md", HOUSE),
    ],
)
def test_the_rules_name_the_same_refusals_with_the_same_clauses(
    name: str, modules: tuple[str, ...]
) -> None:
    text = page(name)
    rows = [
        (*spans(code), rule)
        for one in tables(text)
        if "refused because" in one.header
        for code, rule in zip(one.column("code"), one.column("rule"), strict=True)
    ]
    rules = {kind.code: kind.rule for module in modules for kind in refusals_in(module)}
    assert unlike([code for code, _ in rows], rules) == []
    clauses = {code: {*rule.split(", ")} for code, rule in rules.items()}
    assert [row for row in rows if not clauses[row[0]] <= {*row[1].split(", ")}] == []


@pytest.mark.parametrize(
    ("name", "header", "base"),
    [
        ("operation.md", ("code", "means", "do"), LogError),
        ("log.md", ("code", "meaning"), LogError),
        ("operation.md", ("code of views", "means", "do"), ViewsError),
        ("projections.md", ("code", "meaning"), ViewsError),
        ("replay.md", ("code", "means", "do"), CannotAnswerError),
    ],
)
def test_every_failure_is_documented(
    name: str, header: tuple[str, ...], base: type[LogError | ViewsError | CannotAnswerError]
) -> None:
    documented = table(page(name), *header).column(header[0])
    codes = [code for cell in documented for code in spans(cell)]
    kinds = [kind for kind in kinds_of(base) if "code" in vars(kind)]
    # Those of the service come about in whichever order its modules are imported.
    ours = [kind.code for kind in kinds if not kind.__module__.startswith(("api.", "replay."))]
    real = ours if name == "log.md" else [kind.code for kind in kinds]
    assert len(real) > 1
    assert base.code not in real
    assert unlike(codes, real) == []
    assert [code for code in codes if code in ours] == ours


def test_refusals_of_the_rules_are_all_in_their_modules() -> None:
    assert {kind.__module__ for kind in kinds_of(Refusal)} == {*REFUSING, SHENGJI}


def test_every_setting_is_documented() -> None:
    documented = [name for cell in SETTINGS.column("setting") for name in spans(cell)[:1]]
    assert unlike(documented, Ruleset.__struct_fields__, ordered=True) == []


def row_of(name: str) -> dict[str, str]:
    (row,) = [row for row in SETTINGS.rows if spans(row[0])[:1] == [name]]
    return dict(zip(SETTINGS.header, row, strict=True))


@pytest.mark.parametrize("name", Ruleset.__struct_fields__)
def test_a_setting_has_the_default_documented(name: str) -> None:
    said = row_of(name)["default"]
    if said.startswith("the "):
        (other,) = spans(said)
        full = ruleset({"ante": 70, "cap": 900})
        assert getattr(full, name) == getattr(full, other)
        assert getattr(ruleset(), name) == getattr(ruleset(), other)
    else:
        value = msgspec.json.decode(said.replace("`", ""))
        assert msgspec.to_builtins(ruleset())[name] == value


@pytest.mark.parametrize("name", Ruleset.__struct_fields__)
def test_a_setting_has_the_range_documented(name: str) -> None:
    said = row_of(name)["range"]
    ends = re.match(r"(\S+)–(\S+)", said.replace(",", " "))
    if ends is None:
        choices = [msgspec.json.decode(choice) for choice in spans(said)]
        enum = HINTS[name]
        assert sorted(choices) == sorted([False, True] if enum is bool else list(enum))
        return
    least, most = ends.groups()
    (limits,) = get_args(HINTS[name])[1:]
    assert limits.le == (NUMBERS[most] if most in NUMBERS else int(most))
    for other in spans(least):
        assert getattr(ruleset({name: 60, other: 60}), name) == 60
        with pytest.raises(SettingError):
            ruleset({name: 60, other: 61})
    if not spans(least):
        assert limits.ge == int(least)


def test_a_default_that_hangs_on_another_setting_is_told_so() -> None:
    assert row_of("entry")["default"] == "the `cap`"
    assert row_of("min_raise")["default"] == "the `ante`"
