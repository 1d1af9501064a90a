"""A log from before cards were sealed: migrated, it is read, proven, projected, gone on with."""

from pathlib import Path
from shutil import copy

import pytest

from api.cli import main as paipu
from api.rounds import Rounds
from domain.kernel.decider import Origin
from domain.log.errors import NotMigratedError
from domain.log.store import Receipt, open_log
from domain.log.streams import ROUNDS, round_stream
from domain.sizhidao import commands
from domain.sizhidao.waiting import waiting
from replay.cli import main as replay
from replay.proof import prove
from replay.settings import development_keys
from tests.support.logs import ticking, url

Capture = pytest.CaptureFixture[str]
OLD = Path(__file__).with_name("log-0.1.0.db")


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a log of 0.1.0: a round of bots, a voided one, a running one, the example."""
    monkeypatch.delenv("PAIPU_KEYS", raising=False)
    monkeypatch.delenv("PAIPU_VIEWS", raising=False)
    return Path(copy(OLD, tmp_path / "log.db"))


def test_it_is_not_read_before_it_is_migrated(old: Path) -> None:
    with pytest.raises(NotMigratedError):
        open_log(url(old), now=ticking(), read_only=True)


def test_migrated_it_is_read_proven_and_gone_on_with(old: Path, capsys: Capture) -> None:
    address = url(old)
    assert paipu(["migrate", "--log", address]) == 0
    assert paipu(["migrate", "--log", address]) == 0
    assert replay(["rounds", "--log", address]) == 0
    assert capsys.readouterr().out.count("proven") == 4
    assert paipu(["sample", "--rounds", "2", "--matches", "1", "--log", address]) == 0
    assert replay(["verify", "--log", address]) == 0
    capsys.readouterr()
    assert replay(["rounds", "--log", address]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert all(row[4] == "proven" for row in rows)
    assert [row[1] for row in rows].count("sizhidao") == 4 + 5
    assert [row[1] for row in rows].count("shengji") == len(rows) - 9 > 0


def test_its_running_round_can_be_voided_and_nothing_is_dealt_in_it_in_clear(old: Path) -> None:
    assert paipu(["migrate", "--log", url(old)]) == 0
    with open_log(url(old), now=ticking(), keys=development_keys(url(old))) as log:
        rounds = Rounds(log)
        running = [
            stream.removeprefix(ROUNDS)
            for stream in log.streams(ROUNDS)
            if hasattr(rounds.state(stream.removeprefix(ROUNDS)), "turn")
        ]
        (round_id,) = running
        state = rounds.state(round_id)
        (seat,) = waiting(state).seats  # it is running, as was seen
        folded = rounds.ask(round_id, commands.Fold(seat=seat), actor="x", command_id="1")
        assert isinstance(folded, Receipt)
        voided = rounds.ask(
            round_id,
            commands.VoidRound(),
            actor="operator/x",
            command_id="2",
            origin=Origin.OPERATOR,
        )
        assert isinstance(voided, Receipt)
        proof = prove(log, round_id)
        assert proof is not None
        assert (proof.proven, proof.status) == (True, "voided")
        assert log.read(round_stream(round_id))[-1].version == voided.version
