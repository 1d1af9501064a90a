"""A house that is served, for tests that ask it in odd ways and change nothing in it."""

from collections.abc import Iterator

import httpx
import pytest

from api.roles import Role
from tests.service.asking import House
from tests.service.playing import round_at
from tests.support.service import place_at, seat_players, served

PLAYERS = ["ann", "bob", "cid"]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a table `t`, at which a round waits for its first word, and players."""
    folder = tmp_path_factory.mktemp("house")
    with served(place_at(f"sqlite:///{folder}/log.db", folder)) as running:
        guests = seat_players(running, "t", PLAYERS, act_seconds=86_400)
        round_id = round_at(guests["ann"], "t")
        guests |= {role.value: running.guest(role.value, role) for role in Role}
        with httpx.Client(base_url=f"{running.url}/v1") as stranger:
            yield House(running, guests, stranger, round_id)
