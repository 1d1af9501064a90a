"""What those ask who send requests here, or start this process again: is it ready, does it live?"""

from typing import Literal

from api.service.answers import Answer
from api.service.asked import InRoom
from api.service.problems import not_now
from api.service.room import READY_LAG_SETTING, Room
from api.service.standing import STANDING
from domain.kernel.text import text
from replay.configuration import number


class ReadyAnswer(Answer):
    """This process takes requests."""

    status: Literal["ready"] = "ready"


class LiveAnswer(Answer):
    """This process lives."""

    status: Literal["live"] = "live"


async def ready(room: InRoom) -> ReadyAnswer:
    """Tell whether requests are to be sent here: 503 when it stops, or log or views are not there.

    It is for whoever spreads requests over several processes. Nothing is known before the house is
    open: until then no request is taken.
    """
    if not STANDING.ready:
        raise not_now("stopping", text("this process stops; others take requests"))
    position = await room.read(room.log.last_position)
    if behind := _behind(room, position):
        name, count = behind
        detail = text("the {view} are {count} positions behind the log", view=name, count=count)
        raise not_now("views_behind", detail)
    return ReadyAnswer()


def _behind(room: Room, position: int) -> tuple[str, int] | None:
    """Return the view that is behind furthest, and by how many positions, if that is too far."""
    health = room.following.health()
    last = min(health, key=lambda one: one.position)
    count = position - last.position
    return (last.name, count) if count > number(READY_LAG_SETTING) else None


async def live() -> LiveAnswer:
    """Tell that requests are answered at all; nothing else is looked at.

    It is for whoever starts a process again that hangs, which does not bring a database back.
    """
    return LiveAnswer()
