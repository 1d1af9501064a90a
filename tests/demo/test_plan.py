"""The tables of the demonstration: what operation.md says of them, and room for a person."""

from collections.abc import Mapping

from api.demo.plan import PLANS
from domain.sizhidao.ruleset import differing, ruleset
from tests.docs.markdown import page, tables

CLOCKS = {"act_seconds", "split_seconds", "buy_in_seconds"}


def told(settings: Mapping[str, object]) -> str:
    """Settings as the page tells them: a flag by its name alone, clocks not at all."""
    return ", ".join(
        f"`{name}`" if value is True else f"`{name}` {value}"
        for name, value in settings.items()
        if name not in CLOCKS
    )


def test_the_tables_are_documented() -> None:
    (documented,) = [
        one for one in tables(page("operation.md")) if one.header[:2] == ("table", "bots")
    ]
    assert list(documented.rows) == [
        (f"`{plan.table}`", str(len(plan.bots)), told(plan.settings)) for plan in PLANS
    ]


def test_every_table_is_set_up_differently_with_short_clocks_and_free_seats() -> None:
    rules = [ruleset(plan.settings) for plan in PLANS]
    assert len({str(differing(one)) for one in rules}) == len(PLANS)
    for plan, one in zip(PLANS, rules, strict=True):
        assert one.min_players <= len(plan.bots) < one.max_players
        assert max(one.act_seconds, one.split_seconds, one.buy_in_seconds) <= 10
    names = [bot for plan in PLANS for bot in plan.bots]
    assert len({*names}) == len(names)
