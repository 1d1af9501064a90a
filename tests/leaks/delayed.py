"""A table and a match of which spectators are told late, by a clock that is moved by hand (H12)."""

import json
from datetime import UTC, datetime, timedelta

from tests.leaks.evening import OK, TABLE
from tests.leaks.inside import Inside
from tests.leaks.match import MATCH, MatchEvening

DELAY = 60


class Hand:
    """A clock that is moved by hand; every record is a millisecond later than the one before."""

    def __init__(self) -> None:
        self.at = datetime(2026, 5, 6, 7, 8, 9, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at

    def on(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)


class Delayed(MatchEvening):
    """A table and a match of which spectators are told late."""

    def __init__(self, served: Inside, hand: Hand) -> None:
        super().__init__(served, 1)
        self.hand = hand

    def put(self, path: str, seconds: int) -> None:
        body = json.dumps({"seconds": seconds}).encode()
        told = self.served.fetch("PUT", f"/v1{path}", self.office, body, self.served.key())
        assert told.status == OK, told

    def prepared(self) -> None:
        """Play a round of each to its end, and another one in part, all of which is old enough."""
        self.open()
        self.open_match()
        self.put(f"/tables/{TABLE}/delay", DELAY)
        self.put(f"/matches/{MATCH}/delay", DELAY)
        self.played(self.start(), 1_000)
        self.played(self.start_match_round(), 1_000)
        self.played(self.start(), 6)
        self.played(self.start_match_round(), 40)
        self.served.projected()
        self.hand.on(DELAY + 1)

    def played(self, round_id: str, steps: int) -> None:
        game = self.match_steps if round_id in self.match_rounds else self.steps
        for _ in zip(range(steps), game(round_id), strict=False):
            pass

    def goes_on(self, *, interrupted: bool) -> None:
        """Have everything happen that a spectator could hear of."""
        running = (self.rounds[-1], self.match_rounds[-1])
        if interrupted:
            for round_id in running:
                # One of four hands may be over at any step, and then it cannot be interrupted.
                self.played(round_id, 5 if round_id in self.match_rounds else 0)
                self.done(self.office, f"/rounds/{round_id}/interrupt", {"reason": "of a test"})
        else:
            for round_id in running:
                self.played(round_id, 1_000)
            self.played(self.start(), 1_000)
            self.played(self.start_match_round(), 30)
        ann = self.tokens["ann"]
        self.done(ann, f"/tables/{TABLE}/anchor", {"anchor": "5f" * 32})
        self.done(ann, f"/matches/{MATCH}/anchor", {"anchor": "5f" * 32})
        self.done(ann, f"/matches/{MATCH}/leave")
        if not interrupted:
            self.done(ann, f"/tables/{TABLE}/leave")
            self.start()
        self.served.projected()
