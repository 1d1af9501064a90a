"""What every route takes out of a request: the room, names in the path, the idempotency key.

All of it is asynchronous though nothing waits: the framework does anything else in a thread, which
costs a command more than deciding it does.
"""

from typing import Annotated, Final

from fastapi import Depends, Header, Path, Query, Request, Response

from api.service.answers import Answer, ReceiptAnswer
from api.service.body import KEY_HEADER, bad_key
from api.service.problems import NOT_FOUND, ProblemError, no_such
from api.service.room import Room
from domain.house.labels import LONGEST, is_name
from domain.kernel.text import text
from domain.log.store import Receipt

PAGE: Final = 100
MOST_IN_A_PAGE: Final = 1_000


async def room_of(request: Request) -> Room:
    """Return the house that this service serves."""
    room: Room = request.app.state.room
    return room


InRoom = Annotated[Room, Depends(room_of)]

_named: Final = Path(description="1 to 100 printable characters without a stroke")


async def _player(player: Annotated[str, _named]) -> str:
    return _name(player, "player")


async def _table(table: Annotated[str, _named]) -> str:
    return _name(table, "table")


async def _match(match: Annotated[str, _named]) -> str:
    return _name(match, "match")


async def _round(
    round_id: Annotated[str, Path(alias="round", description="the id of a round")],
) -> str:
    return _name(round_id, "round")


def _name(name: str, what: str) -> str:
    if not is_name(name):
        raise no_such(what)
    return name


OfPlayer = Annotated[str, Depends(_player)]
OfTable = Annotated[str, Depends(_table)]
OfMatch = Annotated[str, Depends(_match)]
OfRound = Annotated[str, Depends(_round)]

GOOD_KEY: Final = rf"^[!-~]{{1,{LONGEST}}}$"
_key_header: Final = Header(
    alias=KEY_HEADER,
    pattern=GOOD_KEY,
    description="new for every new wish: sent again, it gets the same receipt, and nothing twice",
    examples=["6f1c0a52-1"],
)


async def _key(request: Request, key: Annotated[str, _key_header]) -> str:
    """Return the id of a command. Raises `ProblemError` where there are several."""
    if len(request.headers.getlist(KEY_HEADER)) > 1:
        raise bad_key()
    return key


Key = Annotated[str, Depends(_key)]
Limit = Annotated[int, Query(ge=1, le=MOST_IN_A_PAGE)]


async def _name_before(
    after: Annotated[str, Query(description="`next` of the page before")] = "",
) -> str:
    if after and not is_name(after):
        raise ProblemError(
            NOT_FOUND, "no_such_page", text("no page of this list ends with such a name")
        )
    return after


AfterName = Annotated[str, Depends(_name_before)]
"""From where a list in the order of names goes on, "" for its beginning."""


def receipt(found: Receipt) -> Response:
    """Return the answer that a receipt is."""
    return told(receipt_answer(found))


def told(answer: Answer) -> Response:
    """Return an answer as it is sent: of commands the framework need not check it once more."""
    return Response(answer.model_dump_json(), media_type="application/json")


def receipt_answer(found: Receipt) -> ReceiptAnswer:
    """Return a receipt in its form."""
    return ReceiptAnswer(
        stream=found.stream,
        version=found.version,
        hash=found.hash,
        position=max(found.positions, default=0),
        repeated=found.repeated,
        note=found.note,
    )
