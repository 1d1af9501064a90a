"""Lost connections, and a server that goes away: coded errors, nothing lost, nothing doubled."""

import signal
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread, Timer
from time import monotonic, sleep
from typing import Self

import pytest

from domain.log.errors import ConflictError, LogUnavailableError
from domain.log.store import Log, open_log
from projections.migrations.upgrade import migrate
from tests.contract.proxy import Proxy
from tests.log.given import asked, bet, ticking, write
from tests.support.postgres import Server, shared_server

ENDING = (
    "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
    " WHERE datname = '{}' AND query ~ '{}'"
)

LISTENING = (
    "SELECT pid FROM pg_stat_activity WHERE datname = '{}' AND query ~ 'LISTEN' AND state = 'idle'"
)
PATIENCE = 60.0


def terminate(url: str, query: str = "") -> int:
    """End the sessions of a database whose last statement holds a text; return how many."""
    return len(shared_server().execute(ENDING.format(url.rpartition("/")[2], query)))


def await_listener(url: str) -> None:
    """Wait until somebody listens in a database."""
    begun = monotonic()
    database = url.rpartition("/")[2]
    while not shared_server().execute(LISTENING.format(database)):
        assert monotonic() - begun < PATIENCE
        sleep(0.01)


@pytest.fixture
def server_log(server_url: str) -> Iterator[Log]:
    with open_log(server_url, now=ticking()) as log:
        yield log


@pytest.fixture
def proxied(server_url: str) -> Iterator[tuple[Log, Proxy]]:
    """A log with one event, behind a network that can be cut."""
    with Proxy(shared_server().port) as proxy:
        address = server_url.replace(f":{shared_server().port}/", f":{proxy.port}/")
        with open_log(address, now=ticking()) as log:
            log.append([write("round/1", 0, bet(1))], asked("1"))
            yield log, proxy


def test_an_append_whose_answer_was_lost_still_gets_its_receipt(
    proxied: tuple[Log, Proxy], server_log: Log
) -> None:
    log, proxy = proxied
    proxy.cuts = 1

    receipt = log.append([write("round/1", 1, bet(2))], asked("2"))

    assert proxy.cuts == 0
    assert not receipt.repeated
    (_, written) = server_log.read("round/1")
    assert (receipt.version, receipt.hash) == (2, written.hash.hex())
    assert receipt.positions == (written.position,)


def test_when_nobody_can_know_the_log_says_so_and_the_command_can_be_sent_again(
    proxied: tuple[Log, Proxy], server_log: Log
) -> None:
    log, proxy = proxied
    proxy.cuts = 2

    with pytest.raises(LogUnavailableError, match="send the command again") as unknown:
        log.append([write("round/1", 1, bet(2))], asked("2"))

    assert unknown.value.__context__ is None
    assert len(server_log.read("round/1")) == 2
    receipt = log.append([write("round/1", 1, bet(2))], asked("2"))
    assert (receipt.version, receipt.repeated) == (2, True)
    assert len(server_log.read("round/1")) == 2


def test_of_two_one_of_whom_lost_its_answer_one_has_written(
    proxied: tuple[Log, Proxy], server_log: Log
) -> None:
    log, proxy = proxied
    server_log.append([write("round/1", 1, bet(3))], asked("3"))
    proxy.cuts = 1

    with pytest.raises(ConflictError):
        log.append([write("round/1", 1, bet(2))], asked("2"))

    assert log.receipt_of("ann", "2") is None


def test_idle_connections_that_were_lost_are_made_anew(server_url: str, server_log: Log) -> None:
    server_log.append([write("round/1", 0, bet(1))], asked("1"))
    assert terminate(server_url) == 1

    assert server_log.append([write("round/1", 1, bet(2))], asked("2")).version == 2
    assert terminate(server_url) == 1
    assert len(server_log.read("round/1")) == 2


def test_a_listener_that_was_cut_off_delays_and_loses_nothing(
    server_url: str, server_log: Log
) -> None:
    assert not server_log.wait_beyond(0, 0.1)
    await_listener(server_url)
    assert terminate(server_url, "LISTEN") == 1
    with open_log(server_url, now=ticking()) as other:
        timer = Timer(0.1, lambda: other.append([write("round/1", 0, bet(1))], asked("1")))
        timer.start()
        assert server_log.wait_beyond(0, 20)
        timer.join()


def test_a_listener_that_was_cut_off_listens_again(
    server_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On its own it would not look in time: it must have been told.
    monkeypatch.setattr("domain.log.adapter.postgres.POLL_SECONDS", 10 * PATIENCE)
    with (
        open_log(server_url, now=ticking()) as log,
        open_log(server_url, now=ticking()) as other,
    ):
        assert not log.wait_beyond(0, 0.1)
        await_listener(server_url)
        assert terminate(server_url, "LISTEN") == 1
        await_listener(server_url)
        for number in range(2):
            writes = [write("round/1", number, bet(number + 1))]
            timer = Timer(0.1, other.append, (writes, asked(f"{number}")))
            timer.start()
            assert log.wait_beyond(log.last_position(), PATIENCE)
            timer.join()
        assert terminate(server_url, "LISTEN") == 1


class Load:
    """Four writers, each appending bets of 0, 1, 2 … to a stream, each until it is acknowledged."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._enough = Event()
        self._acknowledged = [0] * 4
        self._writers = [Thread(target=self._write, args=(number,)) for number in range(4)]

    def __enter__(self) -> Self:
        for writer in self._writers:
            writer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._enough.set()
        for writer in self._writers:
            writer.join()

    def _write(self, writer: int) -> None:
        while not self._enough.is_set():
            number = self._acknowledged[writer]
            writes = [write(f"round/{writer}", number, bet(number))]
            with suppress(LogUnavailableError):
                self._log.append(writes, asked(f"{writer}/{number}"))
                self._acknowledged[writer] += 1

    def total(self) -> int:
        return sum(self._acknowledged)

    def check(self) -> None:
        """Compare the log with what was acknowledged; the last of each may be unacknowledged."""
        for writer, count in enumerate(self._acknowledged):
            events = [one.event for one in self._log.read(f"round/{writer}")]
            assert count <= len(events) <= count + 1
            assert events == [bet(number) for number in range(len(events))]


def test_writers_whose_sessions_are_ended_lose_and_double_nothing(
    server_url: str, server_log: Log
) -> None:
    ended = 0
    with Load(server_log) as load:
        for _ in range(20):
            sleep(0.05)
            ended += terminate(server_url, "append_commands")

    assert ended > 0
    assert load.total() > 20
    load.check()


def await_more(load: Load) -> None:
    before = load.total()
    begun = monotonic()
    while load.total() < before + 20:
        assert monotonic() - begun < PATIENCE
        sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_server_that_restarts_under_load_loses_and_doubles_nothing(
    how: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("domain.log.adapter.pool.PATIENCE_SECONDS", 1.0)
    server = Server(durable=True)
    try:
        server.execute("CREATE DATABASE log")
        migrate(server.url("log"))
        with open_log(server.url("log"), now=ticking()) as log:
            with Load(log) as load:
                await_more(load)
                server.stop(how)
                with pytest.raises(LogUnavailableError):
                    log.read("round/0")
                server.start()
                await_more(load)
            load.check()
    finally:
        server.remove()
