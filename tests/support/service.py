"""A service for tests: the real one, in a process of its own, on a port of loopback."""

import os
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self
from uuid import uuid4

import httpx

from api.roles import Caller, Role
from api.service.auth import Tokens
from api.serving import EVENTS_SETTING, SECONDS_SETTING
from api.settings import TOKENS_SETTING
from domain.flow.address import Kind
from domain.log.accepted import CommandAccepted
from domain.log.envelope import Recorded
from domain.log.masters import keys_in
from domain.log.store import open_log
from projections.store.address import VIEWS_SETTING
from replay.settings import KEYS_SETTING, LOG_SETTING, SIGNING_SETTING, views_address
from tests.support.keys import key_file
from tests.support.ports import free_port
from tests.support.tables import migrate, migrate_views

PATIENCE = 120.0
RATES = ("PAIPU_RATE_ADDRESS", "PAIPU_RATE_CALLER", "PAIPU_RATE_LOGINS")
BESIDE = Path(sys.executable).parent
PLAIN = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that ask without TLS: to load all authorities takes longer than most requests."""
ORIGIN = "house.example/log"
SETTINGS = {"act_seconds": 60, "split_seconds": 60, "buy_in_seconds": 60}


class Place(NamedTuple):
    """Where a house is: its log and its files of keys and of secrets.

    It signs its log when it has this many more events.
    """

    log: str
    keys: Path
    tokens: Path
    signing: Path
    checkpoint_events: int = 1_000_000

    @property
    def environment(self) -> Mapping[str, str]:
        """The settings of a process that serves or proves it."""
        ours = {
            LOG_SETTING: self.log,
            KEYS_SETTING: str(self.keys),
            TOKENS_SETTING: str(self.tokens),
            VIEWS_SETTING: "",
            SIGNING_SETTING: str(self.signing),
            EVENTS_SETTING: str(self.checkpoint_events),
            SECONDS_SETTING: "86400",
            # One machine asks for everybody here.
            **dict.fromkeys(RATES, "off"),
            "PAIPU_SOCKETS": "0",
        }
        return {**os.environ, **ours}


def place_at(log: str, folder: Path) -> Place:
    """Make a house at a log's address, its keys and secrets in a folder; the log is migrated."""
    migrate(log)
    views = views_address(log)
    if views is not None:
        migrate_views(views)
    keys = key_file(folder / "keys")
    tokens = key_file(folder / "tokens", ("tokens", bytes(range(64, 96))))
    signing = key_file(folder / "signing", (ORIGIN, bytes(range(96, 128))))
    return Place(log, keys, tokens, signing)


class Served:
    """A service that runs, can be killed, and started again at the same place and port."""

    command: ClassVar[Sequence[str | Path]] = (BESIDE / "paipu",)

    def __init__(
        self,
        place: Place,
        *,
        workers: int = 1,
        pause: int = 0,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.place = place
        self._settings = settings or {}
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.told = place.keys.with_name(f"service-{self.port}.log")
        self._words = f"serve --port {self.port} --pause {pause} --workers {workers}".split()
        self.tokens = Tokens(keys_in(place.tokens))
        self._guests: list[Guest] = []
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> Self:
        """Start it, and wait until it answers."""
        with self.told.open("ab") as told:
            self._process = subprocess.Popen(
                [*self.command, *self._words],
                env={**self.place.environment, **self._settings},
                cwd=self.place.keys.parent,
                stdin=subprocess.DEVNULL,
                stdout=told,
                stderr=told,
                start_new_session=True,
            )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.output()
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.02)
        return self

    @property
    def pid(self) -> int:
        """The number of its process, the parent of its workers if it has several."""
        assert self._process is not None
        return self._process.pid

    def _answers(self) -> bool:
        try:
            answer = httpx.get(f"{self.url}/v1/health", timeout=5, verify=PLAIN)
        except httpx.TransportError:
            return False
        return answer.status_code == httpx.codes.OK

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """End it and all its processes, at once unless `how` is gentler; return the exit code."""
        assert self._process is not None
        os.killpg(self._process.pid, how)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def stop(self) -> int:
        """Stop it as an operator does."""
        assert self._process is not None
        self._process.terminate()
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def written(self, position: int) -> list[Recorded]:
        """Return what was written after a position, but for what the service says of itself."""
        with open_log(self.place.log, now=lambda: datetime.now(UTC)) as log:
            return [one for one in log.after(position, 1_000) if not _is_incident(one)]

    def output(self) -> str:
        """Return what it has written about itself."""
        return self.told.read_text(errors="replace")

    def token(self, name: str, role: Role = Role.PLAYER) -> str:
        """Return a token of somebody."""
        return self.narrow(Caller(name, role))

    def narrow(self, who: Caller) -> str:
        """Return a token of somebody, for the scopes that are named."""
        return self.tokens.make(who, timedelta(hours=1), datetime.now(UTC))

    def guest(self, name: str, role: Role = Role.PLAYER) -> "Guest":
        """Return somebody who asks this service."""
        guest = Guest(self.url, name, self.token(name, role))
        self._guests.append(guest)
        return guest

    def close(self) -> None:
        """Stop it if it runs, and close the connections of all guests."""
        for guest in self._guests:
            guest.client.close()
        if self._process is not None:
            self.stop()


def _is_incident(one: Recorded) -> bool:
    """Say whether a fact is an incident (H16), which comes by itself, or its acceptance."""
    accepted = one.event.results if isinstance(one.event, CommandAccepted) else ()
    streams = [result.stream for result in accepted] or [one.stream]
    return all(stream.startswith(f"{Kind.INCIDENTS}/") for stream in streams)


@contextmanager
def served(
    place: Place,
    *,
    workers: int = 1,
    pause: int = 0,
    settings: Mapping[str, str] | None = None,
) -> Iterator[Served]:
    """Yield a running service, and stop it."""
    service = Served(place, workers=workers, pause=pause, settings=settings)
    try:
        yield service.start()
    finally:
        service.close()


class Guest:
    """Somebody who asks a service over one connection, each command under a new key."""

    def __init__(self, url: str, name: str, token: str) -> None:
        self.name = name
        self.token = token
        self.client = httpx.Client(
            base_url=f"{url}/v1",
            headers={"Authorization": f"Bearer {token}"},
            timeout=PATIENCE,
            verify=PLAIN,
        )
        self._keys = (f"{name}-{uuid4().hex[:8]}-{number}" for number in count(1))

    def ask(
        self, path: str, body: object = None, *, key: str | None = None, method: str = "POST"
    ) -> httpx.Response:
        """Ask a command."""
        headers = {"Idempotency-Key": key or next(self._keys)}
        return self.client.request(method, path, json=body, headers=headers)

    def done(self, path: str, body: object = None, *, key: str | None = None) -> dict[str, Any]:
        """Ask a command that must be accepted; return its receipt."""
        answer = self.ask(path, body, key=key)
        assert answer.status_code == httpx.codes.OK, answer.text
        receipt: dict[str, Any] = answer.json()
        return receipt

    def see(self, path: str) -> dict[str, Any]:
        """Look at something that must be there."""
        answer = self.client.get(path)
        assert answer.status_code == httpx.codes.OK, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def act(self, round_id: str, turn: str, verb: str, **rest: object) -> httpx.Response:
        """Act in a round."""
        body = {"turn": turn, "verb": verb, **rest}
        return self.ask(f"/rounds/{round_id}/actions", body)


def seat_players(
    served: Served, table: str, names: list[str], **settings: object
) -> dict[str, Guest]:
    """Open a table and seat new players at it, each with the entry; return them by name."""
    office = served.guest("office", Role.OPERATOR)
    office.done("/tables", {"table": table, "settings": {**SETTINGS, **settings}})
    entry = office.see(f"/tables/{table}")["settings"]["entry"]
    guests = {}
    for number, name in enumerate(names, start=1):
        office.done("/players", {"player": name, "test": True})
        paid = {"points": 10 * entry, "reason": "test", "reference": f"{table} {name}"}
        office.done(f"/players/{name}/deposits", paid)
        guests[name] = served.guest(name)
        guests[name].done(f"/tables/{table}/sit", {"seat": f"p{number}", "points": entry})
    return guests


CLOCKS = ("contest", "trump", "return", "bury", "play")


def seat_four(
    served: Served, match: str, names: Sequence[str], *, seconds: int = 600, **settings: object
) -> dict[str, Guest]:
    """Open a match and seat four players in it, p1 upward, who are ready; return them by name.

    Players who do not exist yet are created. The house starts the first round.
    """
    office = served.guest("office", Role.OPERATOR)
    clocks = {f"{phase}_seconds": seconds for phase in CLOCKS}
    office.done("/matches", {"match": match, "settings": {**clocks, **settings}})
    guests = {}
    for number, name in enumerate(names, start=1):
        office.ask("/players", {"player": name, "test": True})
        guests[name] = served.guest(name)
        guests[name].done(f"/matches/{match}/join", {"seat": f"p{number}"})
        guests[name].done(f"/matches/{match}/ready")
    return guests
