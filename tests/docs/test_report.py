"""The report of `replay verify` and its JSON have the keys documented, and no others."""

import json
from pathlib import Path

import pytest

import replay.cli
from replay.tree.lines import TreeLine
from replay.verify_report import Header, Line, Summary
from tests.docs.conftest import Played
from tests.docs.markdown import page, spans, table, tables, unlike

TEXT = page("replay.md")


def test_the_keys_of_each_line_are_documented() -> None:
    documented = [one for one in tables(TEXT) if one.heading == "The report"]
    (lines, *keys) = documented
    kinds = ["header", "round", "views", "tree", "summary"]
    assert unlike([name for cell in lines.column("line") for name in spans(cell)], kinds) == []
    for one, kind in zip(keys, (Header, Line, TreeLine, Summary), strict=True):
        names = [name for cell in one.column("key") for name in spans(cell)]
        assert unlike(names, kind.__struct_fields__) == []


def test_the_lines_and_the_sums_are_as_documented(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = tmp_path / "report"
    asked = ["verify", "--json", "--workers", "1", "--report", str(report)]
    assert replay.cli.main([*asked, "--log", played.address]) == 0
    lines = [json.loads(line) for line in report.read_bytes().splitlines()]
    assert [line["line"] for line in lines] == ["header", *["round"] * 6, "summary"]
    added = json.loads(capsys.readouterr().out).keys() - lines[-1].keys()
    rows = table(TEXT, "argument", "default", "meaning", heading="replay verify").rows
    (meaning,) = [row[2] for row in rows if spans(row[0]) == ["--json"]]
    assert unlike(spans(meaning), added) == []
