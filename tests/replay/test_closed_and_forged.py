"""Rounds of tables without keys, and forged ends beside views: told, never a crash."""

from contextlib import closing
from pathlib import Path

import pytest

from api.cli import main as paipu
from domain.log.masters import development_keys_path
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from replay.cli import main
from tests.support.logs import ticking, url
from tests.support.tamper import open_file, put, rehashed, rows_of

Capture = pytest.CaptureFixture[str]


def rounds_of(path: Path) -> list[str]:
    with open_log(url(path), now=ticking(), read_only=True) as log:
        return list(log.streams(ROUNDS))


def test_without_keys_every_round_is_unchecked_and_none_differs(
    sample: Path, capsys: Capture
) -> None:
    development_keys_path(sample).unlink()
    capsys.readouterr()
    assert main(["rounds", "--log", url(sample)]) == 2
    told = capsys.readouterr().out
    assert told.count("unchecked") == len(rounds_of(sample)) > 7
    assert main(["verify", "--log", url(sample)]) == 2
    assert "different   0" in capsys.readouterr().out


def test_a_forged_end_beside_views_is_a_difference_and_the_journal_stops_in_words(
    sample: Path, capsys: Capture
) -> None:
    with closing(open_file(sample)) as file:
        stream = next(
            one
            for one in rounds_of(sample)
            if rows_of(file, one)[-1].topic == "sizhidao.RoundSettled.1"
        )
        *rows, last = rows_of(file, stream)
        net = last.event["net"]
        assert isinstance(net, dict)
        forged = last.with_event(net={seat: points + 1 for seat, points in net.items()})
        put(file, stream, rehashed(stream, [*rows, forged]))
    capsys.readouterr()
    assert main(["round", stream.removeprefix(ROUNDS), "--log", url(sample)]) == 1
    assert f"first wrong place is event {last.version}" in capsys.readouterr().out
    assert main(["verify", "--log", url(sample)]) == 1
    assert "Traceback" not in capsys.readouterr().err
    assert paipu(["rebuild", "chips", "--log", url(sample)]) == 2
    assert "(journal_refuses)" in capsys.readouterr().err


def test_views_that_are_ahead_of_the_log_are_not_rebuilt_over(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    other = tmp_path / "other.db"
    monkeypatch.setenv("PAIPU_VIEWS", f"sqlite:///{tmp_path}/log.views.db")
    assert paipu(["migrate", "--log", url(other)]) == 0
    assert paipu(["rebuild", "--log", url(other)]) == 2
    assert "(views_ahead)" in capsys.readouterr().err
    assert main(["rounds", "--log", url(sample)]) == 0
