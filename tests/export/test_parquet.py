"""`paipu export`: events and journal as Parquet say what log and views say, and no hidden card."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import sqlalchemy as sa

from api.cli import main
from domain.kernel.decider import name_of
from domain.log.streams import ROUNDS
from projections.chips.table import JOURNAL
from projections.store.address import views_beside
from projections.store.engine import open_views
from replay.settings import KEYS_SETTING
from tests.projections.rows import catch_up
from tests.support.bulk import reading
from tests.support.keys import key_file
from tests.support.leaks import CARD, PUBLIC, Secrets
from tests.support.logs import OPEN, SHORT, TIED, VOIDED, new_log, sample, store, url
from tests.support.tables import migrate_views

Capture = pytest.CaptureFixture[str]
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small log with its views."""
    path = tmp_path_factory.mktemp("export") / "log.db"
    with new_log(path) as opened:
        sample(opened).play(3)
        for name, round_ in (("short", SHORT), ("tied", TIED), ("open", OPEN), ("void", VOIDED)):
            store(opened, name, round_)
    address = views_beside(url(path))
    migrate_views(address)
    with open_views(address) as views, reading(path) as opened:
        catch_up(opened, views)
    return path


def exported(log: Path, what: str, output: Path, *words: str) -> Rows:
    assert main(["export", what, "-o", str(output), "--log", url(log), *words]) == 0
    rows: Rows = pq.read_table(output).to_pylist()
    return rows


def test_every_event_is_a_row_with_what_the_log_says_of_it(log: Path, tmp_path: Path) -> None:
    rows = exported(log, "events", tmp_path / "e.parquet")

    with reading(log) as opened:
        stored = opened.after(0, 100_000)
    assert len(rows) == len(stored) > 100
    for row, recorded in zip(rows, stored, strict=True):
        envelope = recorded.envelope
        assert (row["position"], row["stream"], row["version"]) == (
            recorded.position,
            recorded.stream,
            recorded.version,
        )
        assert (row["type"], row["hash"]) == (name_of(type(recorded.event)), recorded.hash)
        assert (row["recorded_at"], row["actor"]) == (envelope.recorded_at, envelope.actor)
        assert (row["origin"], row["command_id"]) == (envelope.origin, envelope.command_id)
        assert (row["command"] is None) == (envelope.command is None)
        assert isinstance(json.loads(row["event"]), dict)


def test_cards_that_were_not_shown_are_in_no_row(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEYS_SETTING, str(key_file(tmp_path / "keys")))  # they are at hand
    rows = exported(log, "events", tmp_path / "e.parquet")

    sealed = {row["type"] for row in rows if row["sealed"]}
    assert {"sizhidao.CardsDealt.1", "sizhidao.HandSplit.1"} <= sealed
    with reading(log) as opened:
        shown = {
            stream: Secrets([one.event for one in opened.read(stream)]).ever(PUBLIC)
            for stream in opened.streams(ROUNDS)
        }
    told = [(row, set(CARD.findall(f"{row['event']} {row['command']}"))) for row in rows]
    assert [row for row, cards in told if cards - shown.get(row["stream"], frozenset())] == []
    assert {row["type"] for row, cards in told if cards} == {"sizhidao.HandsShown.1"}


def test_the_journal_is_the_views_line_by_line_and_adds_up(log: Path, tmp_path: Path) -> None:
    rows = exported(log, "journal", tmp_path / "j.parquet")

    with open_views(views_beside(url(log))) as views, views.reading() as connection:
        lines = connection.execute(sa.select(JOURNAL).order_by("position", "line")).mappings().all()
    assert len(rows) == len(lines) > 50
    for row, line in zip(rows, lines, strict=True):
        assert row["entered_at"].isoformat() == line["entered_at"].replace("Z", "+00:00")
        assert {name: row[name] for name in row if name != "entered_at"} == {
            name: line[name] for name in row if name != "entered_at"
        }
    assert sum(row["points"] for row in rows) == 0


@pytest.mark.parametrize("what", ["events", "journal"])
def test_a_time_cuts_in_two_without_overlap_or_gap(log: Path, tmp_path: Path, what: str) -> None:
    whole = exported(log, what, tmp_path / "whole")
    time = "recorded_at" if what == "events" else "entered_at"
    middle = whole[len(whole) // 2][time].isoformat()

    before = exported(log, what, tmp_path / "before", "--until", middle)
    after = exported(log, what, tmp_path / "after", "--since", middle)

    assert before
    assert after
    assert before + after == whole


@pytest.mark.parametrize("what", ["events", "journal"])
def test_a_file_says_what_it_is(log: Path, tmp_path: Path, what: str) -> None:
    rows = exported(log, what, tmp_path / "some", "--since", "2026-03-04")
    assert rows
    said = pq.read_table(tmp_path / "some").schema.metadata
    assert said[b"paipu.title"] == what.encode()
    assert said[b"paipu.since"] == b"2026-03-04T00:00:00+00:00"
    assert int(said[b"paipu.position"]) > 100
    assert {b"paipu.version", b"paipu.integrity", b"paipu.log", b"paipu.made_at"} <= set(said)
    assert pq.read_metadata(tmp_path / "some").metadata[b"paipu.rows"] == b"%d" % len(rows)

    assert exported(log, what, tmp_path / "none", "--until", "2001-01-01") == []
    assert pq.read_metadata(tmp_path / "none").metadata[b"paipu.rows"] == b"no activity"


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "taken"
    path.write_text("mine", encoding="utf-8")
    yield path
    assert path.read_text(encoding="utf-8") == "mine"


def test_nothing_is_written_over(log: Path, taken: Path, capsys: Capture) -> None:
    before = log.read_bytes()
    for output in (taken, log):
        assert main(["export", "events", "-o", str(output), "--log", url(log)]) == 2
        assert "(cannot_write)" in capsys.readouterr().err
    assert log.read_bytes() == before
    assert [path.name for path in taken.parent.iterdir()] == [taken.name]
