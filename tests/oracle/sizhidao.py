"""The summary of a 四支刀 record, worked out by a second reading of the rules.

Slow and plain on purpose, and without a line of the product's code, so that a misreading of the
rules page on either side shows up as a difference between the two.
"""

from tests.oracle.round import Round
from tests.oracle.settings import Document, actions_of
from tests.oracle.words import Refused, read

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
        """Takes the next action; raises `Refused` with its code."""
        if self.over:
            raise Refused("round_over")
        action = read(text, self.round.seats)
        if action.verb == "void":
            self.voided_at = self.taken
        else:
            self.round.take(action)
        self.taken += 1

    def summary(self) -> Summary:
        if self.voided_at is not None:
            return {
                "status": "voided",
                "action": self.voided_at,
                "returned": dict(self.round.committed),
            }
        if self.round.question is not None:
            phase, seats = self.round.question
            return {"status": "waiting", "waiting": {"phase": phase, "seats": seats}}
        return settled(self.round)


def settled(played: Round) -> Summary:
    rake = {seat: played.rake(seat) for seat in played.seats}
    net = {
        seat: played.received[seat] + played.returned[seat] - played.committed[seat] - rake[seat]
        for seat in played.seats
    }
    assert sum(net.values()) + sum(rake.values()) == 0
    return {
        "status": "settled",
        "stages": [stage.account() for stage in played.stages],
        "committed": played.committed,
        "returned": played.returned,
        "received": played.received,
        "rake": rake,
        "net": net,
        "next_head": played.head,
    }


def summary_of(document: Document) -> Summary:
    """What `replay run --json` must print for `document`, a readable record as tomllib gives it."""
    record = Record(document)
    begin: Summary = {"paipu": 1, "game": "sizhidao"}
    for text in actions_of(document):
        try:
            record.take(text)
        except Refused as refused:
            error = {"code": refused.code, "action": record.taken}
            return begin | {"status": "illegal", "error": error}
    return begin | record.summary()
