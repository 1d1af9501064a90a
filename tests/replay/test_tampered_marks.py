"""The marks of a decision (who, when, in answer to what) changed with fitting hashes."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from domain.cards.card import PACK
from tests.support.tamper import Row, Workbench, changed, first_of_decision

every_round = pytest.mark.parametrize("round_id", ["sample-1", "short", "tied", "voided", "open"])


@every_round
def test_a_mark_of_a_later_fact_that_is_not_its_decisions_is_found(bench: Workbench) -> None:
    forgeries: tuple[Callable[[Row], Row], ...] = (
        lambda row: row.with_envelope(actor="player/nobody"),
        lambda row: row.with_envelope(origin=another_origin(row)),
        lambda row: row.with_envelope(recorded_at=later(row)),
        lambda row: row.with_envelope(command_id="another"),
        lambda row: row.with_envelope(command={"type": "sizhidao.VoidRound.1"}),
    )
    for row in bench.rows:
        if "command" not in row.envelope:
            for forge in forgeries:
                assert bench.wrong(bench.replaced(forge(row))) == row.version


@every_round
def test_a_mark_of_a_first_fact_is_found_there_by_the_receipt(
    bench: Workbench,
) -> None:
    for row in bench.rows:
        if "command" in row.envelope:
            for mark in (
                {"actor": "player/nobody"},
                {"origin": another_origin(row)},
                {"recorded_at": later(row)},
                {"command_id": "another"},
            ):
                found = bench.wrong(bench.replaced(row.with_envelope(**mark)))
                assert found == row.version, mark


@every_round
def test_every_value_of_every_command_counts(bench: Workbench) -> None:
    bench.public = frozenset(PACK)
    for row in bench.rows:
        for command in changed(row.envelope.get("command", {})):
            found = bench.wrong(bench.replaced(row.with_envelope(command=command)))
            assert found == row.version, command


@every_round
def test_a_mark_of_a_whole_decision_changed_alike_is_found_by_its_receipt(
    bench: Workbench,
) -> None:
    for first in (row.version for row in bench.rows if "command" in row.envelope):
        for mark in ("recorded_at", "origin", "actor"):
            rows = [
                row.with_envelope(**{mark: other_mark(mark, row)})
                if first_of_decision(bench.rows, row.version) == first
                else row
                for row in bench.rows
            ]
            assert bench.wrong(bench.rewritten(rows)) == first


@every_round
def test_a_decision_without_its_command_is_found(bench: Workbench) -> None:
    for row in bench.rows:
        if "command" in row.envelope:
            bare = {key: mark for key, mark in row.envelope.items() if key != "command"}
            forged = bench.replaced(row.with_body({**row.body, "envelope": bare}))
            assert bench.wrong(forged) == row.version


def other_mark(mark: str, row: Row) -> str:
    if mark == "recorded_at":
        return later(row)
    return another_origin(row) if mark == "origin" else "player/nobody"


def another_origin(row: Row) -> str:
    return "operator" if row.envelope["origin"] != "operator" else "player"


def later(row: Row) -> str:
    moment = datetime.fromisoformat(str(row.envelope["recorded_at"])) + timedelta(microseconds=1)
    return moment.isoformat().replace("+00:00", "Z")
