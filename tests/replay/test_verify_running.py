"""A verification beside a house that plays on, over long logs, and how it tells where it is."""

import gc
import tracemalloc
from io import StringIO
from pathlib import Path
from threading import Event, Thread

import pytest

from api.sample.house import Sample
from replay import verify, verify_progress
from replay.verify_choice import Choice
from replay.verify_progress import Progress
from replay.verify_report import DIFFERENT, Proven, Report, encode
from replay.verify_tally import Tally
from replay.verify_window import Verifier
from tests.support.bulk import in_bulk, reading
from tests.support.logs import new_log, sample


def playing(house: Sample, ended: Event) -> None:
    while not ended.is_set():
        assert list(house.play(1)) != []


@pytest.mark.parametrize("length", [7, 200])
def test_a_house_that_plays_on_makes_no_difference(length: int, tmp_path: Path) -> None:
    path, ended = tmp_path / "log.db", Event()
    with new_log(path) as log:
        house = sample(log)
        assert list(house.play(1)) != []
        player = Thread(target=playing, args=(house, ended))
        player.start()
        try:
            with reading(path) as other:
                sizes = []
                for _ in range(12):
                    found = in_bulk(other, length)
                    assert [one for one in found.values() if one.verdict == DIFFERENT] == []
                    sizes.append(sum(one.events for one in found.values()))
        finally:
            ended.set()
            player.join()
    assert sizes == sorted(sizes)


def test_memory_stays_flat_over_thousands_of_rounds(played: Path, tmp_path: Path) -> None:
    with reading(played) as log, Report(tmp_path / "report", append=False) as report:
        verifier, tally = Verifier(log, Choice(), Proven()), Tally()
        windows = list(verify.plan(log, log.last_position(), 400))

        def verify_all(times: int) -> None:
            for _ in range(times):
                for window in windows:
                    found = verifier.verify(window)
                    report.write(encode(found.lines))
                    tally.add(found)

        # What other tests have left would only put off the collections between the windows.
        gc.collect()
        gc.freeze()
        tracemalloc.start()
        try:
            verify_all(5)
            gc.collect()
            warm, peak = tracemalloc.get_traced_memory()
            verify_all(95)
            gc.collect()
            later, later_peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
            gc.unfreeze()
    assert tally.rounds >= 2000
    assert later - warm < 200_000
    assert later_peak - peak < 1_000_000


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on a quarter of a minute with each look."""
    times = iter(range(0, 10_000, 15))
    monkeypatch.setattr(verify_progress, "monotonic", lambda: float(next(times)))


@pytest.mark.usefixtures("clock")
def test_a_terminal_gets_a_bar_that_goes_away() -> None:
    output = Terminal()
    progress = Progress(200, output)
    progress.tell(100, 50, 0)
    progress.tell(200, 100, 3)
    first, second = output.getvalue().split("\r")[1:]
    assert first.startswith("[###############...............]  50%  50 rounds  ")
    assert second.startswith("[##############################] 100%  100 rounds  ")
    assert "rounds/s  3 different" in second
    progress.end()
    assert output.getvalue().endswith("\r\x1b[K")


@pytest.mark.usefixtures("clock")
def test_elsewhere_there_are_plain_lines() -> None:
    output = StringIO()
    progress = Progress(200, output)
    progress.tell(100, 60, 0)
    progress.end()
    assert output.getvalue() == "verify  50%  60 rounds  2 rounds/s\n"


def test_nothing_is_told_too_often() -> None:
    output = StringIO()
    progress = Progress(200, output)
    for position in range(200):
        progress.tell(position, 0, 0)
    assert output.getvalue() == ""
