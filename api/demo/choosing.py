"""What a bot says, out of what the view of a round offers it, by chance."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from api.sample.bots import BUYS, HUNDRED, WORDS, amount

WEIGHTS: Final = {**WORDS, "split": HUNDRED, "buy": BUYS, "decline": HUNDRED - BUYS}
"""How often a bot says each word when it is open to it."""


def choose(legal: Sequence[Mapping[str, Any]], chance: Random) -> dict[str, object]:
    """Return an action, complete but for its turn."""
    (word,) = chance.choices(legal, [WEIGHTS[one["verb"]] for one in legal])
    said: dict[str, object] = {"verb": word["verb"]}
    match word["verb"]:
        case "bet":
            said["points"] = amount(word["least"], word["most"], chance)
        case "raise":
            said["to"] = amount(word["least"], word["most"], chance)
        case "split":
            said["front"], said["back"] = chance.choice(word["splits"])
        case _:
            pass
    return said
