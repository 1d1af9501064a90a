"""What docs/replay.md shows of 比牌升級 is what `replay round` and `replay match` tell."""

import json
from pathlib import Path

import pytest

import replay.cli
from tests.arch.source import ROOT
from tests.docs.demo import not_in
from tests.docs.markdown import blocks, page, spans, tables, unlike
from tests.support.clocked_match import clocked_match
from tests.support.keys import key_file
from tests.support.logs import new_log, url
from tests.support.shengji import store_record

TEXT = page("replay.md")
ACCOUNTS = ROOT / "tests" / "replay" / "accounts"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The log of those accounts: the round `r` and the match `m`."""
    path: Path = tmp_path_factory.mktemp("shengji") / "log.db"
    with new_log(path) as log:
        store_record(log, "r", "00374")
        clocked_match(log)
    return url(path)


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIPU_KEYS", str(key_file(tmp_path / "keys")))


def said(address: str, capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert replay.cli.main([*arguments, "--json", "--log", address]) == 0
    told: dict[str, object] = json.loads(capsys.readouterr().out)
    return told


@pytest.mark.parametrize(("begins", "account"), [("round r", "p1"), ("match m", "match")])
def test_an_account_shown_is_told_so(begins: str, account: str) -> None:
    (shown,) = [one.text for one in blocks(TEXT) if one.text.startswith(f"比牌升級 · {begins}")]
    told = (ACCOUNTS / f"{account}.txt").read_text(encoding="utf-8")
    assert not_in(tuple(shown.splitlines()), told) == []


@pytest.mark.parametrize("heading", ["The JSON of 比牌升級", "The JSON of a match"])
def test_the_keys_are_documented(
    heading: str, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (documented,) = [one for one in tables(TEXT) if one.heading == heading]
    names = [name for cell in documented.column("key") for name in spans(cell)]
    if heading == "The JSON of a match":
        told = said(address, capsys, "match", "m")
        assert unlike(names, told) == []
        rounds, events = told["rounds"], told["events"]
        assert isinstance(rounds, list)
        assert isinstance(events, list)
        rows = {row[0]: row[1] for row in documented.rows}
        assert set(spans(rows["`events`"])) == set(events[0])
        change = rounds[0]["changes"][0]
        assert set(spans(rows["`rounds`"])) - {'"held"', '"taken"'} == {*rounds[0], *change}
    else:
        entries = said(address, capsys, "round", "r")["events"]
        assert isinstance(entries, list)
        common = {"version", "text", "details", "rule", "event", "decision"}
        assert unlike(names, set(entries[0]) - common) == []
