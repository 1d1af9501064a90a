"""What moved the points of a wallet: the forms of what is told of it."""

from typing import Annotated, Any

from pydantic import Field

from api.service.answers import Answer, Moment, one_of
from domain.house.wallet.events import PointsAdjusted, PointsDeposited, PointsWithdrawn
from domain.log.store import Log
from domain.log.streams import TABLES
from projections.chips.entry import Kind

OF_WALLETS = (
    Kind.DEPOSIT,
    Kind.WITHDRAWAL,
    Kind.ADJUSTMENT,
    Kind.SIT,
    Kind.TOP_UP,
    Kind.STAND_UP,
)


class MovementLine(Answer):
    """Points that came into a wallet, or left it if below zero, and what it held then."""

    position: Annotated[int, Field(description="of the fact that moved them, in the log")]
    at: Moment
    entry: Annotated[str, one_of(*OF_WALLETS)]
    points: int
    balance: Annotated[int, Field(description="after it")]
    table: Annotated[str | None, Field(description="where they went, or came from")]
    reason: str | None
    reference: Annotated[str | None, Field(description="of a deposit or withdrawal")]
    adjustment: str | None


class MovementsAnswer(Answer):
    """What moved the points of a wallet, the newest first. `next` asks for what was before."""

    player: str
    movements: tuple[MovementLine, ...]
    next: int | None


def movement(log: Log, line: tuple[Any, int]) -> MovementLine:
    """Return a line of the journal, with what its fact says besides. Raises the log's errors."""
    row, held = line
    of_table = row.stream.startswith(TABLES)
    fact = None if of_table else log.fact(row.stream, row.version)
    event: Any = None if fact is None else fact.event
    paid = isinstance(event, PointsDeposited | PointsWithdrawn)
    return MovementLine(
        position=row.position,
        at=row.entered_at,
        entry=row.entry,
        points=row.points,
        balance=held,
        table=row.stream.removeprefix(TABLES) if of_table else None,
        reason=event.reason if paid else None,
        reference=event.reference if paid else None,
        adjustment=event.adjustment if isinstance(event, PointsAdjusted) else None,
    )
