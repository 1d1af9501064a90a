"""The server of a process, which goes gently, and the parent of several, which replaces them."""

import asyncio
import logging
import os
import signal
import socket
import time
from types import FrameType
from typing import Final, NamedTuple

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from api.service.standing import STANDING

GRACE_SECONDS: Final = 10
"""How long requests in hand may take when the service is told to stop."""
READY_SECONDS: Final = 120
"""How long a new worker may take to begin before the old ones are kept instead."""
MARGIN_SECONDS: Final = 20
"""How much longer than its drain and its grace a worker that goes may take."""
HANGING_SECONDS: Final = 30
"""How long a worker may answer nothing before it is ended. On a busy machine its imports alone take
more than the five seconds that are usual, and it would be ended again and again."""
_logger: Final = logging.getLogger("paipu.service")


class Server(uvicorn.Server):
    """Is not ready any more when it is told to stop (SIGTERM), and stops `drain` seconds later.

    One of several that is told to leave (SIGUSR1) takes no connection from then on, since the
    others do, and goes on with those that it has for as long.
    """

    def __init__(self, config: uvicorn.Config, drain: int) -> None:
        super().__init__(config)
        self._drain = drain
        self._until: float | None = None
        STANDING.workers = config.workers

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to go, once; Ctrl-C does not wait."""
        STANDING.stop()
        if sig != signal.SIGTERM:
            super().handle_exit(sig, frame)
        elif signal.SIGTERM not in self._captured_signals:
            self._captured_signals.append(sig)
            self._until = time.monotonic() + self._drain

    def leave(self) -> None:
        """Leave what comes to the others."""
        STANDING.leave()
        for server in self.servers:
            server.close()
        self._until = self._until or time.monotonic() + self._drain

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the house, and take requests."""
        await super().startup(sockets)
        if self.config.workers > 1:
            asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self.leave)

    async def on_tick(self, counter: int) -> bool:
        """Say ten times a second whether to stop."""
        if self._until is not None and time.monotonic() >= self._until:
            self.should_exit = True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more, and end what is in hand."""
        STANDING.close()
        await super().shutdown(sockets)


class Worker(Process):
    """One of several processes."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], drain: int) -> None:
        self._drain = drain
        super().__init__(config, sockets)

    def leave(self) -> None:
        """Have it leave what comes to the others, and end."""
        if self.process.pid is not None:
            os.kill(self.process.pid, signal.SIGUSR1)
        self.parent_conn.close()
        self.child_conn.close()

    @property
    def server(self) -> Server:
        """What it runs, made in the process itself."""
        if not isinstance(self._server, Server):
            self._server = Server(self.config, self._drain)
        return self._server


class Coming(NamedTuple):
    """A worker that is to take a place, and when it must have begun."""

    place: int
    worker: Worker
    by: float


class Going(NamedTuple):
    """A worker that was told to stop, and when it must have ended."""

    worker: Worker
    by: float


class Workers(Multiprocess):
    """Several processes, each of which is replaced when it ends, whatever it ended by.

    Uvicorn would stop all of them if one cannot begin, such as while the database is away. On
    SIGHUP they are replaced one after another, each when the new one takes requests; uvicorn would
    wait for each in turn and hear nothing meanwhile, not even that it is to stop.
    """

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], drain: int) -> None:
        super().__init__(config, sockets)
        self._drain = drain
        self._due: list[int] = []
        """The places whose workers are to be replaced."""
        self._coming: Coming | None = None
        self._going: list[Going] = []

    def init_processes(self) -> None:
        """Begin with all of them."""
        self.processes = [self._begun() for _ in range(self.processes_num)]

    def handle_hup(self) -> None:
        """Replace all workers."""
        self._due = list(range(len(self.processes)))

    def handle_ttin(self) -> None:
        """Nothing: how many there are is said by `--workers`."""

    def handle_ttou(self) -> None:
        """Likewise."""

    def keep_subprocess_alive(self) -> None:
        """Replace those that have ended or hang, and those that are to be replaced."""
        for number, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if process.is_alive(timeout=self.config.timeout_worker_healthcheck):
                continue
            process.kill()
            process.join()
            _logger.warning(
                "worker %s has ended (%s); another takes its place", process.pid, process.exitcode
            )
            self.processes[number] = self._begun()
        self._bury()
        self._replace()

    def terminate_all(self) -> None:
        """Tell all to stop, also one that has not begun yet."""
        if self._coming is not None:
            self.processes.append(self._coming.worker)
        super().terminate_all()

    def join_all(self) -> None:
        """Wait until all have ended."""
        for one in (*self.processes, *(gone.worker for gone in self._going)):
            one.join()

    def _begun(self) -> Worker:
        worker = Worker(self.config, self.sockets, self._drain)
        worker.start()
        return worker

    def _bury(self) -> None:
        """Forget workers that have gone, and end those that do not go by themselves."""
        for one in self._going:
            if time.monotonic() > one.by and one.worker.process.is_alive():
                _logger.warning("worker %s does not end; it is ended", one.worker.pid)
                one.worker.process.kill()
        self._going = [one for one in self._going if one.worker.process.is_alive()]

    def _replace(self) -> None:
        """Go on replacing workers: one begins, then the old one goes, then the next."""
        if self._coming is None:
            if self._due and not self._going:
                by = time.monotonic() + READY_SECONDS
                self._coming = Coming(self._due.pop(0), self._begun(), by)
            return
        place, worker, by = self._coming
        if worker.is_ready(timeout=1):
            old, self.processes[place] = self.processes[place], worker
            assert isinstance(old, Worker)
            old.leave()
            until = time.monotonic() + self._drain + GRACE_SECONDS + MARGIN_SECONDS
            self._going.append(Going(old, until))
            self._coming = None
        elif not worker.process.is_alive() or time.monotonic() > by:
            _logger.error("worker %s does not begin; the old ones stay", worker.pid)
            worker.kill()
            worker.join()
            self._coming, self._due = None, []
