"""What a simulation is to be: its seed, how long, which house, and which faults."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from api.simulation.chance import Chances
from api.simulation.faults import ALL, Fault
from domain.flow.address import Address, match, table
from domain.sizhidao.ruleset import Ruleset, ruleset

STEPS: Final = 2_000
TABLES: Final = 2
PROCESSES: Final = 2
SEATS: Final = (4, 3, 6, 2)
"""How many players a table has besides who comes by."""
_CLOCKS: Final = {"act_seconds": 8, "split_seconds": 8, "buy_in_seconds": 6}
SETTINGS: Final[Sequence[Mapping[str, object]]] = (
    {"ante": 10, "cap": 100, "min_players": 2, "rake_bp": 700, "max_playoffs": 1},
    {"ante": 5, "cap": 60, "min_players": 2, "rake_basis": "pot", "after_all_in": "call"},
    {"ante": 10, "cap": 90, "entry": 40, "min_players": 3, "allow_check": True},
    {"ante": 10, "cap": 80, "min_players": 2, "rake_basis": "winnings", "buy_in_rounding": "down"},
)
"""The settings of the tables, one after the other."""
MATCHES: Final = tuple(match(f"river-{number}") for number in range(1, 8))
"""The matches that are played, one at a time."""


class Plan(NamedTuple):
    """A simulation by its seed. `file` is where its log is kept; None for one in memory."""

    seed: int
    steps: int = STEPS
    games: tuple[str, ...] = ("sizhidao", "shengji")
    tables: int = TABLES
    file: Path | None = None
    faults: frozenset[Fault] = ALL

    @property
    def settings(self) -> Mapping[Address, Ruleset]:
        """The tables of this house, and the settings of each."""
        count = self.tables if "sizhidao" in self.games else 0
        return {
            table(f"table-{number + 1}"): ruleset({**_CLOCKS, **SETTINGS[number % len(SETTINGS)]})
            for number in range(count)
        }

    @property
    def venues(self) -> tuple[Address, ...]:
        """All tables and matches of this house."""
        return (*self.settings, *(MATCHES if "shengji" in self.games else ()))

    def homes(self, chances: Chances) -> Mapping[str, tuple[Address, ...]]:
        """Return the players of this house, and where each of them plays."""
        homes: dict[str, tuple[Address, ...]] = {}
        tables = tuple(self.settings)
        for number, at in enumerate(tables):
            for seat in range(SEATS[number % len(SEATS)]):
                homes[f"{at.id}-{seat + 1}"] = (at,)
        if tables:
            homes["wanderer"] = tables
        if "shengji" in self.games:
            names = [f"river-{seat}" for seat in range(4)]
            homes |= dict.fromkeys(names, MATCHES)
            if tables:  # one who plays both games at the same time
                homes[names[0]] = (*MATCHES, chances.of("homes").choice(tables))
        return homes

    def __str__(self) -> str:
        """Return the command that repeats it."""
        words = [f"paipu simulate --seed {self.seed} --steps {self.steps}"]
        if len(self.games) == 1:
            words.append(f"--game {self.games[0]}")
        words.append(f"--tables {self.tables}")
        if self.file is not None:
            words.append(f"--store sqlite:///{self.file}")
        if self.faults != ALL:
            words.append(f"--faults {','.join(sorted(self.faults)) or 'none'}")
        return " ".join(words)
