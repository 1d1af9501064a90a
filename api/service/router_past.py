"""The routes for looking back: rounds searched, and what players see of their own."""

from api.service.moving import MovementsAnswer
from api.service.recalling import RecallAnswer
from api.service.routes import lists, mine, reports
from api.service.routing import READ, add, get, report
from api.service.searching import FoundRoundsAnswer, MyRoundsAnswer

get("/rounds", "audit", "search_rounds", lists.found, FoundRoundsAnswer)
get("/me/rounds", "rounds", "list_my_rounds", lists.of_player, MyRoundsAnswer)

add(
    "GET /me/rounds/{round}/recall",
    ("rounds", "recall_round"),
    mine.recall,
    answer=None,
    responses=report(RecallAnswer),
)

add(
    "GET /me/statement",
    ("players", "show_my_statement"),
    mine.statement,
    answer=None,
    responses={200: reports.DOCUMENTED, **READ},
)

get("/players/{player}/movements", "players", "list_movements", mine.movements, MovementsAnswer)
