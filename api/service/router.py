"""Every route, on two pages. A request is compared with one after another: playing comes first."""

from api.service import router_game, router_office
from api.service.routing import router

__all__ = ["router", "router_game", "router_office"]
