"""A bundle with something in it changed, dropped, doubled or exchanged: once for every place."""

import json
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from replay.bundle.form import Bundle, written

BYTES = frozenset({"previous", "hash", "body", "key", "salt", "path"})
"""What stands in Base64."""


class Tampered(NamedTuple):
    """Where something was changed, as `streams.0.rows.3.hash`, how, and the bundle then."""

    where: str
    how: str
    content: bytes

    @property
    def field(self) -> str:
        """The place without its numbers."""
        return ".".join(part for part in self.where.split(".") if not part.isdigit())


def tampered(bundle: Bundle, step: int = 1) -> Iterator[Tampered]:
    """Yield the bundle changed in every place, or in every so-many-th."""
    plain = json.loads(written(bundle))
    changes = _changes(plain, ())
    for number, (path, how, other) in enumerate(changes):
        if number % step == 0:
            changed = _with(plain, path, other)
            yield Tampered(".".join(map(str, path)), how, msgspec.json.encode(changed) + b"\n")


Path = tuple[str | int, ...]
Change = tuple[Path, str, Any]


def _with(value: Any, path: Path, other: Any) -> Any:  # noqa: ANN401 -- JSON
    if not path:
        return other
    first, *rest = path
    copy: Any = dict(value) if isinstance(value, dict) else list(value)
    copy[first] = _with(value[first], tuple(rest), other)
    return copy


def _changes(value: object, path: Path) -> Iterator[Change]:
    match value:
        case dict():
            yield from _of_object(value, path)
        case list():
            yield from _of_list(value, path)
        case str():
            yield from ((path, how, other) for how, other in _texts(value, _name(path)))
        case bool():
            yield path, "other", not value
        case int():
            yield from ((path, f"{value}→{other}", other) for other in (value + 1, value - 1, -1))
            yield path, "text", str(value)
        case None:
            yield path, "not null", {}
        case _:
            raise TypeError(value)


def _of_object(value: dict[str, Any], path: Path) -> Iterator[Change]:
    for key, part in value.items():
        yield path, f"without {key}", {k: v for k, v in value.items() if k != key}
        yield (*path, key), "null", None if part is not None else 0
        yield from _changes(part, (*path, key))
    yield path, "one more", {**value, "more": 1}
    if len(value) > 1:
        yield path, "in another order", dict(reversed(value.items()))


def _of_list(value: list[Any], path: Path) -> Iterator[Change]:
    for place, part in enumerate(value):
        rest = value[place + 1 :]
        yield path, f"without {place}", [*value[:place], *rest]
        yield path, f"{place} twice", [*value[: place + 1], *value[place:]]
        if rest and rest[0] != part:
            yield path, f"{place} behind the next", [*value[:place], rest[0], part, *rest[1:]]
        if rest and isinstance(part, dict):
            for key in part:
                if part[key] != rest[0][key]:
                    mine, other = {**part, key: rest[0][key]}, {**rest[0], key: part[key]}
                    exchanged = [*value[:place], mine, other, *rest[1:]]
                    yield path, f"{key} of {place} and the next exchanged", exchanged
        yield from _changes(part, (*path, place))


def _texts(text: str, name: str) -> Iterator[tuple[str, str]]:
    yield "longer", f"{text}x"
    yield "shorter", text[:-1] if text else "x"
    if name in BYTES:
        yield from _bytes(text)
    if name == "viewer":
        yield from ((f"{text}→{other}", other) for other in ("p1", "p2", "public", "everything"))
    if name == "note":
        yield from ((f"line {n} gone", line) for n, line in _without_lines(text))
        yield from (
            (
                f"sign {place}",
                text[:place] + ("B" if text[place] != "B" else "C") + text[place + 1 :],
            )
            for place in range(0, len(text), 7)
        )


def _bytes(text: str) -> Iterator[tuple[str, str]]:
    try:
        content = b64decode(text, validate=True)
    except Error:
        return
    for place in {0, len(content) // 2, len(content) - 1}:
        other = bytearray(content)
        other[place] ^= 1
        yield f"byte {place}", b64encode(other).decode()
    yield "a byte less", b64encode(content[:-1]).decode()
    yield "a byte more", b64encode(content + b"\0").decode()


def _without_lines(text: str) -> Iterator[tuple[int, str]]:
    lines = text.splitlines(keepends=True)
    for number, _ in enumerate(lines):
        yield number, "".join([*lines[:number], *lines[number + 1 :]])


def _name(path: Path) -> str:
    return str(next((part for part in reversed(path) if isinstance(part, str)), ""))
