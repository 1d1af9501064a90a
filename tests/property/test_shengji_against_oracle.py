"""The second reading of the rules of 比牌升級, of golden cases and of who is late."""

import json
import tomllib
from pathlib import Path

import pytest

from domain.games.games import SHENGJI
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.paipu.action import Action
from domain.paipu.read import document_of
from domain.paipu.run import run
from domain.paipu.shengji.actions import write_action
from tests.oracle.shengji.clock import late
from tests.oracle.shengji.record import Record, summary_of
from tests.oracle.shengji.records import record_of

CASES = sorted((Path(__file__).parents[1] / "golden").glob("*shengji/*.paipu.toml"))


def test_the_oracle_tells_of_every_golden_case_what_is_expected() -> None:
    assert len(CASES) > 50
    for case in CASES:
        expected = json.loads(Path(str(case).replace(".paipu.toml", ".json")).read_text())
        assert summary_of(tomllib.loads(case.read_text())) == expected, case.name


@pytest.mark.parametrize("first", range(1000, 1060, 20))
def test_s3_8_the_clock_does_what_the_oracle_would(first: int) -> None:
    asked = 0
    for seed in range(first, first + 20):
        document = record_of(seed)
        record = Record(document)
        for step in run(document_of(document)).steps[1:]:
            words = write_action(step.action)
            assert words
            record.take(words)
            if record.over or not record.round.question or len(record.round.question[1]) != 1:
                continue
            phase, (seat,) = record.round.question
            if phase != "deal":
                command = SHENGJI.late_command(step.state, Seat(seat))
                clock = write_action(Action(command, Origin.PLAYER))
                assert clock == late(record.round), f"they differ on record_of({seed})"
                asked += 1
    assert asked > 500
