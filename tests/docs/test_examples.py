"""Every command shown runs and prints what is shown; the JSON is what its tables say."""

import inspect
import json
from pathlib import Path
from typing import Any

import pytest

import replay.cli
from domain.paipu.read import MOST_DOTS, read_document
from domain.paipu.run import run
from replay.checks import COVERED, DEADLINES, DEALT, SUMS, VIEWS
from replay.decks.told import as_objects
from replay.files import MOST_BYTES
from replay.text import short
from replay.verify import CHECKS
from tests.arch.source import ROOT
from tests.docs.conftest import Played
from tests.docs.demo import (
    Shell,
    alike,
    not_in,
    said_in,
    with_an_award_changed,
    with_its_end_cut_off,
    with_its_opening_removed,
)
from tests.docs.markdown import Block, blocks, page, spans, table, tables, unlike
from tests.replay.room import proof_of
from tests.support.decked import DeckedHouse
from tests.support.reveals import REVEAL

Json = dict[str, Any]
TEXT = page("replay.md")


@pytest.mark.parametrize("name", ["docs/replay.md", "docs/operation.md", "README.md"])
def test_every_command_shown_runs(name: str, shell: Shell) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    ran = 0
    for said in (said for block in blocks(text) for said in said_in(block)):
        done = shell.run(said.command)
        if done is None:
            continue
        ran += 1
        assert done[0] == 0, f"{said.command}: {done}"
        if name.startswith("docs/"):
            assert not_in(said.output, done[1]) == [], said.command
    assert ran > 1


def test_a_command_that_fails_and_output_that_is_not_there_are_found(shell: Shell) -> None:
    assert shell.run("replay rounds --log sqlite:///nothing.db") is not None
    code, output = shell.run(".venv/bin/replay round 01a229dc-1611-7869-b961-010bb432b565") or (
        1,
        "",
    )
    assert code == 0
    assert not_in(("…", "status  complete", "", "proven"), output) == []
    assert not_in(("proven", "status  complete"), output) == ["status  complete"]
    assert shell.run("replay rounds --log sqlite:///nothing.db") == (
        2,
        "replay: there is no log at nothing.db; `paipu migrate` creates it (log_missing)\n",
    )
    assert shell.run("ls") is None
    assert shell.run("NONE=$(true)") == (1, "NONE=$(true) gives nothing")


def test_the_columns_of_the_list_are_documented(shell: Shell) -> None:
    _, output = shell.run("replay rounds") or (1, "")
    documented = table(TEXT, "column", "meaning").column("column")
    names = [name for cell in documented for name in spans(cell)]
    assert unlike(names, output.splitlines()[0].split(), ordered=True) == []


def test_commands_are_read_from_console_and_shell_blocks() -> None:
    console = Block("console", "$ replay \\\nrounds\nround\n$ paipu migrate # again\n")
    assert said_in(console) == [("replay  rounds", ("round",)), ("paipu migrate", ())]
    assert said_in(Block("sh", "# first\nreplay rounds\n")) == [("replay rounds", ())]
    assert said_in(Block("text", "$ replay rounds\n")) == []


def test_a_difference_looks_as_shown(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = with_an_award_changed(played.log, tmp_path / "log.db", played.example)
    assert replay.cli.main(["round", played.example, "--log", address]) == 1
    shown = [block.text for block in blocks(TEXT) if block.text.startswith("DIFFERENCE  chain")]
    assert len(shown) == 1
    assert not_in(tuple(shown[0].splitlines()), capsys.readouterr().out) == []


def test_a_differing_fact_is_shown_as_json_behind_the_checks(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = with_its_end_cut_off(played.log, tmp_path / "log.db", played.example)
    assert replay.cli.main(["round", played.example, "--log", address]) == 1
    out = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [words[1][0] for words in out if words[:1] == ["expected"]] == ["{"]
    assert ["stored", "nothing"] in out


def asked(capsys: pytest.CaptureFixture[str], round_id: str, address: str) -> Json:
    replay.cli.main(["round", round_id, "--json", "--log", address])
    said: Json = json.loads(capsys.readouterr().out)
    return said


def test_the_json_has_the_keys_documented(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = asked(capsys, played.example, played.address)
    address = with_its_end_cut_off(played.log, tmp_path / "log.db", played.example)
    wrong = asked(capsys, played.example, address)
    first, deck = whole["events"][0], a_deck(tmp_path / "decked.db")
    real = [whole, first, deck, first["pots"][0], first["decision"], whole["checks"][0]]
    real.append(wrong["difference"])
    documented = [one for one in tables(TEXT) if one.heading == "The JSON"]
    names = [[name for c in one.column("key") for name in spans(c)] for one in documented]
    assert len(names) == len(real)
    complaints = [unlike(said, there) for said, there in zip(names, real, strict=True)]
    assert complaints == [[]] * len(real)
    assert wrong["first_wrong"].keys() == whole["checks"][0].keys()
    assert set(whole["events"][1]) == set(first) - {"decision"}
    assert [whole["difference"], whole["first_wrong"]] == [None, None]


def a_deck(path: Path) -> Json:
    """A deck in the JSON of a round that a table started."""
    with DeckedHouse(path) as house:
        house.open_table("ann")
        house.start()
        return as_objects(proof_of(house.log).decks)[0]


def test_where_the_opening_cannot_be_read_there_is_no_summary(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = with_its_opening_removed(played.log, tmp_path / "log.db", played.example)
    told = asked(capsys, played.example, address)
    assert [told["summary"], told["status"], told["events"]] == [None, "unknown", []]
    assert replay.cli.main(["rounds", "--log", address]) == 1
    (row,) = [one for one in capsys.readouterr().out.splitlines() if played.example in one]
    assert row.split()[1:] == ["-", "-", "unknown", "DIFFERENCE", "-", "41"]


def test_json_is_ascii(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay.cli.main(["round", played.example, "--json", "--log", played.address]) == 0
    said = capsys.readouterr().out
    assert said.isascii()
    (escape,) = [span for span in spans(TEXT) if span.startswith("\\u00")]
    assert escape in said


def test_the_limits_of_records_and_sentences_are_documented() -> None:
    limits = " ".join(table(TEXT, "limit", "why").column("limit"))
    assert f"({MOST_BYTES} bytes)" in limits
    assert f"{MOST_DOTS} dots" in limits
    assert f"{MOST_DOTS} dots" in page("rules/record.md")
    most = inspect.signature(short).parameters["most"].default
    for name in ("replay.md", "operation.md"):
        assert f"cut after {most} characters" in page(name)


def test_the_entry_shown_is_real(played: Played, capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = [json.loads(block.text) for block in blocks(TEXT) if block.language == "json"]
    real = asked(capsys, played.example, played.address)["events"][shown["version"] - 1]
    for entry in (shown, real):
        entry["decision"]["recorded_at"] = ""
        entry["decision"]["command_id"] = alike(entry["decision"]["command_id"])
    assert real == shown


def test_the_checks_are_documented_in_order(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    checks = asked(capsys, played.example, played.address)["checks"]
    (documented,) = [one for one in tables(TEXT) if one.header[:1] == ("check",)]
    names = [check["name"] for check in checks]
    assert unlike(documented.column("check"), (*CHECKS, VIEWS, COVERED), ordered=True) == []
    # These samples are of 四支刀, played from records, without a deck, a clock and a checkpoint.
    others = {DEALT, DEADLINES, *SUMS[1:]}
    assert names == [name for name in (*CHECKS, VIEWS) if name not in others]


def test_the_record_exported_gives_the_same_summary(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    assert replay.cli.main(["export", played.example, "--log", played.address, *REVEAL]) == 0
    summary = run(read_document(capsys.readouterr().out)).summary
    told = asked(capsys, played.example, played.address)["summary"]
    assert {"paipu": 1, "game": "sizhidao", **told} == summary


def test_the_examples_of_the_record_page_run() -> None:
    text = page("rules/record.md")
    record, second = [block.text for block in blocks(text) if block.language == "toml"]
    assert run(read_document(record)).summary["waiting"] == {"phase": "betting", "seats": ["p2"]}
    waiting, shown = [json.loads(block.text) for block in blocks(text) if block.language == "json"]
    assert run(read_document(second)).summary == waiting
    seats = '[[seats]]\nplayer = "x"\n' * 3
    deals = '"deal p1 As Ad Ac Ah", "deal p2 Ks Kd Kc Kh", "deal p3 Qs Qd Qc Qh"'
    head = f'paipu = 1\ngame = "sizhidao"\nrules = 1\nhead = "p1"\nactions = [{deals}, '
    assert run(read_document(f'{head}"p1 fold", "p2 fold"]\n{seats}')).summary == shown
