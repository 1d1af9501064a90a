"""Sample rounds: the worked example, tables and matches of bots, a voided and a running round."""

import itertools
from collections.abc import Callable, Iterator
from importlib.resources import files
from random import Random
from typing import Final, NamedTuple

import msgspec

from api.rounds import Rounds
from api.sample.match import Match
from api.sample.table import Seating, Table
from domain.flow.address import match as of_match
from domain.log.store import Log
from domain.paipu.read import read_document
from domain.paipu.sizhidao.actions import read_action
from domain.shengji import ruleset as of_shengji
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.ruleset import ruleset

EXAMPLE: Final = "source-example.paipu.toml"
EXAMPLE_MATCH: Final = "example-match"
_SEED_OF_EXAMPLE: Final = 64
"""A short match, in which every pattern and everything that can become of one occurs."""

_PLAYERS: Final = ("Chen", "Lin", "Huang", "Chang", "Li", "Wang", "Wu")
_TABLES: Final = (
    ("south", 4, {"cap": 1_500}),
    ("east", 7, {"rake_basis": "winnings", "after_all_in": "call", "allow_check": True}),
    ("north", 3, {"cap": 400, "ante": 10, "max_playoffs": 2, "buy_in_rounding": "down"}),
    ("west", 5, {"cap": 600, "ante": 20, "rake_basis": "pot", "rake_bp": 300}),
)
# Few enough that neither round can be over: at most two seats have answered.
_STEPS_BEFORE_VOID: Final = 11
_STEPS_OF_RUNNING: Final = 16
_STEPS_OF_MATCH: Final = 64
"""So many that cards are being played, and so few that no round is over by then."""


class Finished(NamedTuple):
    """A match that was won, and its rounds."""

    match: str
    rounds: list[str]


class Sample:
    """Plays into a log through the service; `new_id` gives ids to its rounds."""

    def __init__(self, log: Log, new_id: Callable[[], str], chance: Random) -> None:
        self._log = log
        self._rounds = rounds = Rounds(log, chance.randbytes)
        self._new_id = new_id
        self._chance = chance
        self._tables = [
            Table(rounds, name, ruleset(settings), list(_PLAYERS[:seats]))
            for name, seats, settings in _TABLES
        ]

    def play(self, count: int) -> Iterator[str]:
        """Play `count` rounds of bots, the tables in turn; yield the id of each when it is over."""
        for number in range(count):
            round_id = self._new_id()
            self._tables[number % len(self._tables)].play(round_id, self._chance)
            yield round_id

    def void_one(self) -> str:
        """Begin a round and have an operator void it (Z9.4); return its id."""
        round_id = self._new_id()
        self._tables[0].play(round_id, self._chance, _STEPS_BEFORE_VOID)
        Seating(self._rounds, round_id).void()
        return round_id

    def leave_one_running(self) -> str:
        """Begin a round and leave it where it is; return its id."""
        round_id = self._new_id()
        self._tables[1].play(round_id, self._chance, _STEPS_OF_RUNNING)
        return round_id

    def play_match(self) -> Finished:
        """Play a whole match of 比牌升級 on the short ladder, 9 10 J."""
        match = self._match("river", {"ladder": "9-J"})
        return Finished(match.name, [*match.play(self._new_id, self._chance)])

    def has_example_match(self) -> bool:
        """Say whether the example of a match was begun before."""
        return self._rounds.house.stands(of_match(EXAMPLE_MATCH)).version > 0

    def play_example_match(self) -> list[str]:
        """Play a match that is always the same, once in a log; return the ids of its rounds."""
        if self.has_example_match():
            return []
        chance = Random(_SEED_OF_EXAMPLE)
        house = Rounds(self._log, chance.randbytes).house
        match = Match(house, EXAMPLE_MATCH, of_shengji.ruleset({"ladder": "9-J"}), _PLAYERS[:4])
        ids = (f"{EXAMPLE_MATCH}-{number}" for number in itertools.count(1))
        return [*match.play(lambda: next(ids), chance)]

    def leave_match_running(self) -> str:
        """Play a round of a match from 2 to K, and begin the next; return the match's id."""
        match = self._match("mountain", {})
        match.begin(self._new_id, self._chance, _STEPS_OF_MATCH)
        return match.name

    def _match(self, name: str, settings: dict[str, object]) -> Match:
        rules = of_shengji.ruleset(settings)
        return Match(self._rounds.house, name, rules, _PLAYERS[:4])

    def play_example(self) -> str:
        """Play the rules' worked example (Z4.6) as its record has it; return the round's id."""
        record = (files("api.sample") / "records" / EXAMPLE).read_text(encoding="utf-8")
        document = read_document(record)
        round_id = self._new_id()
        assert isinstance(document.opening, OpenRound)
        opening = msgspec.structs.replace(document.opening, round=round_id)
        Seating(self._rounds, round_id).replay(opening, map(read_action, document.actions))
        return round_id
