"""Comparing JSON values exactly: 1, "1", 1.0 and true are four different things."""

from collections.abc import Iterable


def differing(expected: object, got: object, path: str = "$") -> str | None:
    """Where two JSON values first differ, in words; None when they are the same."""
    if type(expected) is not type(got):
        return f"{path}: expected {expected!r}, got {got!r}"
    if isinstance(expected, dict) and isinstance(got, dict):
        return _first(
            differing(expected.get(key, "absent"), got.get(key, "absent"), f"{path}.{key}")
            if key in expected and key in got
            else f"{path}.{key}: {'missing' if key in expected else 'unexpected'}"
            for key in (*expected, *got)
        )
    if isinstance(expected, list) and isinstance(got, list):
        if len(expected) != len(got):
            return f"{path}: expected {len(expected)} items, got {len(got)}"
        return _first(
            differing(one, other, f"{path}[{index}]")
            for index, (one, other) in enumerate(zip(expected, got, strict=True))
        )
    return None if expected == got else f"{path}: expected {expected!r}, got {got!r}"


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one is not None), None)
