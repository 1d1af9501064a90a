"""What can be followed: sockets and streams, of a table, a match and a round."""

from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from domain.flow.address import Address, Kind
from tests.leaks.evening import TABLE
from tests.leaks.live import Listen, listened, opened, refused, streamed
from tests.leaks.looking import SOCKET, Look, facts_in, none_in, outlet
from tests.leaks.match import MATCH
from tests.support.leaks import Leak


@outlet(SOCKET, "/v1/tables/{table}/live")
def live(look: Look) -> Iterator[Leak]:
    yield from followed(look, Address(Kind.TABLE, TABLE))


@outlet(SOCKET, "/v1/matches/{match}/live")
def live_of_match(look: Look) -> Iterator[Leak]:
    yield from followed(look, Address(Kind.MATCH, MATCH))


@outlet(SOCKET, "/v1/rounds/{round}/live")
def live_of_round(look: Look) -> Iterator[Leak]:
    yield from followed(look, Address(Kind.ROUND, look.moment.some_round().id))


@outlet("GET", "/v1/tables/{table}/events")
def events(look: Look) -> Iterator[Leak]:
    yield from followed(look, Address(Kind.TABLE, TABLE), streamed)


@outlet("GET", "/v1/matches/{match}/events")
def events_of_match(look: Look) -> Iterator[Leak]:
    yield from followed(look, Address(Kind.MATCH, MATCH), streamed)


@outlet("GET", "/v1/rounds/{round}/events")
def events_of_round(look: Look) -> Iterator[Leak]:
    yield from followed(look, Address(Kind.ROUND, look.moment.some_round().id), streamed)


def followed(look: Look, place: Address, follow: Listen = listened) -> Iterator[Leak]:
    end = look.moment.served.log.last_position()
    after = look.chance.choice((None, end, max(end - 20, 0), end + 1, 0))
    opening, messages = follow(look, after, place)
    yield from none_in(opening)
    yield from facts_in(messages, look)


@outlet(SOCKET, "/{path:path}")
def no_socket(look: Look) -> Iterator[Leak]:
    hand = look.moment.newest.hands().get("p1", ("As",))
    path = look.chance.choice((f"/{hand[0]}", f"/rounds/{look.moment.newest.id}"))
    with pytest.raises(InvalidStatus) as error:
        opened(look, path)
    yield from none_in(refused(error.value).whole)
