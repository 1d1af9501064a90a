"""The languages that people are answered in, and which of them somebody asks for."""

import re
from enum import StrEnum
from typing import Final


class Language(StrEnum):
    """A language, named as RFC 5646 has it; the first is the one that texts are written in."""

    EN = "en"
    HANT = "zh-Hant"
    HANS = "zh-Hans"


_TAG: Final = re.compile(r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*|\*")
_QUALITY: Final = re.compile(r"0(\.[0-9]{0,3})?|1(\.0{0,3})?")
_LONGEST: Final = 1_000
"""Characters of a wish that are read; no browser sends so many."""
_TRADITIONAL: Final = frozenset({"hant", "tw", "hk", "mo"})
"""Scripts and regions in which Chinese is written with traditional characters."""


def wished(header: str | None) -> Language:
    """Return the language that an `Accept-Language` header prefers (RFC 9110, 12.5.4).

    Of equal wishes the first counts. `zh` alone, or of a region where it is so written, means
    simplified characters, and `*` English. What is no language of ours, or no wish, is passed over.
    """
    best, most = Language.EN, 0.0
    for wish in (header or "")[:_LONGEST].split(","):
        tag, _, weight = wish.partition(";")
        quality = _quality(weight)
        language = _language(tag.strip()) if quality > most else None
        if language is not None:
            best, most = language, quality
    return best


def _quality(weight: str) -> float:
    """Return the weight of a wish: 1 without one, 0, as not wanted, for one that is none."""
    name, _, value = weight.strip().partition("=")
    if not weight.strip():
        return 1.0
    good = name.strip().lower() == "q" and _QUALITY.fullmatch(value.strip())
    return float(value) if good else 0.0


def _language(tag: str) -> Language | None:
    if not _TAG.fullmatch(tag):
        return None
    first, *rest = tag.lower().split("-")
    if first in {"en", "*"}:
        return Language.EN
    if first not in {"zh", "cmn", "yue"}:
        return None
    if "hans" in rest:
        return Language.HANS
    return Language.HANT if _TRADITIONAL.intersection(rest) else Language.HANS
