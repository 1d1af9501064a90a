"""Every route, on some pages. A request is compared with one after another: playing comes first."""

from api.service import (
    router_game,
    router_live,
    router_office,
    router_operate,
    router_past,
    router_reports,
    router_safety,
    router_words,
)
from api.service.routing import router

__all__ = [
    "router",
    "router_game",
    "router_live",
    "router_office",
    "router_operate",
    "router_past",
    "router_reports",
    "router_safety",
    "router_words",
]
