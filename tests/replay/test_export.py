"""`replay export`: a stored round as a record that runs to the same facts and summary."""

import json
from pathlib import Path

import pytest

from domain.kernel.seats import Seat
from domain.log.store import Log
from domain.log.streams import round_stream
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.sizhidao.commands import Command, OpenRound
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import RoundOpened
from domain.sizhidao.evolve import evolve
from replay.cli import main
from tests.support.compare import differing
from tests.support.logs import stored_rounds, url
from tests.support.reveals import REVEAL

Capture = pytest.CaptureFixture[str]


def exported(path: Path, round_id: str, capsys: Capture, *options: str) -> str:
    assert main(["export", round_id, "--log", url(path), *REVEAL, *options]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def summary_of(path: Path, round_id: str, capsys: Capture) -> dict[str, object]:
    assert main(["round", round_id, "--log", url(path), "--json"]) == 0
    summary: dict[str, object] = json.loads(capsys.readouterr().out)["summary"]
    return summary


def test_an_exported_round_runs_to_the_same_facts_and_summary(
    played: Path, reader: Log, capsys: Capture
) -> None:
    for round_id in stored_rounds(reader):
        recorded = reader.read(round_stream(round_id))
        outcome = run(read_document(exported(played, round_id, capsys, "--running")))

        facts = [fact for step in outcome.steps for fact in step.facts]
        assert facts == [one.event for one in recorded]
        asked = [
            (one.envelope.command, one.envelope.origin)
            for one in recorded
            if isinstance(one.envelope.command, Command)
        ]
        assert [tuple(step.action) for step in outcome.steps] == asked
        told = summary_of(played, round_id, capsys)
        assert differing({"paipu": 1, "game": "sizhidao", **told}, outcome.summary) is None


def test_a_record_written_to_a_file_is_what_is_printed(
    played: Path, example: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "example.paipu.toml"
    told = exported(played, example, capsys)

    assert exported(played, example, capsys, "-o", str(path)) == ""
    assert path.read_text(encoding="utf-8") == told
    assert main(["run", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["status"] == "settled"


def test_a_record_names_its_round_and_table(
    played: Path, reader: Log, example: str, capsys: Capture
) -> None:
    opened = reader.read(round_stream(example))[0].event
    assert isinstance(opened, RoundOpened)
    opening = read_document(exported(played, example, capsys)).opening

    assert isinstance(opening, OpenRound)
    assert (opening.round, opening.table) == (example, opened.table)
    assert (opening.players, opening.settings) == (opened.players, opened.settings)


@pytest.mark.parametrize("output", [False, True])
def test_a_running_round_is_refused_unless_asked_for(
    output: bool, played: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "open.paipu.toml"
    options = ["-o", str(path)] if output else []

    assert main(["export", "open", "--log", url(played), *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("replay: round open is still running")
    assert told.err.count("\n") == 1
    assert not path.exists()
    assert main(["export", "open", "--log", url(played), "--running", *REVEAL, *options]) == 0
    assert path.exists() == output


def test_running_means_not_over(played: Path, reader: Log, capsys: Capture) -> None:
    codes = {}
    for round_id in stored_rounds(reader):
        state = SIZHIDAO.initial
        for one in reader.read(round_stream(round_id)):
            state = evolve(state, one.event)  # type: ignore[arg-type]
        codes[round_id] = (
            main(["export", round_id, "--log", url(played), *REVEAL]),
            0 if SIZHIDAO.is_terminal(state) else 2,
        )
    assert capsys.readouterr().err.count("\n") == sum(code for code, _ in codes.values()) / 2
    assert all(code == due for code, due in codes.values())
    assert {code for code, _ in codes.values()} == {0, 2}


@pytest.mark.parametrize("where", ["nowhere/record", ".", "log.db/record"])
def test_an_unwritable_output_is_said_in_one_line(
    where: str, copied: Path, capsys: Capture
) -> None:
    output = copied.parent / where

    assert main(["export", "short", "--log", url(copied), "-o", str(output), *REVEAL]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"replay: {output} cannot be written: ")
    assert told.err.count("\n") == 1


def test_an_export_needs_a_round_that_is_there(played: Path, capsys: Capture) -> None:
    assert main(["export", "nosuch", "--log", url(played)]) == 2
    told = capsys.readouterr()

    assert told.out == ""
    assert told.err.startswith("replay: there is no round nosuch; `replay rounds` lists them")


def test_seats_are_named_as_in_the_log(played: Path, reader: Log, capsys: Capture) -> None:
    for round_id in stored_rounds(reader):
        opened = reader.read(round_stream(round_id))[0].event
        assert isinstance(opened, RoundOpened)
        record = exported(played, round_id, capsys, "--running")
        opening = read_document(record).opening
        assert isinstance(opening, OpenRound)
        assert opening.head == Seat(opened.head)
        assert record.count("[[seats]]") == len(opened.players)
