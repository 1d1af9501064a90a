"""Rows of tricks out of facts."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from domain.log.envelope import Recorded
from domain.log.streams import ROUNDS
from domain.shengji import events
from projections.lines import LinesWriter, Made, Told
from projections.projection import Projection
from projections.store.tables import Row
from projections.tricks.table import ACES, PLAYS, TRICKS
from projections.tricks.view import EMPTY, PlayLine, TricksView, TrickView, project

NAME: Final = "tricks"
FACTS: Final = (
    events.RoundOpened,
    events.CardsLed,
    events.CardsFollowed,
    events.TrickWon,
    events.AceCaptured,
    events.KittyShown,
)
_TEXTS: Final = ("plays", "attempted")
_COLUMNS: Final = tuple(name for name in TrickView.__struct_fields__ if name not in _TEXTS)


def _project(view: TricksView, fact: Recorded) -> TricksView:
    return project(view, fact.event)


def told(before: TricksView, view: TricksView, fact: Recorded) -> Iterator[Told]:
    """Yield the row of the trick that a fact changes, and of a play or a captured ace in it."""
    trick, event = view.newest, fact.event
    if trick is None or trick is before.newest:
        return
    place = {
        "round": fact.stream.removeprefix(ROUNDS),
        "version": fact.version,
        "position": fact.position,
    }
    yield Told(TRICKS, {**trick_row(trick), **place, "match": view.match})
    if isinstance(event, events.CardsLed | events.CardsFollowed):
        yield Told(PLAYS, {"trick": trick.trick, **play_row(trick.plays[-1]), **place})
    elif isinstance(event, events.AceCaptured):
        ace = {"trick": event.trick, "seat": event.seat, "owner": event.owner}
        yield Told(ACES, {**ace, **place, "match": view.match})


def trick_row(trick: TrickView) -> Row:
    """Return a trick as columns."""
    row: Row = {name: getattr(trick, name) for name in _COLUMNS}
    row["pattern"] = trick.pattern.value
    row["why"] = None if trick.why is None else trick.why.value
    row["attempted"] = " ".join(trick.attempted) if trick.attempted else None
    return row


def play_row(play: PlayLine) -> Row:
    """Return a play as columns."""
    return {
        "place": play.place,
        "seat": play.seat,
        "player": play.player,
        "faces": " ".join(play.cards),
    }


TABLES: Final = {TRICKS: True, PLAYS: False, ACES: False}
MADE: Final = Made(EMPTY, _project, told, TABLES)
PROJECTION: Final = Projection(NAME, FACTS, tuple(TABLES), partial(LinesWriter, MADE))
