"""Bots in a match: whose turn it is, what they choose by, the next match, and a round over HTTP."""

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Any

import httpx
import pytest

from api.demo.bot import Share
from api.demo.choosing_in_match import choose
from api.demo.client import Badge, Client, Json, RefusedError, connections
from api.demo.in_match import MatchBot
from api.demo.office import NAME, Office
from api.demo.plan import MATCH, Manner
from api.demo.tally import Tally, Troubles
from api.roles import Role
from api.sample.shengji.bots import Asked, answer
from api.service.auth import Tokens
from api.service.shengji.legals import legal_answer
from domain.cards.card import HIDDEN
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.masters import keys_in
from domain.shengji import commands
from domain.shengji.sides import SEATS
from domain.shengji.state import Playing
from tests.api.test_shengji_bots import played
from tests.support.service import Served, place_at, served

TOKENS = Tokens({"test": bytes(32)})
SWIFT = Manner(think_ms=0, late=0, dropped=0)
ROUND_SECONDS = 120.0


def bot_at(seat: Seat, handler: Callable[[httpx.Request], httpx.Response]) -> MatchBot:
    transport = httpx.MockTransport(handler)
    shared = httpx.AsyncClient(base_url="http://house/v1", transport=transport)
    client = Client(shared, Badge(TOKENS, "tao"))
    share = Share(Office(client), SWIFT, Tally(), Troubles(), Random(1))
    return MatchBot("http://127.0.0.1:1", client, "tao", share, seat)


def nothing(_: httpx.Request) -> httpx.Response:
    return httpx.Response(200, json={})


@pytest.mark.parametrize(
    ("kind", "fact", "seats"),
    [
        ("shengji.CardsLed.1", {"seat": "p2"}, "p3"),
        ("shengji.CardsFollowed.1", {"seat": "p4"}, "p1"),
        ("shengji.TrickWon.1", {"seat": "p3"}, "p3"),
        ("shengji.ContestPassed.1", {"seat": "p3"}, "p1 p2 p3 p4"),
        ("shengji.KittyBuried.1", {"seat": "p3"}, "p1 p2 p3 p4"),
    ],
)
def test_a_bot_looks_when_the_turn_may_be_its_own(kind: str, fact: Json, seats: str) -> None:
    told = {"type": kind, "stream": "round/x", "fact": fact}
    turn = {"type": "house.DeadlineSet.1", "stream": "clock/x", "fact": {}}
    looking = []
    for seat in SEATS:
        bot = bot_at(seat, nothing)
        bot.is_for_me(told)
        looking += [seat] if bot.is_for_me(turn) else []
    assert " ".join(looking) == seats


def test_when_a_match_is_over_the_next_one_is_opened() -> None:
    over, asked = {"lotus", "lotus-2"}, list[str]()

    def handler(request: httpx.Request) -> httpx.Response:
        name = request.url.path.rpartition("/")[2]
        if request.method == "POST":
            asked.append(request.headers["Idempotency-Key"])
            there = {"code": "match_exists", "detail": "there"}
            return httpx.Response(409 if len(asked) < 3 else 200, json=there)
        winner = "A" if name in over else None
        return httpx.Response(200, json={"winner": winner, "abandoned": None})

    bot = bot_at(SEATS[0], handler)
    assert asyncio.run(bot.share.office.match()) == "lotus-3"
    assert asked == ["open-lotus", "open-lotus-2", "open-lotus-3"]


def test_an_office_that_is_refused_for_another_reason_says_so() -> None:
    def handler(_: httpx.Request) -> httpx.Response:
        return httpx.Response(403, json={"code": "forbidden", "detail": "no"})

    with pytest.raises(RefusedError):
        asyncio.run(bot_at(SEATS[0], handler).share.office.match())


def view_of(state: Asked, seat: Seat) -> Json:
    """As much of the view of a round as a bot reads."""
    own = [{"seat": one, "cards": None} for one in SEATS if one != seat]
    view: dict[str, Any] = {
        "viewer": seat,
        "level": state.round.level,
        "dealer": state.round.dealer,
        "trump": getattr(state, "trump", None),
        "seats": [{"seat": seat, "cards": list(state.hands[seat])}, *own],
        "buried": [HIDDEN] * 8,
        "trick": None,
        "legal": [one.model_dump() for one in legal_answer(state, seat)],
    }
    if isinstance(state, Playing):
        if seat == state.round.dealer:
            view["buried"] = list(state.buried)
        if state.plays:
            view["trick"] = {"pattern": str(state.pattern), "plays": plays(state.plays)}
    return view


def plays(trick: Any) -> list[Json]:  # noqa: ANN401 -- plays of a trick, in order
    return [{"seat": play.seat, "cards": list(play.cards)} for play in trick]


@pytest.mark.parametrize("seed", range(3))
def test_out_of_its_view_a_bot_chooses_as_it_does_out_of_the_state(seed: int) -> None:
    compared = 0
    for state, seat, tricks, chance in played(seed):
        kept = chance.getstate()
        command, origin = answer(state, seat, tricks, chance)
        if origin is Origin.CLOCK:
            continue
        chance.setstate(kept)
        chance.random()  # whether it is late, which a bot over HTTP asks elsewhere
        told = [{"plays": plays(trick)} for trick in tricks]
        said: Json = {**choose(view_of(state, seat), told, chance)}
        assert tuple(said.get("cards", ())) == tuple(getattr(command, "cards", ()))
        assert said.get("suit") == getattr(command, "suit", None)
        assert said.get("to") == getattr(command, "to", None)
        assert (said["verb"] == "pass") == isinstance(command, commands.Pass)
        compared += 1
    assert compared > 60


async def play_one_round(house: Served) -> Json:
    """Have four bots play in a match until its first round is over; return what it came to."""
    tokens = Tokens(keys_in(house.place.tokens))
    async with connections(house.url) as shared, asyncio.TaskGroup() as group:
        office = Office(Client(shared, Badge(tokens, NAME, Role.OPERATOR)))
        await office.prepare()
        share = Share(office, SWIFT, Tally(), Troubles(), Random(7))
        bots = [
            MatchBot(house.url, Client(shared, Badge(tokens, name)), name, share, seat)
            for name, seat in zip(MATCH.bots, SEATS, strict=True)
        ]
        tasks = [group.create_task(bot.run()) for bot in bots]
        onlooker = Client(shared, Badge(tokens, "aud", Role.AUDITOR))
        first: Json = {}
        async with asyncio.timeout(ROUND_SECONDS):
            while not first:
                await asyncio.sleep(0.2)
                seen = await onlooker.see(f"/matches/{MATCH.match}/rounds?limit=1")
                first = next((one for one in seen["rounds"] if one["ended_at"]), {})
        for task in tasks:
            task.cancel()
        tricks = await onlooker.see(f"/rounds/{first['round']}/tricks")
        return {**first, "tricks": tricks["tricks"]}


def test_four_bots_play_a_round_of_a_match_over_http(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path_factory.mktemp("match")
    with served(place_at(f"sqlite:///{folder}/log.db", folder)) as house:
        with caplog.at_level(logging.WARNING):
            first = asyncio.run(play_one_round(house))
        assert first["status"] == "complete"
        assert sum(first["scores"].values()) == 0
        patterns = {trick["pattern"] for trick in first["tricks"]}
        assert patterns >= {"single", "pair"}
        cards = [
            card for trick in first["tricks"] for play in trick["plays"] for card in play["cards"]
        ]
        assert len(cards) == 208
    assert [one.message for one in caplog.records if one.name == "paipu.demo"] == []
