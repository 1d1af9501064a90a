"""The summary of a 比牌升級 record, worked out by a second reading of the rules.

Slow and plain on purpose, and without a line of the product's code, so that a misreading of the
rules page on either side shows up as a difference between the two.
"""

from typing import cast

from tests.oracle.shengji.round import Document, Round
from tests.oracle.shengji.words import read
from tests.oracle.words import Refused

Summary = dict[str, object]


class Record:
    """A record taken action by action: running, settled or voided."""

    def __init__(self, document: Document) -> None:
        self.round = Round(document)
        self.taken = 0
        self.voided_at: int | None = None

    @property
    def over(self) -> bool:
        return self.voided_at is not None or self.round.question is None

    def take(self, text: str) -> None:
        """Takes the next action; raises `Refused` with its code, and then goes no further."""
        if self.over:
            raise Refused("round_over")
        action = read(text)
        if action.verb == "void":
            self.voided_at = self.taken
        else:
            self.round.take(action)
        self.taken += 1

    def summary(self) -> Summary:
        if self.voided_at is not None:
            return {"status": "voided", "action": self.voided_at}
        if self.round.question is not None:
            phase, seats = self.round.question
            return {"status": "waiting", "waiting": {"phase": phase, "seats": seats}}
        return {"status": "settled"} | self.round.account()


def summary_of(document: Document) -> Summary:
    """What `replay run --json` must print for `document`, a readable record as tomllib gives it."""
    record = Record(document)
    begin: Summary = {"paipu": 1, "game": "shengji"}
    for text in cast("list[str]", document["actions"]):
        try:
            record.take(text)
        except Refused as refused:
            error = {"code": refused.code, "action": record.taken}
            return begin | {"status": "illegal", "error": error}
    return begin | record.summary()
