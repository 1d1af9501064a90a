"""A house that is watched: its metrics are read, its traces are sent to a receiver."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from projections.store.address import VIEWS_SETTING
from replay.settings import KEYS_SETTING, LOG_SETTING, SIGNING_SETTING
from tests.arch.source import ROOT
from tests.operation.receiver import Receiver
from tests.service.playing import play_out, round_at
from tests.support.ports import free_port
from tests.support.postgres import _installed, shared_server
from tests.support.service import Guest, Served, place_at, seat_players, served

NAMES = ["xanthippe", "wulfric", "quincy"]
DATABASE = "paipu"
LOGINS = {"paipu_admin": "it's-of-the-test", "paipu_api": "another"}
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture(scope="package", autouse=True)
def unset() -> Iterator[None]:
    """Nothing is set here that tests of other folders have set for themselves."""
    with pytest.MonkeyPatch.context() as patch:
        for setting in (KEYS_SETTING, LOG_SETTING, SIGNING_SETTING, VIEWS_SETTING):
            patch.delenv(setting, raising=False)
        yield


class Watched(NamedTuple):
    """A service in which a round was played, and who watches it."""

    served: Served
    guests: dict[str, Guest]
    round: str
    metrics: str
    """Where they are read."""
    receiver: Receiver

    def read(self) -> list[Sample]:
        """Read all metrics."""
        text = httpx.get(self.metrics, timeout=30).text
        return [one for family in text_string_to_metric_families(text) for one in family.samples]

    def families(self) -> set[str]:
        """Return the names of what is measured of the house, as they are asked for."""
        text = httpx.get(self.metrics, timeout=30).text
        return {
            f"{one.name}_total" if one.type == "counter" else one.name
            for one in text_string_to_metric_families(text)
            if one.name.startswith("paipu_")
        }

    def value(self, name: str, **labels: str) -> float:
        """Return the value of one metric, 0 if it is not there."""
        found = [one.value for one in self.read() if one.name == name and one.labels == labels]
        assert len(found) <= 1
        return found[0] if found else 0.0


@pytest.fixture(scope="package")
def prepared() -> Iterator[dict[str, str]]:
    """The addresses of a database that deploy/database.sql has prepared, by login."""
    server = shared_server()
    server.execute(f"CREATE DATABASE {DATABASE}")
    try:
        script = ROOT / "deploy/database.sql"
        passwords = [f"--set={login[6:]}_password={secret}" for login, secret in LOGINS.items()]
        subprocess.run(
            [_installed() / "psql", *passwords, f"--file={script}", server.url(DATABASE)],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        yield {
            login: server.url(DATABASE, user=login, password=quote(secret))
            for login, secret in LOGINS.items()
        }
    finally:
        server.execute(f"DROP DATABASE {DATABASE} WITH (FORCE)")
        for role in (*LOGINS, "paipu_owner", "paipu_service"):
            server.execute(f"DROP ROLE {role}")


@pytest.fixture(scope="package")
def watched(
    prepared: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Watched]:
    folder: Path = tmp_path_factory.mktemp("watched")
    port, receiver = free_port(), Receiver()
    with pytest.MonkeyPatch.context() as patch, receiver.running():
        patch.setenv("PAIPU_METRICS", f"127.0.0.1:{port}")
        patch.setenv("PAIPU_TRACES", receiver.url)
        patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")  # milliseconds; usually five seconds
        place = place_at(prepared["paipu_admin"], folder)
        place = place._replace(log=prepared["paipu_api"], checkpoint_events=1)
        with served(place) as running:
            guests = seat_players(running, "bluewood", NAMES)
            round_id = round_at(guests["xanthippe"], "bluewood")
            for guest in guests.values():
                guest.client.headers["traceparent"] = PARENT
            play_out(guests.values(), round_id)
            read_at = f"http://127.0.0.1:{port}/metrics"
            yield Watched(running, guests, round_id, read_at, receiver)
