"""A round of either game as a viewer may see it: which game's eyes look at it."""

from typing import Annotated, Final

from pydantic import Field

from api.service.facts import Facts, Viewer
from api.service.shengji import sight as shengji
from api.service.shengji.answers import ShengjiAnswer, ShengjiLegalsAnswer
from api.service.sizhidao import sight as sizhidao
from api.service.sizhidao.answers import LegalsAnswer, RoundAnswer
from domain.shengji.events import RoundOpened as ShengjiOpened

AnyRound = RoundAnswer | ShengjiAnswer
AnyLegals = LegalsAnswer | ShengjiLegalsAnswer

# What a route says of its answer: the field `game` tells which of the two it is.
ROUND_OF_A_GAME: Final = Annotated[AnyRound, Field(discriminator="game")]
LEGALS_OF_A_GAME: Final = Annotated[AnyLegals, Field(discriminator="game")]


def round_answer(facts: Facts, viewer: Viewer) -> AnyRound:
    """Return a round as a seat, or (None) everybody else, may see it."""
    if isinstance(facts.opened, ShengjiOpened):
        return shengji.round_answer(facts, viewer)
    return sizhidao.round_answer(facts, viewer)


def legals_answer(facts: Facts, viewer: Viewer) -> AnyLegals:
    """Return what a seat may do now, and until when."""
    if isinstance(facts.opened, ShengjiOpened):
        return shengji.legals_answer(facts, viewer)
    return sizhidao.legals_answer(facts, viewer)
