"""The bots' side of the wire: asking again, following from the last position, choosing."""

import asyncio
import json
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from random import Random

import httpx
import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from api.demo.at_table import Place, TableBot
from api.demo.bot import Share
from api.demo.choosing import WEIGHTS, choose
from api.demo.client import Badge, Client, Json, RefusedError
from api.demo.live import Live, ToldWrongError
from api.demo.office import Office
from api.demo.plan import Manner
from api.demo.tally import Tally, Troubles
from api.roles import Caller, Role
from api.service.auth import Tokens

TOKENS = Tokens({"test": bytes(32)})
BADGE = Badge(TOKENS, "mei")
REFUSED = {"code": "turn_over", "detail": "over"}

Handler = Callable[[httpx.Request], httpx.Response]


@asynccontextmanager
async def asking(handler: Handler) -> AsyncIterator[Client]:
    transport = httpx.MockTransport(handler)
    async with httpx.AsyncClient(base_url="http://house/v1", transport=transport) as shared:
        yield Client(shared, BADGE)


async def asked(handler: Handler) -> Json:
    async with asking(handler) as client:
        return await client.ask("/tables/plum/leave")


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.demo.client.RETRY_SECONDS", 0)
    monkeypatch.setattr("api.demo.bot.RETRY_SECONDS", 0)


def test_what_may_have_been_done_is_asked_again_with_the_same_key() -> None:
    keys = []

    def handler(request: httpx.Request) -> httpx.Response:
        keys.append(request.headers["Idempotency-Key"])
        if len(keys) == 1:
            raise httpx.ReadError("gone")
        return httpx.Response(503 if len(keys) == 2 else 200, json={"version": 1})

    assert asyncio.run(asked(handler)) == {"version": 1}
    assert len(keys) == 3
    assert len({*keys}) == 1


def test_a_new_wish_has_a_new_key_and_a_token_of_its_player() -> None:
    seen = []

    def handler(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers)
        return httpx.Response(200, json={})

    for _ in range(2):
        asyncio.run(asked(handler))
    assert len({one["Idempotency-Key"] for one in seen}) == 2
    tokens = {one["Authorization"].removeprefix("Bearer ") for one in seen}
    assert {TOKENS.read(token) for token in tokens} == {Caller("mei", Role.PLAYER)}


def test_a_refusal_is_told_by_its_code_and_not_asked_again() -> None:
    times = []

    def handler(request: httpx.Request) -> httpx.Response:
        times.append(request)
        return httpx.Response(409, json=REFUSED)

    with pytest.raises(RefusedError) as refused:
        asyncio.run(asked(handler))
    assert refused.value.code == "turn_over"
    assert len(times) == 1


def test_who_is_never_answered_gives_up_in_the_end() -> None:
    def handler(_: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("nobody")

    with pytest.raises(httpx.ConnectError):
        asyncio.run(asked(handler))


class Socket:
    """A service of one table's socket that tells what it is given, and notes how it is opened.

    A position below zero is told by a heartbeat.
    """

    def __init__(self, *told: int) -> None:
        self.told = told
        self.opened: list[str] = []
        self.denied = 0

    async def tell(self, connection: ServerConnection) -> None:
        for number, position in enumerate(self.told):
            kind = "hello" if number == 0 else "house.RoundStarted.1"
            kind = "heartbeat" if position < 0 else kind
            await connection.send(json.dumps({"type": kind, "position": abs(position)}))

    def denies(self, _: ServerConnection, request: Request) -> Response | None:
        self.opened.append(request.path.rpartition("/")[2])
        assert TOKENS.read(request.headers["Authorization"].removeprefix("Bearer ")).name == "mei"
        if self.denied:
            self.denied -= 1
            return Response(HTTPStatus.CONFLICT, "Conflict", Headers())
        return None


async def followed(socket: Socket, times: int, *, drop: bool = False) -> tuple[Live, list[int]]:
    """Listen so many times, from the beginning; return what was heard."""
    heard: list[int] = []

    def heed(message: Json) -> None:
        heard.append(message["position"])

    async with serve(socket.tell, "127.0.0.1", 0, process_request=socket.denies) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        live = Live(f"http://127.0.0.1:{port}", "/tables/plum", BADGE, heed, drop=lambda: drop)
        for _ in range(times):
            await live.listen()
        return live, heard


def test_a_table_is_followed_on_from_the_last_position() -> None:
    socket = Socket(7, 9, 12)
    live, heard = asyncio.run(followed(socket, 1))
    assert (live.position, heard, socket.opened) == (12, [7, 9, 12], ["live"])
    again = Socket(12)
    asyncio.run(followed(again, 2))
    assert again.opened == ["live", "live?after=12"]


def test_a_heartbeat_is_no_event_and_says_from_where_to_follow() -> None:
    socket = Socket(7, -7, 9, -12, -12, 13, -14)
    live, heard = asyncio.run(followed(socket, 1))
    assert (live.position, heard) == (14, [7, 9, 13])


def test_a_connection_that_is_dropped_is_resumed_where_it_was_lost() -> None:
    socket = Socket(7)
    live, heard = asyncio.run(followed(socket, 3, drop=True))
    assert (live.position, heard) == (7, [7, 7, 7])
    assert socket.opened == ["live", "live?after=7", "live?after=7"]


def test_whoever_is_too_far_back_follows_from_now_on() -> None:
    socket, found = Socket(7), list[int | None]()

    async def behind() -> None:
        async with serve(socket.tell, "127.0.0.1", 0, process_request=socket.denies) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            live = Live(
                f"http://127.0.0.1:{port}", "/tables/plum", BADGE, lambda _: None, drop=bool
            )
            live.position, socket.denied = 3, 1
            for _ in range(2):
                await live.listen()
                found.append(live.position)

    asyncio.run(behind())
    assert found == [None, 7]
    assert socket.opened == ["live?after=3", "live"]


@pytest.mark.parametrize("told", [(7, 7), (7, 9, 8)])
def test_what_is_told_twice_or_out_of_order_is_noticed(told: tuple[int, ...]) -> None:
    with pytest.raises(ToldWrongError):
        asyncio.run(followed(Socket(*told), 1))


def test_every_word_that_is_open_is_said_within_its_amounts() -> None:
    splits = [[["9c", "2h"], ["As", "Ad"]], [["As", "2h"], ["9c", "Ad"]]]
    offers: list[list[Json]] = [
        [{"verb": "fold"}, {"verb": "allin", "points": 90}, {"verb": "check"},
         {"verb": "bet", "least": 50, "most": 90}],
        [{"verb": "fold"}, {"verb": "allin", "points": 90}, {"verb": "call", "points": 60},
         {"verb": "raise", "least": 120, "most": 900}],
        [{"verb": "split", "splits": splits}],
        [{"verb": "buy", "points": 70}, {"verb": "decline"}],
    ]  # fmt: skip
    said = [choose(legal, Random(seed)) for legal in offers for seed in range(300)]
    assert {one["verb"] for one in said} == {*WEIGHTS}
    assert all(one.get("points") in {None, *range(50, 91)} for one in said)
    assert all(one.get("to") in {None, *range(120, 901)} for one in said)
    piles = [(one["front"], one["back"]) for one in said if one["verb"] == "split"]
    assert {json.dumps(one) for one in piles} == {json.dumps(one) for one in splits}
    assert all("front" not in one for one in said if one["verb"] != "split")


def test_whatever_goes_wrong_a_bot_goes_on_and_tells_it_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    enough, asked = asyncio.Event(), Counter[str]()

    def handler(request: httpx.Request) -> httpx.Response:
        asked[request.url.path] += 1
        if asked.total() == 12:
            enough.set()
        if asked.total() % 2:
            return httpx.Response(200, json={"nothing": "of the kind"})
        return httpx.Response(200, text="no JSON")

    async def played() -> None:
        async with asking(handler) as client:
            share = Share(Office(client), Manner(), Tally(), Troubles(), Random(1))
            bot = TableBot("http://127.0.0.1:1", client, "mei", share, Place("plum", "p1"))
            playing = asyncio.create_task(bot.run())
            await enough.wait()
            assert not playing.done()
            playing.cancel()
            with suppress(asyncio.CancelledError):
                await playing

    with caplog.at_level(logging.WARNING):
        asyncio.run(played())
    told = [one.message for one in caplog.records]
    assert len(told) == len({*told}) == 3
    assert {"mei: KeyError", "mei: JSONDecodeError"} < {*told}


def test_a_tally_counts_what_players_and_the_clock_do() -> None:
    tally = Tally()
    for origin in ("player", "player", "clock", "house"):
        tally.heed({"type": "sizhidao.Folded.1", "stream": "round/x", "origin": origin})
    tally.heed({"type": "house.PlayerSat.1", "stream": "table/x", "origin": "player"})
    tally.heed({"type": "house.RoundEnded.1", "stream": "table/x", "origin": "player"})
    tally.heed({"type": "hello", "table": "x", "position": 3})
    assert str(tally) == "1 rounds ended, 2 events by players, 1 by the clock"
