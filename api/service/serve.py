"""`paipu serve`: the service in one process, or in several over one server's log."""

import gc
import logging
import resource
import socket
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import uvicorn
from fastapi import FastAPI

from api.observing.watch import set_watch
from api.service.app import service
from api.service.heads import ALWAYS
from api.service.logs import log_to_stderr
from api.service.opening import Opening
from api.service.protocol import BoundedProtocol
from api.service.server import GRACE_SECONDS, HANGING_SECONDS, Server, Workers
from api.serving import Serving, hand_on_choices, set_every, set_pause
from api.settings import set_guarding, set_proxies, tokens_for
from domain.kernel.text import reason_of, text
from domain.log.address import is_postgres
from domain.log.errors import KeysMissingError, LogAddressError, LogError
from domain.log.store import open_log
from projections.store.engine import open_views
from replay.configuration import number
from replay.settings import development_keys, set_log, signer_for, views_address

DRAIN_SETTING: Final = "PAIPU_DRAIN_SECONDS"
BACKLOG: Final = 2048
FAILED: Final = 2
KEPT_SECONDS: Final = 75
"""How long a connection is kept for the next request: longer than a proxy in front keeps it, or one
would be closed here in the moment in which a request is sent on."""
GONE_SECONDS: Final = 30
"""How long a client may not even acknowledge what it is sent."""
UNSENT_BYTES: Final = 64 * 1024
"""What the kernel keeps for a client that does not read."""
_INHERITED: Final = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT_BYTES),
    *(
        (socket.IPPROTO_TCP, getattr(socket, name), value)
        for name, value in (
            ("TCP_KEEPIDLE", GONE_SECONDS),
            ("TCP_USER_TIMEOUT", 1_000 * GONE_SECONDS),
        )
        if hasattr(socket, name)  # not everywhere
    ),
)
"""What connections have of the socket that listens."""


def config_of(serving: Serving) -> uvicorn.Config:
    """Return how the service is run."""
    proxies = set_proxies()
    return uvicorn.Config(
        "api.service.serve:application",
        factory=True,
        host=serving.host,
        port=serving.port,
        workers=serving.workers,
        loop="uvloop",
        http=BoundedProtocol,
        ws="websockets-sansio",
        ws_max_size=4096,
        ws_per_message_deflate=False,  # it would take a quarter of a megabyte a socket, and time
        access_log=False,
        log_config=None,
        server_header=False,
        headers=list(ALWAYS),
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=KEPT_SECONDS,
        timeout_worker_healthcheck=HANGING_SECONDS,
    )


def serve(serving: Serving) -> int:
    """Serve until told to stop; return the exit code. Raises what opening the house raises."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # a file for everybody who follows
    if serving.workers > 1 and not is_postgres(serving.log):
        message = text("a log in a file is served by one process; several workers need PostgreSQL")
        raise LogAddressError(message)
    prepare(serving)
    require_house(serving.log)
    config, listening, drain = config_of(serving), listen(serving), number(DRAIN_SETTING)
    with listening, suppress(KeyboardInterrupt):  # which uvicorn passes on once all is closed
        if serving.workers > 1:
            Workers(config, [listening], drain).run()
            return 0
        server = Server(config, drain)
        server.run([listening])
        return 0 if server.started else FAILED
    return 0


def listen(serving: Serving) -> socket.socket:
    """Return a socket that listens. Raises `CannotListenError`."""
    family = socket.AF_INET6 if ":" in serving.host else socket.AF_INET
    try:
        listening = socket.create_server(
            (serving.host, serving.port), family=family, backlog=BACKLOG
        )
    except OSError as error:
        message = text(
            "{host} port {port}: {reason}",
            host=serving.host,
            port=serving.port,
            reason=reason_of(error),
        )
        raise CannotListenError(message) from None
    listening.set_inheritable(True)  # for workers
    for level, name, value in _INHERITED:
        listening.setsockopt(level, name, value)
    return listening


class CannotListenError(LogError):
    """The address to serve at is taken, or not this machine's."""

    code = "cannot_listen"


def require_house(url: str) -> None:
    """Raise what a house at an address would fail with, before anything is served."""
    tokens_for(url).require()
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
    hand_on_choices(serving)
    log_to_stderr()


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
    log_to_stderr()  # a worker begins with nothing of what its parent has set
    quiet()
    logging.getLogger("uvicorn.error").addFilter(_is_a_fault)
    log = set_log()
    watch = set_watch()
    opening = Opening(log, int(set_pause()), set_every(), watch)
    app = service(opening.open, tokens_for(log), watch, set_guarding())
    leave_what_stays()
    return app


def leave_what_stays() -> None:
    """Let the collector of garbage pass over all that there is now, which stays until the end.

    It is most of what a worker has; to search it again and again stops everybody for a tenth of a
    second each time.
    """
    gc.collect()
    gc.freeze()
