"""A found round and its seats as objects, wherever they are told."""

from typing import Any, Final

from projections.rounds.sizhidao import SIZHIDAO

Told = dict[str, Any]
_AS_IT_IS: Final = (
    *("game", "round", "table", "match", "status", "started_at", "ended_at", "stages"),
    *("pot_total", "level", "dealer", "attack_points", "winners"),
)


def round_told(row: Any) -> Told:  # noqa: ANN401 -- a row of any query
    """Return what a round is in a list. What is of the other game, or not known yet, is None."""
    told = {name: getattr(row, name) for name in _AS_IT_IS}
    return told if row.game == SIZHIDAO else told | {"stages": None}


def seat_told(row: Any) -> Told:  # noqa: ANN401 -- a row of any query
    """Return what a round came to for a seat, from its row with its `outcome`.

    `funds` are the points of 四支刀: before − wagered + returned + won − rake = after (Z9.3).
    """
    funds = {
        "before": row.stack,
        "wagered": row.committed,
        "returned": row.returned,
        "won": row.received,
        "rake": row.rake,
        "net": row.net,
        "after": None if row.net is None else row.stack + row.net,
    }
    return {
        "seat": row.seat,
        "player": row.player,
        "result": row.outcome,
        "side": row.side,
        "score": row.score,
        "funds": None if row.stack is None else funds,
    }
