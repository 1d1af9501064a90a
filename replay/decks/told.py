"""The committed decks of a round as a replay tells them: roots and cuts, and never a card."""

from collections.abc import Iterator, Sequence

from domain.house.deck.state import Cut, Cutting
from domain.kernel.text import joined, text
from replay.messages.say import Say, english
from replay.text import folded, printable
from replay.words import Json, listed

_INDENT = "      "


def heading(stages: Sequence[Cutting | Cut], say: Say = english) -> Iterator[str]:
    """Yield the lines for the decks: of each stage its root, and by whom it was cut."""
    for stage in stages:
        deck = stage.deck
        yield say(text("deck of stage {stage}  root {root}", stage=deck.stage, root=deck.root))
        lines = folded(say(_cuts(stage)))
        yield from (f"{_INDENT}{printable(line)}" for line in lines)


def _cuts(stage: Cutting | Cut) -> str:
    cutters = stage.deck.cutters
    by = {"cuts": len(stage.values), "seats": len(cutters)}
    if isinstance(stage, Cutting):
        being = text("being cut by {cuts} of {seats}, waiting for {waits}")
        return being.of(**by, waits=listed(stage.waits))
    missed = [one.seat for one in cutters if one.anchor and one.seat not in stage.values]
    without = [one.seat for one in cutters if not one.anchor]
    told = [text("cut by {cuts} of {seats}").of(**by)]
    told += [text("{missed} missed it", missed=listed(missed))] if missed else []
    told += [text("{without} had no anchor", without=listed(without))] if without else []
    if not stage.values:
        told.append(text("the house alone decided the order"))
    return joined(text(", "), told)


def as_objects(stages: Sequence[Cutting | Cut]) -> list[Json]:
    """Return the same as objects, one a stage, with every anchor and value."""
    return [_object(stage) for stage in stages]


def _object(stage: Cutting | Cut) -> Json:
    deck = stage.deck
    waits = stage.waits if isinstance(stage, Cutting) else ()
    return {
        "stage": deck.stage,
        "cards": deck.cards,
        "root": deck.root,
        "cut": stage.cut if isinstance(stage, Cut) else None,
        "cuts": len(stage.values),
        "seats": len(deck.cutters),
        "waits": list(waits),
        "cutters": [
            {
                "seat": one.seat,
                "player": one.player,
                "anchor": one.anchor,
                "value": stage.values.get(one.seat),
                "missed": bool(one.anchor) and one.seat not in {*stage.values, *waits},
            }
            for one in deck.cutters
        ],
    }
