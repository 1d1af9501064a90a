"""No card, and no token, is in what the commands print or the service writes about itself."""

import base64
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from api.cli import main
from api.demo.choosing_in_match import choose
from api.roles import Role
from tests.leaks.guests import play
from tests.leaks.live import following, hello, read
from tests.leaks.looking import none_in
from tests.service.playing import round_of
from tests.support.leaks import CARD
from tests.support.service import Place, Served, place_at, seat_four, seat_players

NAMES = ["ann", "bob", "cyd"]
AT_DEBUG = """
import logging
logging.basicConfig(level=logging.DEBUG)
from api.cli import main
raise SystemExit(main())
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return place_at(f"sqlite:///{tmp_path / 'log.db'}", tmp_path)


class Talkative(Served):
    """A service that writes all that it can write about itself."""

    command: ClassVar[Sequence[str | Path]] = (sys.executable, "-c", AT_DEBUG)


@pytest.fixture
def talkative(place: Place) -> Iterator[Talkative]:
    service = Talkative(place)
    try:
        yield service.start()
    finally:
        service.close()


def test_a_service_that_debugs_writes_no_card_and_no_token(talkative: Talkative) -> None:
    guests = seat_players(talkative, "oak", NAMES, min_players=3, allow_check=True)
    path = "/tables/oak/live?after=0"
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(following(talkative.port, guest.token, path))
            for guest in guests.values()
        ]
        told = [hello(socket) for socket in sockets]
        played = [play(guests, Random(number)) for number in range(3)]
        for socket in sockets:
            while "sizhidao.RoundSettled.1" not in told[-1]:
                told.append(json.dumps(read(socket)))
            told.append("")
    talkative.stop()
    assert len(set(played)) == 3
    assert CARD.findall("".join(told))
    output = talkative.output()
    assert "INFO:paipu.steward:" in output
    assert list(none_in(output)) == []
    assert not [one for one in guests.values() if one.token in output]


def test_a_service_that_debugs_writes_no_card_of_a_match(talkative: Talkative) -> None:
    guests = seat_four(talkative, "ash", [*NAMES, "dot"])
    round_id, chance = round_of(guests["ann"], "ash"), Random(1)
    path = "/matches/ash/live?after=0"
    with following(talkative.port, guests["ann"].token, path) as socket:
        told = [hello(socket)]
        while (seen := guests["ann"].see(f"/rounds/{round_id}"))["status"] == "open":
            for name in [one["player"] for one in seen["seats"] if one["asked"]]:
                view = guests[name].see(f"/rounds/{round_id}")
                if view["legal"]:
                    said = {"turn": view["turn"], **choose(view, (), chance)}
                    checked = guests[name].client.post(f"/rounds/{round_id}/check", json=said)
                    assert checked.json()["verdict"] != "refused"
                    guests[name].done(f"/rounds/{round_id}/actions", said)
        while "shengji.RoundSettled.1" not in told[-1]:
            told.append(json.dumps(read(socket)))
    talkative.stop()
    assert CARD.findall("".join(told))
    output = talkative.output()
    assert "INFO:paipu.steward:" in output
    assert list(none_in(output)) == []
    assert not [one for one in guests.values() if one.token in output]


@pytest.mark.parametrize("role", Role)
def test_a_token_says_who_asks_and_nothing_else(
    role: Role, place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in place.environment.items():
        monkeypatch.setenv(name, value)
    assert main(["token", "ann", "--role", role]) == 0
    printed = capsys.readouterr()
    head, claims, _ = (_decoded(part) for part in printed.out.strip().split("."))
    assert printed.err == ""
    assert json.loads(head).keys() == {"alg", "kid", "typ"}
    said = json.loads(claims)
    assert said.keys() == {"sub", "role", "aud", "iat", "exp", "jti"}
    assert (said["sub"], said["role"]) == ("ann", role)


def _decoded(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
