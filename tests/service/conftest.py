"""A house that is served, for tests that ask it in odd ways and change nothing in it."""

from collections.abc import Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx
import pytest

from api.roles import Role
from domain.log.store import Log, open_log
from tests.service.asking import House
from tests.service.playing import round_at, round_of
from tests.support.logs import ticking
from tests.support.service import place_at, seat_four, seat_players, served

PLAYERS = ["ann", "bob", "cid"]
FOUR = [*PLAYERS, "dot"]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a table `t` and a match `m`, where rounds wait for their first words."""
    folder = tmp_path_factory.mktemp("house")
    with served(place_at(f"sqlite:///{folder}/log.db", folder)) as running:
        guests = seat_players(running, "t", PLAYERS, act_seconds=86_400)
        round_id = round_at(guests["ann"], "t")
        guests |= seat_four(running, "m", FOUR, seconds=86_400)
        match_round = round_of(guests["ann"], "m")
        guests |= {role.value: running.guest(role.value, role) for role in Role}
        nothing_kept = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        with httpx.Client(base_url=f"{running.url}/v1", cookies=nothing_kept) as stranger:
            yield House(running, guests, stranger, round_id, match_round)


@pytest.fixture
def log() -> Log:
    """A log in memory."""
    return open_log("memory:", now=ticking())
