"""What a bot does in a match, out of its view of the round (S9)."""

from collections.abc import Sequence
from random import Random
from typing import Any

from api.sample.shengji import contest
from api.sample.shengji.following import follow
from api.sample.shengji.known import Known, Trick
from api.sample.shengji.leading import lead
from domain.cards.card import HIDDEN, Card
from domain.shengji.events import Pattern
from domain.shengji.ordering import order_of
from domain.shengji.state import Play

Json = dict[str, Any]


def choose(view: Json, tricks: Sequence[Json], chance: Random) -> dict[str, object]:
    """Return an action, complete but for its turn. `tricks` are those that were won."""
    legal = {one["verb"]: one for one in reversed(view["legal"])}  # of several the first
    if "pass" in legal:
        return _word(legal, view["level"], chance)
    (verb,) = legal
    asked, hand = legal[verb], _hand(view)
    match verb:
        case "trump":
            return {"verb": verb, "suit": contest.trump(hand, view["level"])}
        case "return":
            order = order_of(view["level"], view["trump"])
            given = contest.returned(order, asked["count"], asked["cards"], asked["most"])
            return {"verb": verb, "to": asked["to"], "cards": given}
        case "bury":
            order = order_of(view["level"], view["trump"])
            return {"verb": verb, "cards": contest.buried(order, hand, chance)}
        case _:
            known = known_of(view, tricks)
            cards = follow(known, chance) if known.table else lead(known, chance)
            return {"verb": verb, "cards": cards}


def _word(legal: dict[str, Json], level: str, chance: Random) -> dict[str, object]:
    cards: tuple[Card, ...] = ()
    if "show" in legal:
        asked = legal["show"]
        cards = contest.shown(asked["cards"], asked["least"], level, chance)
    return {"verb": "show", "cards": cards} if cards else {"verb": "pass"}


def _hand(view: Json) -> tuple[Card, ...]:
    (mine,) = [one for one in view["seats"] if one["seat"] == view["viewer"]]
    return tuple(mine["cards"])


def known_of(view: Json, tricks: Sequence[Json]) -> Known:
    """Return what the viewer knows while cards are played."""
    table = view["trick"]
    return Known(
        seat=view["viewer"],
        hand=_hand(view),
        level=view["level"],
        trump=view["trump"],
        dealer=view["dealer"],
        buried=tuple(card for card in view["buried"] if card != HIDDEN),
        tricks=tuple(map(_plays, tricks)),
        table=() if table is None else _plays(table),
        pattern=None if table is None else Pattern(table["pattern"]),
    )


def _plays(trick: Json) -> Trick:
    return tuple(Play(seat=play["seat"], cards=tuple(play["cards"])) for play in trick["plays"])
