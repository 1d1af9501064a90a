"""The forms of what a client sends to disputes, adjustments and reveals."""

from typing import Annotated, Final, Literal

from pydantic import Field

from api.service.wire import Bytes, Form, Name, Points, Words
from domain.house.labels import PROSE

USUAL_MINUTES: Final = 60
MOST_MINUTES: Final = 24 * 60

Prose = Annotated[str, Field(min_length=1, max_length=PROSE)]


class NewDispute(Form):
    """H9.1: a claim about a round."""

    round: Name
    claim: Prose


class Evidence(Form):
    """H9.2: a file by its SHA-256, and what it is to show."""

    digest: Bytes
    note: Prose


class Note(Form):
    """H9.2: something to be read by the other side."""

    text: Prose


class Decision(Form):
    """H9.3: what the house decides, and why."""

    verdict: Literal["upheld", "rejected", "withdrawn"]
    text: Prose


class Compensation(Form):
    """H9.4: points for a player."""

    player: Name
    points: Points


class NewAdjustment(Form):
    """H10.1: points that a player is to get, or to lose if below zero, and why."""

    player: Name
    points: Points
    reason: Words


class NewReveal(Form):
    """H9.7: why all cards of a round are to be looked at, and for how long."""

    reason: Words
    minutes: Annotated[int, Field(ge=1, le=MOST_MINUTES)] = USUAL_MINUTES
