"""All rounds of a log proven by `replay verify`: by one process, by several, round after round.

    python -m bench.verify [ROUNDS [WORKERS [TIMES [LOG]]]]

Plays a thousand rounds of bots at most into a new log, writes copies of them until there are
ROUNDS, and signs it. Then verifies all of it, tree and checkpoint included, by one process and by
WORKERS, in turn, TIMES times, and a thousand rounds one after the other as `replay round` does. The
median ratios are told. A LOG in a file is kept, and used again if it is there.
"""

import io
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from itertools import islice, repeat
from pathlib import Path
from random import Random
from statistics import median

from api.ids import round_id
from api.sample.house import Sample
from bench.shared.bulk import Copies
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.store import open_log
from domain.log.streams import ROUNDS
from projections.migrations.upgrade import migrate
from replay.decks.anchors import AnchorsAt
from replay.proof import prove
from replay.receipts import acknowledged_ends
from replay.settings import development_keys, signer_for
from replay.stored import open_to_read
from replay.verify import Order, verify

MODELS = 1_000
SINGLE = 1_000


def now() -> datetime:
    """The house's time."""
    return datetime.now(UTC)


def fill(address: str, count: int) -> None:
    """Writes so many rounds into a new log, and signs it."""
    migrate(address)
    keys = development_keys(address)
    assert keys is not None
    with open_log(address, now=now, keys=keys) as log:
        sample = Sample(log, lambda: round_id(now()), Random(1))
        played = sum(1 for _ in sample.play(min(count, MODELS)))
        ids = (round_id(now()) for _ in repeat(None))
        Copies(log, address, keys, now).write(ids, count - played)
        assert Checkpoints(log, signer_for(address)).take() is not None


def whole(address: str, workers: int) -> float:
    """Verifies the log; returns microseconds for each round."""
    told = io.StringIO()
    with redirect_stdout(told), redirect_stderr(io.StringIO()):
        code = verify(address, Order(workers=workers, as_json=True))
    summary = json.loads(told.getvalue())
    assert code == 0, told.getvalue()
    assert summary["tree"]["verdict"] == "ok"
    assert summary["workers"] == workers, "the log is too short for so many"
    return float(summary["seconds"]) / int(summary["rounds"]) * 1e6


def one_by_one(address: str) -> float:
    """Proves rounds one after the other; returns microseconds for each."""
    with open_to_read(address) as log:
        streams = [*islice(log.streams(ROUNDS), SINGLE)]
        ends, anchor = acknowledged_ends(log), AnchorsAt(log)

        def each() -> None:
            for stream in streams:
                proof = prove(log, stream.removeprefix(ROUNDS), ends, anchor)
                assert proof is not None
                assert proof.proven

        return seconds(each) / len(streams) * 1e6


def seconds(work: Callable[[], None]) -> float:
    """How long a piece of work takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main(arguments: list[str]) -> int:
    """Makes the log, measures, prints."""
    count, workers, times = (*map(int, arguments[:3]), *(3_000, 2, 3)[len(arguments[:3]) :])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(arguments[3]) if arguments[3:] else Path(folder) / "log.db"
        address = f"sqlite:///{path.absolute()}"
        if not path.exists():
            fill(address, count)
        measure(address, workers, times)
    return 0


def measure(address: str, workers: int, times: int) -> None:
    """Measures both in turn and prints the medians."""
    one, several = [], []
    for _ in range(times):
        one.append(whole(address, 1))
        several.append(whole(address, workers))
        print(f"one {one[-1]:.0f} µs, {workers} {several[-1]:.0f} µs", flush=True)
    single = one_by_one(address)
    ratios = [a / b for a, b in zip(one, several, strict=True)]
    print(f"one process        {median(one):6.0f} µs a round, {1e6 / median(one):.0f} rounds/s")
    print(f"{workers} processes        {median(several):6.0f} µs, {median(ratios):.2f} × one")
    print(f"round after round  {single:6.0f} µs, bulk is {single / median(one):.2f} × as fast")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
