"""Rounds whose keys are erased under a running service, or that were tampered with: no card."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.roles import Role
from domain.flow.address import game
from domain.log.erasing import erase
from domain.log.store import open_log
from tests.service.asking import problem
from tests.service.test_reveals import House, cards_in
from tests.support.service import place_at, served
from tests.support.tamper import tampered


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with served(place_at(f"sqlite:///{tmp_path}/log.db", tmp_path), pause=86_400) as running:
        yield House(running)


def erase_it(house: House) -> None:
    with open_log(house.served.place.log, now=lambda: datetime.now(UTC)) as log:
        stream = game(house.round).stream
        assert erase(log, stream, actor="operator/olga", command_id="e", reason="a test") > 0


def test_h9_8_after_an_erasure_a_running_service_shows_no_card(house: House) -> None:
    who, at = house.someone(), f"/rounds/{house.round}"
    house.granted(who)
    assert cards_in(house.look(who).text) != set()
    assert who.client.get(f"{at}/bundle?reveal=true").status_code == 200
    assert cards_in(house.ann.client.get(at).text) != set(), "the own hand"
    before = house.ada.see(f"{at}/access")

    erase_it(house)

    for kind in ("replay", "bundle"):
        problem(who.client.get(f"{at}/{kind}?reveal=true"), 409, "round_erased", "H9.6")
    asked = house.someone().ask(f"{at}/reveals", {"reason": "why"})
    problem(asked, 409, "round_erased", "H9.6")
    assert house.ada.see(f"{at}/access") == before
    for viewer in (house.ann, who):
        problem(viewer.client.get(at), 409, "data_key_gone")
        problem(viewer.client.get(f"{at}/bundle"), 409, "cards_sealed")
        for kind in ("replay", "history"):
            told = viewer.client.get(f"{at}/{kind}")
            assert (told.status_code, cards_in(told.text)) == (200, set()), kind


def test_of_a_round_that_was_tampered_with_nothing_is_granted(house: House, tmp_path: Path) -> None:
    house.served.stop()
    tampered(tmp_path / "log.db", game(house.round).stream, lambda rows: [*rows[:-2], rows[-1]])
    house.served.start()
    asked = house.someone().ask(f"/rounds/{house.round}/reveals", {"reason": "why"})
    problem(asked, 409, "broken_chain")
    who = house.served.guest("ann", Role.OPERATOR)
    problem(house.look(who), 403, "involved", "H9.9")
