"""The forms of settings by which a service guards itself, and reading them."""

import re
from collections.abc import Mapping
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from domain.log.address import is_plain

OFF: Final = "off"
MOST: Final = 1_000_000
DAY: Final = 86_400
LOCAL: Final = frozenset(("localhost", "127.0.0.1", "::1"))
USUAL_PORTS: Final = {"http": 80, "https": 443}
_RATE: Final = re.compile(r"([1-9][0-9]{0,6})/([1-9][0-9]{0,4})", re.ASCII)
_ORIGIN: Final = re.compile(r"https?://[a-z0-9.\-\[\]:]+", re.ASCII)
_HOST: Final = re.compile(r"[A-Za-z0-9_]([A-Za-z0-9_.\-]*[A-Za-z0-9_.])?", re.ASCII)
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
    return tuple(part.strip(" ") for part in text.split(",") if part.strip(" "))


def are_origins(text: str) -> bool:
    """Say whether a text lists origins, as browsers write them: without a scheme's own port."""
    with suppress(ValueError):
        found = words(text)
        return bool(found) and all(_ORIGIN.fullmatch(one) and _is_usual(one) for one in found)
    return False


def _is_usual(origin: str) -> bool:
    parts = urlsplit(origin)
    named = is_url(origin) and not origin.endswith(":")
    return named and parts.port != USUAL_PORTS[parts.scheme]


def are_networks(text: str) -> bool:
    """Say whether a text lists addresses or networks."""
    with suppress(ValueError):
        return bool([ip_network(one) for one in words(text)])
    return False


def is_jwks(text: str) -> bool:
    """Say whether a text is an address to fetch keys from, safely, or the path of a file.

    Keys that come over a network in clear could be anybody's.
    """
    if "://" not in text:
        return is_plain(text)
    with suppress(ValueError):
        return is_url(text) and (text.startswith("https://") or urlsplit(text).hostname in LOCAL)
    return False


def is_host(text: str) -> bool:
    """Say whether a text is a host's name or address."""
    with suppress(ValueError):
        return bool(_HOST.fullmatch(text) or ip_address(text))
    return False


def is_url(text: str) -> bool:
    """Say whether a text is an address of HTTP with a host, and with a port that there is.

    Raises `ValueError` for some that are not.
    """
    parts = urlsplit(text)
    whole = text.isprintable() and " " not in text and text.startswith(("http://", "https://"))
    return whole and is_host(parts.hostname or "") and parts.port != 0


def is_receiver(text: str) -> bool:
    """Say whether a text is an address below which there are others: it ends with no query."""
    with suppress(ValueError):
        return is_url(text) and not {"?", "#"} & {*text}
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
    once = len(found) == len(words(text)) > 0
    return once and all(name and meant in known for name, meant in found.items())
