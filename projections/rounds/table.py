"""The rows of rounds, of their seats, and of what interrupted them."""

from typing import Final

import sqlalchemy as sa

from projections.store.tables import Whole, key, table_of_rows

ROUNDS: Final = table_of_rows(
    "rounds",
    key("round", sa.Text()),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("table", sa.Text),
    sa.Column("match", sa.Text),
    sa.Column("rules", Whole, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("head", sa.Text),
    sa.Column("next_head", sa.Text),
    sa.Column("stages", Whole, nullable=False),
    sa.Column("pot_total", Whole),
    sa.Column("level", sa.Text),
    sa.Column("dealer", sa.Text),
    sa.Column("next_dealer", sa.Text),
    sa.Column("attack_points", Whole),
    sa.Column("winners", sa.Text),
    sa.Column("started_at", sa.Text, nullable=False),
    sa.Column("ended_at", sa.Text),
    sa.Column("ended_position", Whole),
    sa.Column("version", Whole, nullable=False),
    sa.Column("opened_position", Whole, nullable=False),
    sa.Index("rounds_by_end", "generation", "ended_at", "ended_position"),
    sa.Index("rounds_by_opening", "generation", "opened_position", "started_at"),
    *(
        sa.Index(f"rounds_by_{name}", "generation", name, "started_at", "opened_position")
        for name in ("game", "match", "status", "table")
    ),
    sa.Index("rounds_by_start", "generation", "started_at", "opened_position"),
    sa.Index("rounds_by_pot", "generation", "pot_total"),
)
SEATS: Final = table_of_rows(
    "round_seats",
    key("round", sa.Text()),
    key("seat", sa.Text()),
    sa.Column("player", sa.Text, nullable=False),
    sa.Column("side", sa.Text),
    sa.Column("stack", Whole),
    sa.Column("committed", Whole),
    sa.Column("returned", Whole),
    sa.Column("received", Whole),
    sa.Column("rake", Whole),
    sa.Column("net", Whole),
    sa.Column("score", Whole),
    sa.Column("started_at", sa.Text, nullable=False),
    sa.Column("opened_position", Whole, nullable=False),
    sa.Index("round_seats_by_player", "generation", "player", "started_at", "opened_position"),
)
INTERRUPTIONS: Final = table_of_rows(
    "interruptions",
    key("clock", sa.Text()),
    sa.Column("interrupted", Whole, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("version", Whole, nullable=False),
)
