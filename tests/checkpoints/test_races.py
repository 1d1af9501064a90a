"""Several processes sign one log; one of them is killed."""

import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from domain.fairness import tree
from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.checkpoints.checkpoints import Checkpoints, Signed
from domain.log.checkpoints.events import STREAM
from domain.log.store import Log, open_log
from tests.checkpoints.given import SIGNER, bets, checkpoint_in, leaves_of, root_over
from tests.log.given import ticking
from tests.support.keys import KEYS

ROOT = Path(__file__).parents[2]


def taker(url: str, count: int, how: str = "take") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.checkpoints.taker", url, f"{count}", how]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def sizes(process: subprocess.Popen[str]) -> list[int]:
    out, _ = process.communicate(timeout=120)
    return [int(line) for line in out.splitlines()]


def signed_in(log: Log) -> list[Signed]:
    checkpoints = Checkpoints(log)
    found = (checkpoints.signed(version) for version in range(1, log.last_version(STREAM) + 1))
    return [one for one in found if one is not None]


def all_hold(log: Log) -> list[Checkpoint]:
    """Every checkpoint is over the first events of the log, and extends the one before it."""
    leaves, signed = leaves_of(log), signed_in(log)
    for one in signed:
        assert checkpoint_in(one).root == root_over(leaves[: one.size])
        assert one.position == leaves[one.size - 1].position
    found = [checkpoint_in(one) for one in signed]
    for old, new in pairwise(found):
        assert old.size < new.size
        path = Checkpoints(log).consistency(old.size, new.size)
        assert tree.is_consistent(old.size, old.root, new.size, new.root, path)
    return found


def test_processes_that_sign_at_once_sign_one_history(url: str) -> None:
    running = [taker(url, 12) for _ in range(3)]
    taken = [size for process in running for size in sizes(process)]

    assert [process.returncode for process in running] == [0, 0, 0]
    with open_log(url, now=ticking(), keys=KEYS) as log:
        found = all_hold(log)
        assert sorted(size for size in taken if size) == [one.size for one in found]
        assert found[-1].size > 3 * 12 * 40
        assert Checkpoints(log, SIGNER).take() is None, "the last of all had nothing after it"


def test_killed_between_tiles_and_event_nothing_was_signed_and_the_next_signs(url: str) -> None:
    with open_log(url, now=ticking(), keys=KEYS) as log:
        bets(log, "round/1", 500)
        before = checkpoint_in(Checkpoints(log, SIGNER).take())
        bets(log, "round/2", 500)
        process = taker(url, 1, "die")
        assert sizes(process) == []
        assert process.returncode == -signal.SIGKILL

        tile = log.leaves.last_tile(0)
        assert tile is not None
        assert tile.number > before.size // 256, "its tiles are there"
        assert [checkpoint_in(one) for one in signed_in(log)] == [before]
        after = checkpoint_in(Checkpoints(log, SIGNER).take())
        assert after.size == before.size + 2 + 1 + 501 + 41
        assert all_hold(log) == [before, after]


def test_killed_at_any_moment_what_was_published_holds(url: str) -> None:
    published: list[int] = []
    for enough in (1, 3, 6):
        process = taker(url, 1_000)
        assert process.stdout is not None
        published += [int(process.stdout.readline()) for _ in range(enough)]
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        process.stdout.close()

    with open_log(url, now=ticking(), keys=KEYS) as log:
        Checkpoints(log, SIGNER).take()
        assert set(published) <= {one.size for one in all_hold(log)}
