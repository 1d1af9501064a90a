"""The routes of texts; see `router`."""

from api.service.problems import failures
from api.service.routes import refusals, rules
from api.service.routing import add

add(
    "GET /refusals",
    ("house", "list_refusals"),
    refusals.listed,
    answer=refusals.RefusalsAnswer,
    responses=failures(),
)
add(
    "GET /rules",
    ("house", "list_rules"),
    rules.rules,
    answer=rules.AllRulesAnswer,
    responses=failures(),
)
