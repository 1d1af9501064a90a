"""What was acknowledged is what is stored; and what nothing inside the log can show."""

import json
from collections.abc import Callable
from contextlib import closing
from itertools import zip_longest
from pathlib import Path

import pytest

from domain.log.chain import HEADER
from domain.log.store import open_log
from domain.log.streams import round_stream
from replay.checks import Verdict
from replay.cli import main
from replay.proof import prove
from tests.support.keys import KEYS
from tests.support.logs import SHORT, new_log, store, ticking, url
from tests.support.tamper import Row, Workbench, open_file, put, receipt_stream, rehashed, rows_of

Capture = pytest.CaptureFixture[str]
ROUND = "short"


def rounds_rows(path: Path) -> list[Row]:
    with closing(open_file(path)) as file:
        return rows_of(file, round_stream(ROUND))


def firsts(rows: list[Row]) -> list[Row]:
    return [row for row in rows if "command" in row.envelope]


def found(path: Path, capsys: Capture) -> int:
    """The first wrong place, after looking at exit code and words."""
    code = main(["round", ROUND, "--log", url(path), "--json"])
    told = capsys.readouterr()
    assert (code, told.err) == (1, "")
    version: int = json.loads(told.out)["first_wrong"]["version"]
    assert main(["round", ROUND, "--log", url(path)]) == 1
    assert capsys.readouterr().out.endswith(f"first wrong place is event {version}\n")
    return version


def test_a_removed_receipt_is_found(copied: Path, capsys: Capture) -> None:
    for row in firsts(rounds_rows(copied)):
        stream = receipt_stream(row)
        with closing(open_file(copied)) as file:
            kept = rows_of(file, stream)
            assert len(kept) == 1
            put(file, stream, [])
            assert found(copied, capsys) == row.version
            put(file, stream, kept)
    assert main(["round", ROUND, "--log", url(copied)]) == 0


def other_result(row: Row, **changes: object) -> Row:
    results = row.event["results"]
    assert isinstance(results, list)
    return row.with_event(results=[{**results[0], **changes}])


FORGED: dict[str, Callable[[Row], Row]] = {
    "another version": lambda row: other_result(row, last=99),
    "another first version": lambda row: other_result(row, first=99),
    "another hash": lambda row: other_result(row, hash="00" * 32),
    "another stream": lambda row: other_result(row, stream="round/tied"),
    "no result": lambda row: row.with_event(results=[]),
    "another input": lambda row: row.with_event(input="00" * 32),
    "another actor": lambda row: row.with_envelope(actor="player/nobody"),
    "another origin": lambda row: row.with_envelope(origin="operator"),
    "another time": lambda row: row.with_envelope(recorded_at="2026-01-01T00:00:00Z"),
    "another command id": lambda row: row.with_envelope(command_id="another"),
    "another kind of event": lambda row: row.with_body(
        {**row.body, "event": {"type": "sizhidao.Checked.1", "seat": "p1"}}
    )._replace(topic="sizhidao.Checked.1"),
    "no content": lambda row: row.with_content(b"{}"),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_receipt_forged_with_a_fitting_hash_is_found(
    number: int, forge: Callable[[Row], Row], copied: Path, capsys: Capture
) -> None:
    row = firsts(rounds_rows(copied))[number]
    stream = receipt_stream(row)
    with closing(open_file(copied)) as file:
        put(file, stream, rehashed(stream, list(map(forge, rows_of(file, stream)))))

    assert found(copied, capsys) == row.version


@pytest.mark.parametrize("index", [0, 40, HEADER + 30, -1])
@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_changed_byte_of_a_receipt_is_found(
    number: int, index: int, copied: Path, capsys: Capture
) -> None:
    row = firsts(rounds_rows(copied))[number]
    stream = receipt_stream(row)
    with closing(open_file(copied)) as file:
        (receipt,) = rows_of(file, stream)
        state = bytearray(receipt.state)
        state[index] ^= 1
        put(file, stream, [receipt._replace(state=bytes(state))])

    assert found(copied, capsys) == row.version


def test_a_damaged_receipt_hides_no_round_from_the_list(copied: Path, capsys: Capture) -> None:
    stream = receipt_stream(rounds_rows(copied)[0])
    with closing(open_file(copied)) as file:
        put(file, stream, [row._replace(state=b"") for row in rows_of(file, stream)])

    assert main(["rounds", "--log", url(copied)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()[1:]
    assert last.startswith("DIFFERENCE: 1 damaged acknowledgements, the first at position ")
    rows = {line.split()[0]: line.split() for line in lines}
    assert "DIFFERENCE" in rows.pop(ROUND)
    assert len(rows) == 4
    assert all("proven" in row for row in rows.values())


def test_the_receipts_of_other_rounds_are_not_this_ones_business(
    copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        for row in firsts(rows_of(file, round_stream("tied"))):
            put(file, receipt_stream(row), [])

    assert main(["round", ROUND, "--log", url(copied)]) == 0
    assert main(["round", "tied", "--log", url(copied)]) == 1
    capsys.readouterr()


# ---- what needs something that is kept elsewhere


def last_hash(path: Path) -> str:
    with open_log(url(path), now=ticking(), keys=KEYS, read_only=True) as log:
        proof = prove(log, ROUND)
        assert proof is not None
        assert proof.proven
        verdicts = {check.verdict for check in proof.checks}
        assert verdicts == {Verdict.OK, Verdict.NO_DECK}
        return proof.recorded[-1].hash.hex()


def test_a_round_and_its_receipts_rewritten_from_another_command_need_a_hash_kept_outside(
    copied: Path, tmp_path: Path
) -> None:
    """A log that was rewritten with care agrees with itself.

    Who rewrites a command, all that follows from it, every hash and every receipt leaves nothing to
    be found; since cards are sealed, that takes keys too. What shows it is a hash that was given
    out before: a receipt that a client kept, or a checkpoint that somebody outside has signed.
    """
    kept = last_hash(copied)
    other = tmp_path / "other.db"
    with new_log(other) as log:
        store(log, ROUND, [word.replace("bet 100", "bet 200") for word in SHORT])
    with closing(open_file(other)) as source, closing(open_file(copied)) as target:
        forged = rows_of(source, round_stream(ROUND))
        for old in firsts(rows_of(target, round_stream(ROUND))):
            put(target, receipt_stream(old), [])
        target.execute("DELETE FROM events WHERE originator_id = ?", (round_stream(ROUND),))
        keys = source.execute("SELECT * FROM data_keys WHERE stream = ?", (round_stream(ROUND),))
        target.executemany("REPLACE INTO data_keys VALUES (?, ?, ?, ?, ?)", keys)
        for row, after in zip_longest(forged, forged[1:]):
            put(target, round_stream(ROUND), [*rows_of(target, round_stream(ROUND)), free(row)])
            if after is None or "command" in after.envelope:
                receipts = rows_of(source, receipt_stream(row))
                put(target, receipt_stream(row), map(free, receipts))

    assert last_hash(copied) != kept


def free(row: Row) -> Row:
    return row._replace(position=None)


def test_a_tail_cut_off_with_its_receipts_needs_a_hash_kept_outside(copied: Path) -> None:
    """Without the receipts of what was cut off, a shorter round is a round that still runs.

    A receipt for any of the missing events, kept by a client, shows it.
    """
    kept = last_hash(copied)
    with closing(open_file(copied)) as file:
        rows = rows_of(file, round_stream(ROUND))
        cut = firsts(rows)[-2].version - 1
        for row in firsts(rows[cut:]):
            put(file, receipt_stream(row), [])
        put(file, round_stream(ROUND), rows[:cut])

    assert last_hash(copied) == rows[cut - 1].state[32:64].hex()
    assert last_hash(copied) != kept


def test_a_round_taken_out_with_all_its_receipts_needs_somebody_who_remembers_it(
    copied: Path, capsys: Capture
) -> None:
    """Of a round of which nothing is left, the log can say only that it has none of that name."""
    with closing(open_file(copied)) as file:
        for row in firsts(rows_of(file, round_stream(ROUND))):
            put(file, receipt_stream(row), [])
        put(file, round_stream(ROUND), [])

    assert main(["round", ROUND, "--log", url(copied)]) == 2
    assert "there is no round short" in capsys.readouterr().err
    assert main(["rounds", "--log", url(copied)]) == 0
    assert ROUND not in capsys.readouterr().out


def test_a_round_taken_out_whole_is_missed_by_its_receipts(copied: Path, capsys: Capture) -> None:
    with Workbench(copied, ROUND) as bench, closing(open_file(copied)) as file:
        put(file, bench.stream, [])
        assert all(rows_of(file, receipt_stream(row)) for row in firsts(bench.rows))

    assert main(["round", ROUND, "--log", url(copied)]) == 1
    assert capsys.readouterr().out.startswith("NOT PROVEN: round short was acknowledged")
