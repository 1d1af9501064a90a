"""Facts of running rounds, kept for whoever looks at one again before it has gone on."""

from collections import OrderedDict
from threading import Lock
from typing import Final

from api.service.facts import Facts, facts_of
from domain.flow.address import clock, deck, game
from domain.games.rounds import ROUND
from domain.log.store import Log
from domain.log.table import Extent

KEPT: Final = 256
"""Rounds; of more, the least lately seen is read again."""


class KeptRounds:
    """Running rounds as they stand in the log. Safe to share between threads.

    One that is over is not kept: its keys may be erased, and then nobody may see its cards (H14).
    """

    def __init__(self, log: Log) -> None:
        self._log = log
        self._kept: OrderedDict[str, tuple[frozenset[Extent], Facts]] = OrderedDict()
        self._lock = Lock()

    def facts_of(self, round_id: str) -> Facts | None:
        """Return a round as `facts_of` does, read only if it has gone on since it was kept."""
        # Asked before the events: what comes in between shows next time, and costs one more look.
        streams = [at(round_id).stream for at in (game, deck, clock)]
        extents = frozenset(self._log.extents(streams))
        with self._lock:
            kept = self._kept.get(round_id)
        if kept is not None and kept[0] == extents:
            return kept[1]
        facts = facts_of(self._log, round_id)
        with self._lock:
            if facts is None or ROUND.is_terminal(facts.state):
                self._kept.pop(round_id, None)
                return facts
            self._kept[round_id] = (extents, facts)
            self._kept.move_to_end(round_id)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return facts
