"""Which tables and matches the demonstration has, who plays there, and how its bots behave."""

from collections.abc import Mapping
from typing import Final, NamedTuple

_CLOCKS: Final = {"act_seconds": 8, "split_seconds": 8, "buy_in_seconds": 6}
"""Short, so that a late seat keeps nobody waiting for long."""


class Plan(NamedTuple):
    """A table: its name, its bots in the order of their seats, and the settings of its rounds.

    Every table has seats that no bot takes, for whoever wants to join.
    """

    table: str
    bots: tuple[str, ...]
    settings: Mapping[str, object]


PLANS: Final = (
    Plan("plum", ("Mei", "Hao", "Yun", "Jia"), {**_CLOCKS, "cap": 1_500}),
    Plan(
        "orchid",
        ("Bo", "Lan", "Ting", "Wei", "Kai"),
        {**_CLOCKS, "rake_basis": "winnings", "after_all_in": "call", "allow_check": True},
    ),
    Plan(
        "bamboo",
        ("Rui", "Shan", "Ning"),
        {**_CLOCKS, "cap": 400, "ante": 10, "max_playoffs": 2, "buy_in_rounding": "down"},
    ),
    Plan(
        "pine",
        ("An", "Lei", "Xin", "Yu", "Qing", "Zhen"),
        {**_CLOCKS, "cap": 600, "ante": 20, "rake_basis": "pot", "rake_bp": 300},
    ),
)


class MatchPlan(NamedTuple):
    """Matches one after the other: the name of the first, its bots from p1 to p4, its settings."""

    match: str
    bots: tuple[str, ...]
    settings: Mapping[str, object]


MATCH: Final = MatchPlan(
    "lotus",
    ("Tao", "Min", "Jun", "Fei"),
    {
        "ladder": "9-J",
        "contest_seconds": 6,
        "trump_seconds": 6,
        "return_seconds": 8,
        "bury_seconds": 8,
        "play_seconds": 6,
    },
)


class Manner(NamedTuple):
    """How a bot behaves, besides what it says."""

    think_ms: int = 900
    """How long it thinks on average, so that a person can follow."""
    late: float = 0.04
    """How often it lets a turn pass, so that the clock acts for it (H5.3)."""
    dropped: float = 0.002
    """How often it loses its connection, of all messages that it hears."""
    rich: int = 5
    """With how many entries on the table it takes them home and sits down with one again."""
