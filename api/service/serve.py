"""`paipu serve`: the service in one process, or in several over one server's log."""

import gc
import logging
import socket
import sys
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import uvicorn
from fastapi import FastAPI
from uvicorn.supervisors.multiprocess import Multiprocess, Process

from api.service.app import service
from api.service.opening import Opening
from api.serving import Serving, hand_on, set_dispute_hours, set_every, set_pause
from api.settings import tokens_for
from domain.log.address import is_postgres
from domain.log.errors import KeysMissingError, LogAddressError, LogError
from domain.log.store import open_log
from projections.store.engine import open_views
from replay.settings import development_keys, set_log, signer_for, views_address

BACKLOG: Final = 2048
FAILED: Final = 2
GRACE_SECONDS: Final = 10
"""How long requests in hand may take when the service is told to stop."""
COLLECTED: Final = (50_000, 20, 100)
"""How many new objects there are before those of each age are searched for garbage."""
_logger: Final = logging.getLogger("paipu.service")
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def config_of(serving: Serving) -> uvicorn.Config:
    """Return how the service is run."""
    return uvicorn.Config(
        "api.service.serve:application",
        factory=True,
        host=serving.host,
        port=serving.port,
        workers=serving.workers,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=4096,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=False,  # who asks is known by the token, and nothing else is asked
        timeout_graceful_shutdown=GRACE_SECONDS,
    )


def serve(serving: Serving) -> int:
    """Serve until told to stop; return the exit code. Raises what opening the house raises."""
    if serving.workers > 1 and not is_postgres(serving.log):
        message = "a log in a file is served by one process; several workers need PostgreSQL"
        raise LogAddressError(message)
    set_dispute_hours()  # a bad setting is told now, not to who opens a dispute
    prepare(serving)
    require_house(serving.log)
    config, listening = config_of(serving), listen(serving)
    with listening, suppress(KeyboardInterrupt):  # which uvicorn passes on once all is closed
        if serving.workers > 1:
            Workers(config, [listening]).run()
            return 0
        server = uvicorn.Server(config)
        server.run([listening])
        return 0 if server.started else FAILED
    return 0


class Workers(Multiprocess):
    """Several processes, each of which is replaced when it ends, whatever it ended by.

    Uvicorn would stop all of them if one cannot begin, such as while the database is away.
    """

    def keep_subprocess_alive(self) -> None:
        """Replace those that have ended or hang."""
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
            self.processes[number] = Process(self.config, self.sockets)
            self.processes[number].start()


def listen(serving: Serving) -> socket.socket:
    """Return a socket that listens. Raises `CannotListenError`."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    try:
        listening = socket.create_server(
            (serving.host, serving.port), family=family, backlog=BACKLOG
        )
    except OSError as error:
        message = f"{serving.host} port {serving.port}: {error.strerror or 'no such address'}"
        raise CannotListenError(message) from None
    listening.set_inheritable(True)  # for workers
    return listening


class CannotListenError(LogError):
    """The address to serve at is taken, or not this machine's."""

    code = "cannot_listen"


def require_house(url: str) -> None:
    """Raise what a house at an address would fail with, before anything is served."""
    tokens_for(url)
    signer_for(url)
    set_every()
    address = views_address(url)
    with open_log(url, now=lambda: datetime.now(UTC), keys=development_keys(url)) as log:
        if log.keys is None:
            raise KeysMissingError
        if address is not None:
            open_views(address).close()


def prepare(serving: Serving) -> None:
    """Hand the settings to this process's application and to its workers."""
    hand_on(serving)
    _log_to_stderr()


def _log_to_stderr() -> None:
    logging.basicConfig(level=logging.WARNING, format=_FORMAT, stream=sys.stderr)


def _is_a_fault(record: logging.LogRecord) -> bool:
    """Say whether it is more than a socket that was refused, which uvicorn calls an error."""
    return "without completing handshake" not in record.msg


def quiet() -> None:
    """Keep what goes to and fro out of the log, at whatever level that is.

    The server would write every address there when it tells much, and every frame of a socket when
    it debugs; a frame holds a player's cards, and an address whatever a client put into it.
    """
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


def application() -> FastAPI:
    """Return the application of a worker, by the settings of the environment."""
    _log_to_stderr()  # a worker begins with nothing of what its parent has set
    quiet()
    logging.getLogger("uvicorn.error").addFilter(_is_a_fault)
    log = set_log()
    app = service(Opening(log, int(set_pause()), set_every()).open, tokens_for(log))
    leave_what_stays()
    return app


def leave_what_stays() -> None:
    """Let the collector of garbage pass over all that there is now, which stays until the end.

    It is most of what a worker has; to search it again and again stops everybody for a tenth of a
    second each time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
