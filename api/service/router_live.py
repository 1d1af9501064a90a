"""The routes that tell what happens as it happens, and of who is told late."""

from api.service import events, live
from api.service.answers import ReceiptAnswer
from api.service.problems import CONFLICT, NOT_FOUND, answers
from api.service.routes import delays
from api.service.routing import ASK, Handler, add, router

STREAM = {
    200: {
        "description": "events without an end",
        "content": {events.MEDIA_TYPE: {"schema": {"type": "string"}}},
    },
    **answers(NOT_FOUND, CONFLICT),
}


def _stream(path: str, tag: str, name: str, handler: Handler) -> None:
    add(f"GET {path}", (tag, name), handler, answer=None, responses=STREAM)


_stream("/tables/{table}/events", "tables", "follow_table", events.of_table)
_stream("/matches/{match}/events", "matches", "follow_match", events.of_match)
_stream("/rounds/{round}/events", "rounds", "follow_round", events.of_round)

add(
    "PUT /tables/{table}/delay",
    ("tables", "delay_spectators"),
    delays.of_table,
    answer=ReceiptAnswer,
    responses=ASK,
)
add(
    "PUT /matches/{match}/delay",
    ("matches", "delay_match_spectators"),
    delays.of_match,
    answer=ReceiptAnswer,
    responses=ASK,
)

router.websocket("/tables/{table}/live")(live.follow)
router.websocket("/matches/{match}/live")(live.follow_match)
router.websocket("/rounds/{round}/live")(live.follow_round)
