"""Record texts to spoil: a good one, and the same with one thing changed."""

from collections.abc import Mapping, Sequence

TOP: Mapping[str, str] = {
    "paipu": "1",
    "game": '"sizhidao"',
    "rules": "1",
    "head": '"p1"',
    "actions": "[]",
}
SEAT = ("stack = 15000", 'player = "ann"')


def record(
    *,
    top: Mapping[str, str | None] | None = None,
    settings: Sequence[str] = (),
    seats: Sequence[Sequence[str]] = (SEAT, SEAT, SEAT),
    after: Sequence[str] = (),
) -> str:
    """Return the text of a record. `top` changes keys, or with None leaves them out.

    Values are TOML as written. Whatever line it is cut off after, it can't be read: its last line
    is the player of the third seat.
    """
    keys = {**TOP, **(top or {})}
    lines = [f"{key} = {value}" for key, value in keys.items() if value is not None]
    lines += ["[settings]", *settings]
    for seat in seats:
        lines += ["[[seats]]", *seat]
    return "\n".join([*lines, *after]) + "\n"


def actions(*words: str) -> str:
    """Return actions as a TOML list."""
    return "[" + ", ".join(f'"{word}"' for word in words) + "]"


def seat(stack: str = "15000", player: str = '"ann"', *more: str) -> tuple[str, ...]:
    """Return the lines of a seat; values are TOML as written."""
    return (f"stack = {stack}", f"player = {player}", *more)
