"""The routes for whatever runs this process: an orchestrator, a balancer of load."""

from api.service.problems import failures
from api.service.routes import standing
from api.service.routing import add

add(
    "GET /ready",
    ("house", "ready"),
    standing.ready,
    answer=standing.ReadyAnswer,
    responses=failures(),
)

add(
    "GET /live",
    ("house", "live"),
    standing.live,
    answer=standing.LiveAnswer,
    responses=failures(),
)
