"""Every golden record of both games comes to exactly the summary that stands beside it."""

import json
from pathlib import Path

import pytest

from domain.paipu.document import Document
from domain.paipu.read import read_document
from domain.paipu.run import Outcome, run
from domain.paipu.write import document_of_actions, write_document
from tests.support.commands import replay
from tests.support.compare import differing

HERE = Path(__file__).parent
FOLDERS = ("sizhidao", "edge-sizhidao", "shengji", "edge-shengji")
RECORDS = [path for folder in FOLDERS for path in sorted((HERE / folder).glob("*.paipu.toml"))]
CODES = {"settled": 0, "waiting": 0, "voided": 0, "illegal": 1}

every_record = pytest.mark.parametrize(
    "path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.name}"
)


def document(path: Path) -> Document:
    return read_document(path.read_text(encoding="utf-8"))


def expected(path: Path) -> dict[str, object]:
    beside = path.with_name(path.name.replace(".paipu.toml", ".json"))
    summary: dict[str, object] = json.loads(beside.read_text(encoding="utf-8"))
    return summary


def facts(outcome: Outcome) -> list[object]:
    return [fact for step in outcome.steps for fact in step.facts]


def test_no_record_is_without_its_summary_and_none_is_forgotten() -> None:
    assert len(RECORDS) > 300
    for folder in FOLDERS:
        names = [path.name for path in (HERE / folder).iterdir()]
        records = {name.removesuffix(".paipu.toml") for name in names if name.endswith(".toml")}
        summaries = {name.removesuffix(".json") for name in names if name.endswith(".json")}
        assert records == summaries


@every_record
def test_a_record_comes_to_its_summary(path: Path) -> None:
    outcome = run(document(path))

    assert differing(expected(path), json.loads(json.dumps(outcome.summary))) is None


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_folder_in_one_call_gives_a_line_for_each_file_in_order(folder: str) -> None:
    paths = [path for path in RECORDS if path.parent.name == folder]
    ran = replay("run", "--json", *paths)

    lines = ran.stdout.splitlines()
    assert ran.stderr == ""
    assert len(lines) == len(paths)
    for path, line in zip(paths, lines, strict=True):
        assert differing(expected(path), json.loads(line)) is None, path.name
    assert ran.returncode == max(CODES[str(expected(path)["status"])] for path in paths)


@every_record
def test_what_is_written_reads_as_the_same_document(path: Path) -> None:
    read = document(path)

    assert read_document(write_document(read)) == read


@every_record
def test_the_record_of_a_run_runs_to_the_same_facts_and_summary(path: Path) -> None:
    outcome = run(document(path))
    written = write_document(document_of_actions(step.action for step in outcome.steps))
    again = run(read_document(written))

    assert facts(again) == facts(outcome)
    if outcome.refused is None:  # a refused action is no step, so it is not in the record
        assert differing(outcome.summary, again.summary) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, "1"),
        (1, True),
        (1, 1.0),
        (0, None),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ({"a": [1]}, {"a": [1, 1]}),
        ([1, 2], [2, 1]),
        ({"a": {"b": 1}}, {"a": {"b": False}}),
    ],
)
def test_the_comparison_is_exact(one: object, other: object) -> None:
    assert differing(one, one) is None
    assert differing(one, other) is not None
    assert differing(other, one) is not None
