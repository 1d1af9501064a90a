"""No command writes over a file that the house lives in: log, keys, views."""

from pathlib import Path

import pytest

from api.cli import main as paipu
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from replay.cli import main
from tests.support.logs import ticking, url

HOUSE = ("log.db", "log.db.keys", "log.views.db")


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("PAIPU_KEYS", raising=False)
    monkeypatch.delenv("PAIPU_VIEWS", raising=False)
    path = tmp_path / "log.db"
    assert paipu(["sample", "--rounds", "0", "--log", url(path)]) == 0
    return path


@pytest.mark.parametrize("name", HOUSE)
def test_neither_a_record_nor_a_report_overwrites_the_house(
    name: str, sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {file: (sample.parent / file).read_bytes() for file in HOUSE}
    with open_log(url(sample), now=ticking(), read_only=True) as log:
        *_, example = (stream.removeprefix(ROUNDS) for stream in log.streams(ROUNDS))
    target = str(sample.parent / name)
    capsys.readouterr()
    for command in (
        ["export", example, "-o", target],
        ["verify", "--report", target],
    ):
        assert main([*command, "--log", url(sample)]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.endswith("is a file of the house: its log, keys or views (cannot_write)\n")
    assert {file: (sample.parent / file).read_bytes() for file in HOUSE} == files
