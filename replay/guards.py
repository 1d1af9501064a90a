"""The forms of settings by which a service guards itself, and reading them."""

import re
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_network
from typing import Final
from urllib.parse import urlsplit

OFF: Final = "off"
MOST: Final = 1_000_000
DAY: Final = 86_400
LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))
USUAL_PORTS: Final = {"http": 80, "https": 443}
_RATE: Final = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,4})", re.ASCII)
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.\-\[\]:]+", re.ASCII)
_WORD: Final = re.compile(r"[!-~]+", re.ASCII)


def rate(text: str) -> tuple[int, int]:
    """Return how much in how many seconds a text allows, 0 for no bound. Raises `ValueError`."""
    if text == OFF:
        return 0, 1
    found = _RATE.fullmatch(text)
    if found is None or int(found[1]) > MOST or int(found[2]) > DAY:
        message = "no rate"
        raise ValueError(message)
    return int(found[1]), int(found[2])


def is_rate(text: str) -> bool:
    """Say whether a text is a rate."""
    with suppress(ValueError):
        return rate(text)[0] >= 0
    return False


def words(text: str) -> tuple[str, ...]:
    """Return the parts of a text between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def are_origins(text: str) -> bool:
    """Say whether a text lists origins, as browsers write them: without a scheme's own port."""
    with suppress(ValueError):
        return all(_ORIGIN.fullmatch(one) and _is_host(one) for one in words(text))
    return False


def _is_host(origin: str) -> bool:
    parts = urlsplit(origin)
    return bool(parts.hostname) and parts.port != USUAL_PORTS[parts.scheme]


def are_networks(text: str) -> bool:
    """Say whether a text lists addresses or networks."""
    with suppress(ValueError):
        return all(ip_network(one) for one in words(text))
    return False


def is_jwks(text: str) -> bool:
    """Say whether a text is an address to fetch keys from, safely, or the path of a file.

    Keys that come over a network in clear could be anybody's.
    """
    if "://" not in text:
        return "\0" not in text
    with suppress(ValueError):
        parts = urlsplit(text)
        local = text.startswith("http://") and parts.hostname in LOCAL
        return bool(parts.hostname) and (text.startswith("https://") or local)
    return False


def is_word(text: str) -> bool:
    """Say whether a text is visible characters without space."""
    return _WORD.fullmatch(text) is not None


def pairs(text: str) -> Mapping[str, str]:
    """Return what a text such as `staff=operator,boss=supervisor` says by name."""
    return {name: meant for name, _, meant in (one.partition("=") for one in words(text))}


def are_roles(text: str) -> bool:
    """Say whether a text says what words of a provider mean here, each once."""
    known = ("player", "operator", "auditor", "supervisor")
    found = pairs(text)
    once = len(found) == len(words(text))
    return once and all(name and meant in known for name, meant in found.items())
