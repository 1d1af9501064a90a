"""What `paipu doctor` looks at is documented, in its order and with its limits."""

from datetime import timedelta
from pathlib import Path

import pytest

import api.cli
from projections.catalogue import PROJECTIONS
from replay.doctor import LAG, LATEST, TOLERANCE
from tests.docs.conftest import Played
from tests.docs.demo import without_its_keys
from tests.docs.markdown import page, spans, table, unlike

CHECKS = table(page("operation.md"), "check", "tells", "is a difference if", heading="paipu doctor")


def names_of(told: str) -> list[str]:
    """Return the names of the checks told, each view's as `view NAME`, each once."""
    views = {f"view {name}": "view NAME" for name in PROJECTIONS}
    named = [line[12:].partition(": ")[0] for line in told.splitlines()]
    return list(dict.fromkeys(views.get(name, name) for name in named))


def test_the_checks_are_documented_in_order(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert api.cli.main(["doctor", "--log", played.address]) == 0
    with_views = names_of(capsys.readouterr().out)
    # A copy alone has neither keys nor views beside it.
    assert api.cli.main(["doctor", "--log", without_its_keys(played.log, tmp_path / "x.db")]) == 1
    without = names_of(capsys.readouterr().out)
    documented = [name for cell in CHECKS.column("check") for name in spans(cell)]
    assert unlike(documented, dict.fromkeys((*with_views, *without)), ordered=True) == []


def test_the_limits_are_documented() -> None:
    rows = {spans(row[0])[0]: row for row in CHECKS.rows}
    assert "more than 5 seconds" in rows["database clock"][2]
    assert f"newest {LATEST} positions" in rows["clock"][1]
    assert timedelta(seconds=5) == TOLERANCE
    assert rows["clock"][2].count("more than 5 seconds") == 2
    assert f"more than {LAG} positions" in rows["view NAME"][2]
