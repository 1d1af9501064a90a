"""What `replay verify` finds in tiles, checkpoints and the log's own streams, with nothing held."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from domain.log.chain import HEADER
from domain.log.checkpoints.events import STREAM, TreeSigned
from domain.log.codec import CODEC
from domain.log.streams import round_stream
from replay import verify
from replay.cli import main
from tests.support import forging
from tests.support.forging import OTHER, FileTable, Rows
from tests.support.logs import url
from tests.support.tables import migrate
from tests.support.tamper import open_file, tampered
from tests.support.verify import lines

Json = dict[str, Any]
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "log.db"
    migrate(url(path))
    assert len(forging.fill(url(path))) == len("123")
    return path


@pytest.fixture
def signed(filled: Path, tmp_path: Path) -> Path:
    return Path(copy(filled, tmp_path / "log.db"))


def told(path: Path, capsys: Capture, *more: str, code: int = 1) -> Json:
    assert main(["verify", "--json", "--log", url(path), "--workers", "1", *more]) == code
    found: Json = json.loads(capsys.readouterr().out)
    return found


def test_it_is_told_in_words(signed: Path, capsys: Capture) -> None:
    assert main(["verify", "--log", url(signed), "--workers", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    size = len(FileTable(signed).rows())
    assert f"tree and checkpoints: ok, size {size}, 3 checkpoints" in said
    assert said[-1] == "proven"


def test_processes_come_to_the_same(
    signed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(verify, "SHORTEST", 50)
    monkeypatch.setattr(verify, "LONGEST", 70)
    table = FileTable(signed)
    table.put(row for row in table.rows() if row.stream != round_stream("tied"))
    for workers in ("1", "2"):
        report = tmp_path / workers
        asked = ["verify", "--log", url(signed), "--workers", workers, "--report", str(report)]
        assert main(asked) == 1
    one, two = (lines(tmp_path / name)[1:-1] for name in ("1", "2"))
    assert one == two
    assert one[-1]["line"] == "tree"
    assert one[-1]["first_wrong"] is not None
    capsys.readouterr()


def test_only_chosen_rounds_do_without_the_tree(signed: Path, capsys: Capture) -> None:
    assert told(signed, capsys, "--table", "south", code=0)["tree"] is None


def test_chosen_rounds_and_the_whole_log_against_what_is_held(
    signed: Path, tmp_path: Path, capsys: Capture
) -> None:
    note = tmp_path / "note"
    note.write_text(note_of(signed), encoding="utf-8")
    found = told(signed, capsys, "--table", "south", "--against", str(note), code=0)
    assert (found["rounds"], found["tree"]["held_checkpoints"]) == (2, 1)
    assert found["tree"]["size"] == len(FileTable(signed).rows())


def test_what_an_earlier_report_proves_is_still_in_the_tree(
    signed: Path, tmp_path: Path, capsys: Capture
) -> None:
    report = str(tmp_path / "report")
    told(signed, capsys, "--report", report, code=0)
    state = bytearray(FileTable(signed).rows()[4].state)
    state[-3] ^= 1
    with closing(open_file(signed)) as file:
        file.execute("UPDATE events SET state = ? WHERE position = 5", (bytes(state),))
    found = told(signed, capsys, "--resume", report)
    assert found["differing"] == []
    assert found["tree"]["first_wrong"]["position"] == 5


def changed_tile(file: sqlite3.Connection) -> None:
    file.execute("UPDATE tree_tiles SET hashes = zeroblob(8192) WHERE number = 1")


def missing_tile(file: sqlite3.Connection) -> None:
    file.execute("DELETE FROM tree_tiles WHERE number = 0")


def other_root(file: sqlite3.Connection) -> None:
    file.execute("UPDATE tree_tiles SET root = zeroblob(32) WHERE number = 0")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (changed_tile, "tile 1 of level 0 does not make its own root"),
        (missing_tile, "tile 0 of level 0 is missing"),
        (other_root, "tile 0 of level 0 is not made of the events below it"),
    ],
)
def test_tiles_that_were_changed_are_told(
    signed: Path,
    capsys: Capture,
    change: Callable[[sqlite3.Connection], None],
    reason: str,
) -> None:
    with closing(open_file(signed)) as file:
        change(file)
    (differing,) = told(signed, capsys)["tree"]["differing"]
    assert differing["reason"] == reason


def last_signed(rows: Rows) -> int:
    return max(place for place, row in enumerate(rows) if row.stream == STREAM)


def with_checkpoint(path: Path, **fields: object) -> None:
    """Let the last checkpoint say something else, its chain and acknowledgement made anew."""
    table = FileTable(path)
    rows = table.rows()
    place = last_signed(rows)
    row = rows[place]
    body = CODEC.decode(row.stream, row.version, row.topic, row.state[HEADER:])
    assert isinstance(body.event, TreeSigned)
    event = TreeSigned(
        **{  # type: ignore[arg-type]  # the tests name them
            "size": body.event.size,
            "root": body.event.root,
            "position": body.event.position,
            "note": body.event.note,
            **fields,
        }
    )
    _, content = CODEC.encode(row.stream, row.version, body.envelope, event)
    rows[place] = row._replace(state=row.state[:HEADER] + content)
    table.put(forging.acknowledged(forging.rechained(rows, [STREAM]), [STREAM]), tiles=False)
    forging.regrow(table)


def note_of(path: Path) -> str:
    rows = FileTable(path).rows()
    row = rows[last_signed(rows)]
    event = CODEC.decode(row.stream, row.version, row.topic, row.state[HEADER:]).event
    assert isinstance(event, TreeSigned)
    return event.note


def test_a_checkpoint_that_was_signed_by_somebody_else_is_told(
    signed: Path, capsys: Capture
) -> None:
    text = note_of(signed).rpartition("\n\n")[0] + "\n"
    with_checkpoint(signed, note=OTHER.signed(text))
    (differing,) = told(signed, capsys)["tree"]["differing"]
    assert differing["reason"] == "no key that is trusted here has signed this note"
    assert differing["where"]["stream"] == STREAM


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"size": 3}, "its note says something else"),
        ({"root": "00" * 32}, "its note says something else"),
        ({"root": "no hash"}, "its note says something else"),
        ({"position": 1}, "its last event stands at another position"),
    ],
)
def test_a_checkpoint_that_says_something_else_is_told(
    signed: Path, capsys: Capture, fields: dict[str, object], reason: str
) -> None:
    with_checkpoint(signed, **fields)
    (differing,) = told(signed, capsys)["tree"]["differing"]
    assert differing["reason"] == reason


def test_a_checkpoint_that_goes_backwards_is_told(signed: Path, capsys: Capture) -> None:
    table = FileTable(signed)
    first = next(row for row in table.rows() if row.topic == "log.TreeSigned.1")
    event = CODEC.decode(first.stream, first.version, first.topic, first.state[HEADER:]).event
    assert isinstance(event, TreeSigned)
    with_checkpoint(
        signed, size=event.size, root=event.root, position=event.position, note=event.note
    )
    reasons = [one["reason"] for one in told(signed, capsys)["tree"]["differing"]]
    assert reasons == ["it covers fewer events than the one before it"]


def test_chains_of_the_logs_own_streams_are_proven(signed: Path, capsys: Capture) -> None:
    tampered(signed, STREAM, lambda rows: [*rows[:1], *rows[2:]])
    assert f"{STREAM}: event 2: gap" in told(signed, capsys)["log"]


def test_streams_of_no_known_kind_are_proven_too(signed: Path, capsys: Capture) -> None:
    with closing(open_file(signed)) as file:
        file.execute(
            "INSERT INTO events (originator_id, originator_version, topic, state)"
            " VALUES ('zzz/z', 1, 'log.TreeSigned.1', zeroblob(80))"
        )
    found = told(signed, capsys)
    assert found["log"] == ["zzz/z: event 1: changed"]
    assert found["tree"]["first_wrong"]["stream"] == "zzz/z"
