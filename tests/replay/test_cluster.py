"""`replay verify --scheduler`: workers of a cluster find what one process finds, in its order."""

import gc
import pickle
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.log.store import Log
from domain.log.streams import round_stream
from replay import cluster, verify
from replay.cluster import Helper, crew_on
from replay.verify_choice import Choice
from replay.verify_report import Proven
from replay.verify_stretch import Window
from replay.verify_workers import Job, WorkerFailedError
from tests.support.cluster import Cluster
from tests.support.cluster import cluster as a_cluster
from tests.support.logs import url
from tests.support.tamper import open_file, put, receipt_stream, rows_of
from tests.support.verify import harmed, lines, run

Capture = pytest.CaptureFixture[str]
PLAN = verify.plan


@pytest.fixture(scope="module")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with a_cluster(tmp_path_factory.mktemp("cluster"), workers=2) as begun:
        yield begun


@pytest.fixture
def short_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small log has enough windows for several workers."""
    monkeypatch.setattr(verify, "SHORTEST", 20)


@pytest.mark.usefixtures("short_windows")
def test_a_cluster_finds_the_same_and_in_the_same_order(
    copied: Path, tmp_path: Path, workers: Cluster, capsys: Capture
) -> None:
    harmed(copied)
    with closing(open_file(copied)) as file:
        put(file, receipt_stream(rows_of(file, round_stream("voided"))[7]), [])
    run(copied, "--workers", 1, "--report", tmp_path / "one", code=1)
    run(copied, "--scheduler", workers.address, "--report", tmp_path / "many", code=1)

    assert lines(tmp_path / "many")[1:-1] == lines(tmp_path / "one")[1:-1]
    assert "NOT PROVEN" in capsys.readouterr().out


def test_a_log_that_is_not_there_for_the_workers_is_told(workers: Cluster, tmp_path: Path) -> None:
    job = Job(url(tmp_path / "gone.db"), Choice(), Proven())
    told = pytest.raises(WorkerFailedError, match="on the worker at tcp://")
    with crew_on(workers.address, job) as crew, told as failed:
        list(crew.windows([Window(0, 100)]))
    assert failed.value.code == "log_missing"


def test_a_worker_with_other_code_is_of_no_use(
    small: Path, workers: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "integrity", lambda: "another")
    job = Job(url(small), Choice(), Proven())
    told = pytest.raises(WorkerFailedError, match="another version of this program")
    with crew_on(workers.address, job) as crew, told as failed:
        list(crew.windows([Window(0, 100)]))
    assert failed.value.code == "cluster_differs"


def test_no_password_and_no_key_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []

    class Listening:
        """Hears what a client would send to workers."""

        def wait_for_workers(self, _: int, *, timeout: float) -> None:
            assert timeout > 0

        def register_plugin(self, helper: Helper, *, name: str) -> None:
            assert name == helper.name
            sent.append(pickle.dumps(helper))

        def unregister_worker_plugin(self, _: str) -> None: ...

        def close(self) -> None: ...

    monkeypatch.setattr(cluster, "_Client", lambda *_, **__: Listening())
    house = "postgresql://officer:hush@db.example:5433/paipu?sslmode=require&sslpassword=hush"
    with crew_on("tcp://x:8786", Job(house, Choice(), Proven(), house)):
        pass

    assert b"hush" not in sent[0]
    job = pickle.loads(sent[0])._job  # noqa: S301, SLF001 -- our own
    told = "postgresql://officer@db.example:5433/paipu?sslmode=require"
    assert (job.url, job.views) == (told, told)


def test_a_path_is_sent_as_it_is_from_everywhere() -> None:
    assert cluster._sent("sqlite:///var/log.db") == f"sqlite:///{Path('var/log.db').resolve()}"  # noqa: SLF001


NO_ADDRESSES = [
    "nonsense",
    "tcp://",
    "http://127.0.0.1:8786",
    "127.0.0.1",
    "a:b",
    "tcp://[::1]",
    "",
]


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_is_told_at_once(address: str, small: Path, capsys: Capture) -> None:
    run(small, f"--scheduler={address}", code=2)
    assert "HOST:PORT" in capsys.readouterr().err


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1"])
def test_a_scheduler_that_is_not_there_is_told(
    address: str, small: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    run(small, "--scheduler", address, code=2)
    gc.collect()  # what was begun is thrown away without a word
    told = capsys.readouterr()
    assert told.out.endswith("NOT ALL VERIFIED\n")
    assert "(cluster_unusable)" in told.err


def test_processes_and_a_cluster_at_once_are_refused(small: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        run(small, "--scheduler", "tcp://127.0.0.1:1", "--workers", 2)
    assert ended.value.code == 2
    assert "not allowed with" in capsys.readouterr().err


@pytest.mark.usefixtures("short_windows")
def test_what_a_lost_worker_had_in_hand_goes_to_another(
    small: Path, workers: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last test of this cluster: one of its workers is killed in the middle."""

    def killing(log: Log, last: int, length: int) -> Iterator[Window]:
        for number, window in enumerate(PLAN(log, last, length)):
            if number == 3:
                workers.workers[0].kill()
            yield window

    run(small, "--workers", 1, "--report", tmp_path / "one")
    monkeypatch.setattr(verify, "plan", killing)
    run(small, "--scheduler", workers.address, "--report", tmp_path / "many")

    assert workers.workers[0].wait() != 0
    assert lines(tmp_path / "many")[1:-1] == lines(tmp_path / "one")[1:-1]
