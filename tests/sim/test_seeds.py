"""Some seeds, both games, all faults: all is as it must be, and the same again by the same seed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from api.cli import main
from api.simulation.faults import Fault
from api.simulation.plan import Plan
from api.simulation.simulation import Outcome, Simulation


def run(plan: Plan) -> Outcome:
    outcome = Simulation(plan).run()
    assert outcome.failure is None, (outcome.again, outcome.failure)
    return outcome


def test_all_is_as_it_must_be_whatever_goes_wrong() -> None:
    outcomes = [run(Plan(seed, 800)) for seed in (11, 12)]
    struck = {kind for one in outcomes for kind in one.faults}
    assert {Fault.RACED, Fault.DUPLICATED, Fault.KILLED_PROJECTOR, Fault.LOST_NOTICE} <= struck
    for one in outcomes:
        assert one.proven == one.rounds > 0
        assert one.heard > 0
        assert one.compared > 0
        assert one.checkpoints > 0


@pytest.mark.parametrize("game", ["sizhidao", "shengji"])
def test_a_house_of_one_game_without_faults(game: str) -> None:
    outcome = run(Plan(7, 500, games=(game,), faults=frozenset()))
    assert outcome.faults == {}
    assert {name.partition(".")[0] for name in outcome.events} <= {game, "house", "fair", "log"}
    assert outcome.events[f"{game}.RoundOpened.1"] == outcome.rounds > 0


def test_a_seed_gives_the_same_log_wherever_it_is_kept(tmp_path: Path) -> None:
    first, again = run(Plan(5, 250)), run(Plan(5, 250))
    in_file = run(Plan(5, 250, file=tmp_path / "log.db"))
    other = run(Plan(6, 250))
    assert first == again
    assert first.root == in_file.root
    assert first.root != other.root


def test_a_seed_gives_the_same_log_in_another_process_that_hashes_otherwise() -> None:
    script = "import sys; from api.cli import main; sys.exit(main(sys.argv[1:]))"
    words = ["simulate", "--seed", "5", "--steps", "250", "--json"]
    asked = [sys.executable, "-c", script, *words]
    environment = {**os.environ, "PYTHONHASHSEED": "77", "TZ": "Asia/Taipei"}
    told = subprocess.run(asked, env=environment, capture_output=True, text=True, check=True)
    assert json.loads(told.stdout)["root"] == run(Plan(5, 250)).root


def test_a_failure_tells_how_it_is_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("api.service.facts.seen_by", lambda _, told: told)
    assert main(["simulate", "--seed", "1", "--steps", "900", "--tables", "1"]) == 1
    told = capsys.readouterr().out
    assert "WRONG at step" in told
    assert "expected" in told
    assert "digest" in told
    assert "paipu simulate --seed 1 --steps 900 --tables 1" in told
    again = told[told.index("paipu simulate") :].split()[1:]
    assert main([*again, "--json"]) == 1
    failure = json.loads(capsys.readouterr().out)["failure"]
    assert f"WRONG at step {failure['step']}: {failure['check']}" in told


def test_a_log_that_is_there_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "log.db"
    log.write_text("mine")
    assert main(["simulate", "--seed", "1", "--store", f"sqlite:///{log}"]) == 2
    assert "bad_log_address" in capsys.readouterr().err
    assert log.read_text() == "mine"
    assert [*tmp_path.iterdir()] == [log]


def test_a_log_is_in_memory_or_in_a_folder_that_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for store, why in (
        (f"sqlite:///{tmp_path}/none/log.db", "there is no folder"),
        ("postgresql://nowhere/paipu", "on no server"),
        ("mysql://nowhere/paipu", "on no server"),
    ):
        assert main(["simulate", "--seed", "1", "--steps", "10", "--store", store]) == 2
        told = capsys.readouterr().err
        assert why in told
        assert "(bad_log_address)" in told
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize(
    "words", [["--faults", "earthquake"], ["--steps", "0"], ["--game", "chess"], ["--seed", "x"]]
)
def test_a_bad_choice_is_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        main(["simulate", "--seed", "1", *words])
    assert error.value.code == 2
    assert words[0] in capsys.readouterr().err
