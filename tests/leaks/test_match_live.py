"""Who follows a match is told all of it once, in order, and masked (S9), wherever it goes on."""

import json
from contextlib import ExitStack
from random import Random

import msgspec
import pytest

from domain.flow.address import Address, match
from domain.log.envelope import Recorded
from tests.leaks.courses import told_to
from tests.leaks.inside import Inside
from tests.leaks.live import at_place, following, hello, read, told_until
from tests.leaks.looking import Moment, Viewer, viewers
from tests.leaks.match import MATCH, MatchEvening
from tests.leaks.readers import Message, told_as, without_time

LIVE = f"/matches/{MATCH}/live"
ELSEWHERE = "elm"


@pytest.fixture
def evening(served: Inside) -> MatchEvening:
    found = MatchEvening(served, 1)
    found.open()
    found.open_match()
    return found


def play(evening: MatchEvening) -> str:
    """Play a round, and return its id."""
    round_id = evening.start_match_round()
    for _ in evening.match_steps(round_id):
        pass
    return round_id


def due(evening: MatchEvening, viewer: Viewer, after: int = 0) -> list[Message]:
    """Return what is to be told of the match after a position, but for the times."""
    moment = Moment(evening, Random(1))
    return [_told(one, moment, viewer) for one in at_place(evening.served.log, match(MATCH), after)]


def _told(one: Recorded, moment: Moment, viewer: Viewer) -> Message:
    kind, _, about = one.stream.partition("/")
    seat = moment.round(about).seat_of(viewer) if kind == "round" else None
    seen = msgspec.to_builtins(told_to(seat, one.event))
    del seen["type"]
    return told_as(one, seen, match=MATCH)


def test_everybody_is_told_a_match_as_it_may_be_seen(served: Inside, evening: MatchEvening) -> None:
    everybody = viewers()[:-1]
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(following(served.port, one.bearer, f"{LIVE}?after=0"))
            for one in everybody
        ]
        for socket in sockets:
            opening = json.loads(hello(socket))
            assert opening == {"type": "hello", "match": MATCH, "position": 0}
        play(evening)
        last = at_place(served.log, match(MATCH))[-1].position or 0
        for viewer, socket in zip(everybody, sockets, strict=True):
            assert without_time(list(told_until(socket, last))) == due(evening, viewer)


def test_who_comes_back_is_told_what_is_next(served: Inside, evening: MatchEvening) -> None:
    play(evening)
    viewer = viewers()[0]
    told = due(evening, viewer)
    last = told[-1]["position"]
    for one in told[:: len(told) // 6]:
        after = one["position"]
        with following(served.port, viewer.bearer, f"{LIVE}?after={after}") as socket:
            assert read(socket)["position"] == after
            rest = due(evening, viewer, after)
            assert without_time(list(told_until(socket, last)) if rest else []) == rest


def test_a_view_is_followed_from_its_position(served: Inside, evening: MatchEvening) -> None:
    round_id, viewer = evening.start_match_round(), viewers()[1]
    steps = evening.match_steps(round_id)
    for _ in range(60):
        next(steps)
    path = f"/v1/rounds/{round_id}"
    position = json.loads(served.fetch("GET", path, viewer.bearer).body)["position"]
    with following(served.port, viewer.bearer, f"{LIVE}?after={position}") as socket:
        hello(socket)
        for _ in steps:
            pass
        last = at_place(served.log, match(MATCH))[-1].position or 0
        assert without_time(list(told_until(socket, last))) == due(evening, viewer, position)


def test_another_match_is_not_told(served: Inside, evening: MatchEvening) -> None:
    evening.open_match(ELSEWHERE)
    after = served.log.last_position()
    with following(served.port, evening.office, f"/matches/{ELSEWHERE}/live?after={after}") as line:
        hello(line)
        play(evening)
        evening.done(evening.tokens["ann"], f"/matches/{ELSEWHERE}/leave")
        message = read(line)
    assert (message["type"], message["match"]) == ("house.PlayerQuit.1", ELSEWHERE)
    elsewhere: Address = match(ELSEWHERE)
    assert message["stream"] == elsewhere.stream
