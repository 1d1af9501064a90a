"""Forgeries that would make a careless reader fail, and damaged rounds among sound ones."""

from contextlib import closing
from pathlib import Path
from typing import cast

import pytest

from replay.cli import main
from tests.support.logs import url
from tests.support.tamper import Json, Workbench, open_file, put

Capture = pytest.CaptureFixture[str]
ODD: list[object] = [-1, 0, 2**70, "", "p9", "??", [], [[]], {}, None, True, "\ud800"]


def test_commands_that_no_service_would_let_through_are_no_crash(copied: Path) -> None:
    with Workbench(copied, "short") as bench:
        for row in bench.rows:
            command = row.envelope.get("command")
            for key in command if isinstance(command, dict) else ():
                for value in ODD:
                    forged = row.with_envelope(command={**cast("Json", command), key: value})
                    assert bench.wrong(bench.replaced(forged)) in {row.version, None}
                    proof = bench.proof(bench.replaced(forged))
                    assert proof.proven == (forged.body == row.body)


def test_a_stored_name_that_is_no_text_is_found(copied: Path, capsys: Capture) -> None:
    with closing(open_file(copied)) as file:
        file.execute(
            "UPDATE events SET topic = CAST(x'ff' AS TEXT)"
            " WHERE originator_id = 'round/short' AND originator_version = 4"
        )

    assert main(["round", "short", "--log", url(copied)]) == 1
    assert "first wrong place is event 4\n" in capsys.readouterr().out


def test_streams_whose_names_are_no_text_do_not_hide_the_others(
    copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        file.execute(
            "UPDATE events SET originator_id = CAST(x'726f756e642fff' AS TEXT)"
            " WHERE originator_id = 'round/tied'"
        )

    code = main(["rounds", "--log", url(copied)])
    told = capsys.readouterr()
    assert "short" in told.out or (code == 2 and told.err.count("\n") == 1)


def test_a_damaged_round_is_marked_in_the_list_and_hides_no_other(
    copied: Path, capsys: Capture
) -> None:
    with Workbench(copied, "short") as bench:
        bench.wrong([bench.rows[0], *bench.rows[2:]])

    assert main(["rounds", "--log", url(copied)]) == 1
    rows = {line.split()[0]: line.split() for line in capsys.readouterr().out.splitlines()[1:]}
    assert set(rows) == {"sample-1", "short", "tied", "open", "voided"}
    assert "DIFFERENCE" in rows.pop("short")
    assert all("proven" in row for row in rows.values())


@pytest.mark.parametrize("damage", ["removed", "renamed", "changed"])
def test_a_round_whose_first_event_is_damaged_is_still_listed(
    damage: str, copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file, Workbench(copied, "short") as bench:
        first, *others = bench.rows
        renamed = first._replace(topic="sizhidao.Checked.1")
        changed_row = first._replace(state=first.state[:-1])
        rows = {"removed": others, "renamed": [renamed, *others], "changed": [changed_row, *others]}
        put(file, bench.stream, rows[damage])

    assert main(["rounds", "--log", url(copied)]) == 1
    listed = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()[1:]}
    assert "DIFFERENCE" in listed.get("short", "")


@pytest.mark.parametrize("seat", ["p1", "p3"])
def test_a_damaged_first_event_is_a_difference_also_for_a_seat(
    seat: str, copied: Path, capsys: Capture
) -> None:
    with Workbench(copied, "short") as bench:
        bench.wrong([bench.rows[0]._replace(state=b""), *bench.rows[1:]])

    assert main(["round", "short", "--log", url(copied), "--seat", seat]) == 1
    assert "first wrong place is event 1\n" in capsys.readouterr().out
