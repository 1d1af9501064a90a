"""The summary of a round of 比牌升級 as a viewer may see it (S9)."""

from domain.cards.card import HIDDEN
from replay.words import EVERYTHING, Json, Viewer


def masked(summary: Json, viewer: Viewer) -> Json:
    """Return a summary in which only giver and receiver see the cards that were returned.

    All else in it is open to everybody at settlement, and before that there is nothing in it.
    """
    returns, contest = summary.get("returns"), summary.get("contest")
    if not isinstance(returns, dict) or not isinstance(contest, dict):
        return summary
    if viewer is not None and viewer in {EVERYTHING, contest["winner"]}:
        return summary
    seen = {to: cards if to == viewer else [HIDDEN] * len(cards) for to, cards in returns.items()}
    return {**summary, "returns": seen}
