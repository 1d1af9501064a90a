"""A round as a player who was dealt in may recall it: step by step, in words with their rules."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import Field

from api.service.answers import Answer, Fact, Moment, Status, one_of
from api.service.searching import SeatResult
from api.service.sight import AnyRound
from domain.house.clock.events import ClockResumed, ClockStopped
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.kernel.text import Text, text
from domain.log.envelope import Recorded
from projections.moments import moment
from projections.rounds.line import Outcome
from replay.messages.say import Say, english
from replay.proof import Proof
from replay.round import as_json, telling
from replay.words import Viewer


class RecalledStep(Answer):
    """A fact as the player may see it, in words, with the rule it follows from."""

    version: int
    at: Annotated[Moment, Field(description="when it was decided")]
    origin: Annotated[Origin, Field(description="who decided: player, clock, operator or house")]
    text: str
    details: tuple[str, ...]
    rule: str
    fact: Fact


class Interruption(Answer):
    """The round was interrupted, or went on (H8)."""

    what: Literal["interrupted", "resumed"]
    at: Moment
    reason: str


class RecallAnswer(Answer):
    """A round as the asking player may see it, up to and with the fact `at`.

    `view` is what the player saw then, in the form of `show_round`; null once the cards were
    erased. `proven` says that everything was decided again and nothing differs.
    """

    round: str
    seat: str
    status: Annotated[Status | str, one_of("open", "complete", "voided", "interrupted", "unknown")]
    reason: Annotated[str | None, Field(description="why it is interrupted, or was voided")]
    proven: bool
    mine: SeatResult
    interruptions: tuple[Interruption, ...]
    steps: tuple[RecalledStep, ...]
    at: Annotated[int, Field(description="the last of the facts that are told")]
    stored: Annotated[int, Field(description="how many facts the round has")]
    view: Annotated[AnyRound, Field(discriminator="game")] | None


def steps_of(proof: Proof, viewer: Viewer, until: int | None) -> Iterator[RecalledStep]:
    """Yield the facts of a round as a viewer may see them."""
    told: Any = as_json(proof, viewer, until)
    decision: dict[str, Any] = {}
    for one in told["events"]:
        decision = one.get("decision", decision)
        yield RecalledStep(
            version=one["version"],
            at=decision["recorded_at"],
            origin=decision["origin"],
            text=one["text"],
            details=tuple(one["details"]),
            rule=one["rule"],
            fact=one["event"],
        )


def interruptions_of(clock: Sequence[Recorded]) -> Iterator[Interruption]:
    """Yield when a round was interrupted, and when it went on."""
    for one in clock:
        if isinstance(one.event, ClockStopped | ClockResumed):
            yield Interruption(
                what="interrupted" if isinstance(one.event, ClockStopped) else "resumed",
                at=moment(one.envelope.recorded_at),
                reason=one.event.reason,
            )


def in_words(
    proof: Proof, mine: SeatResult, until: int | None, say: Say = english
) -> Iterator[str]:
    """Yield the same in lines, for the seat that it is told to."""
    yield from telling(proof, Seat(mine.seat), until, say)
    for one in interruptions_of(proof.clock):
        if one.what == "interrupted":
            yield say(text("interrupted {at}: {reason}", at=one.at, reason=one.reason))
        else:
            yield say(text("resumed {at}: {reason}", at=one.at, reason=one.reason))
    yield ""
    yield say(_came_to(mine))


def _came_to(mine: SeatResult) -> Text:
    funds = mine.funds
    if funds is None:
        return _came_to_side(mine)
    if funds.net is None:
        return text("you sat at {seat} with {before}", seat=mine.seat, before=funds.before)
    return text(
        "you sat at {seat} with {before}, wagered {wagered}, got {returned} back, won {won}, rake"
        " {rake}: {gained}, which is {after}",
        seat=mine.seat,
        before=funds.before,
        wagered=funds.wagered,
        returned=funds.returned,
        won=funds.won,
        rake=funds.rake,
        gained=f"{funds.net:+}",
        after=funds.after,
    )


def _came_to_side(mine: SeatResult) -> Text:
    seat, side = mine.seat, mine.side
    if mine.score is None:
        return text("you sat at {seat}, side {side}", seat=seat, side=side)
    score = f"{mine.score:+}"
    match mine.result:
        case Outcome.WON:
            return text(
                "you sat at {seat}, side {side}, which won: score {score}",
                seat=seat,
                side=side,
                score=score,
            )
        case Outcome.LOST:
            return text(
                "you sat at {seat}, side {side}, which lost: score {score}",
                seat=seat,
                side=side,
                score=score,
            )
        case _:
            return text(
                "you sat at {seat}, side {side}: score {score}",
                seat=seat,
                side=side,
                score=score,
            )
