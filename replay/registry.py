"""Every setting there is: its name, what it is when nothing is set, its form and its meaning."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, NamedTuple

from domain.house.labels import LONGEST, is_name
from domain.kernel.text import Text, joined, text
from domain.log.address import POSTGRES, SQLITE, is_plain, is_postgres, shown, sqlite_path
from domain.log.errors import LogAddressError
from projections.store.address import database_url
from projections.store.errors import ViewsError
from replay import guards
from replay.messages.language import Language

PREFIX: Final = "PAIPU_"
PORT_DIGITS: Final = 5
DIGITS: Final = 11
"""A number longer than this is above all bounds, whatever it is."""


class Form(NamedTuple):
    """What a setting may be: in words, and whether a text is of the form.

    A `whole` number is one in a file too, anything else is text there. What `opens` something is
    told by whoever opens it when the environment says it wrongly, with a code of its own.
    """

    told: Text
    fits: Callable[[str], bool]
    whole: bool = False
    opens: bool = False


class Setting(NamedTuple):
    """One setting. `usual` is what counts when nothing is set, empty for nothing.

    `show` returns a value as it may be shown: without a password.
    """

    name: str
    usual: str
    form: Form
    meaning: str
    show: Callable[[str], str] = str

    @property
    def key(self) -> str:
        """What it is called in a file."""
        return self.name.removeprefix(PREFIX).lower()


def whole(least: int, most: int) -> Form:
    """Return the form of a whole number within bounds."""

    def fits(written: str) -> bool:
        digits = written.isascii() and written.isdigit() and len(written) <= DIGITS
        return digits and least <= int(written) <= most

    told = text("a whole number, {least} to {most}", least=least, most=most)
    return Form(told, fits, whole=True)


def choice(*words: str) -> Form:
    """Return the form of one of some words."""
    return Form(joined(text(" or "), words), lambda written: written in words)


def host_and_port(written: str) -> tuple[str, int]:
    """Return the parts of `HOST:PORT`, of `[HOST]:PORT` too; port 0 for what is neither."""
    host, _, port = written.rpartition(":")
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    fits = port.isascii() and port.isdigit() and len(port) <= PORT_DIGITS and bare
    return bare, int(port) if fits and (bare != host or ":" not in host) else 0


def _is_log(written: str) -> bool:
    with suppress(LogAddressError):
        return is_postgres(written) or sqlite_path(written) is not None
    return False


def _is_place(written: str) -> bool:
    host, port = host_and_port(written)
    return guards.is_host(host) and 0 < port < 1 << 16


def _is_views(written: str) -> bool:
    with suppress(ViewsError):
        return bool(written.startswith((SQLITE, POSTGRES)) and database_url(written))
    return False


LOG: Final = Form(
    text("{sqlite}PATH or {postgres}HOST/DATABASE", sqlite=SQLITE, postgres=POSTGRES),
    _is_log,
    opens=True,
)
VIEWS: Final = Form(LOG.told, _is_views, opens=True)
FILE: Final = Form(text("the path of a file"), is_plain)
PLACE: Final = Form(text("HOST:PORT"), _is_place)
RECEIVER: Final = Form(text("http://HOST:PORT or https://HOST:PORT"), guards.is_receiver)
PERSON: Final = Form(
    text("a name of 1 to {most} printable characters, no stroke", most=LONGEST), is_name
)
MOST: Final = 2**31 - 1
RATE: Final = Form(
    text("a rate such as 2000/10, so much in so many seconds, or off"), guards.is_rate
)
WORD: Final = Form(text("visible characters without space"), guards.is_word)
ORIGINS: Final = Form(
    text("origins such as https://play.example, between commas"), guards.are_origins
)
NETWORKS: Final = Form(text("addresses or networks, between commas"), guards.are_networks)
JWKS: Final = Form(text("a path, or a URL with https (of this machine, http)"), guards.is_jwks)
ROLES: Final = Form(
    text("words and roles such as staff=operator, between commas"), guards.are_roles
)

SETTINGS: Final = (
    Setting("PAIPU_LOG", "sqlite:///var/log.db", LOG, "the log's address", shown),
    Setting("PAIPU_VIEWS", "", VIEWS, "the address of the views, else beside the log", shown),
    Setting("PAIPU_KEYS", "", FILE, "the file with the master keys"),
    Setting("PAIPU_TOKENS", "", FILE, "the file with the secrets of tokens"),
    Setting("PAIPU_JWKS", "", JWKS, "the keys of a provider of tokens", shown),
    Setting("PAIPU_JWKS_SECONDS", "300", whole(1, 86_400), "seconds between two looks at them"),
    Setting("PAIPU_ISSUER", "", WORD, "who issues the provider's tokens"),
    Setting("PAIPU_AUDIENCE", "paipu", WORD, "whom the provider's tokens are for"),
    Setting("PAIPU_ROLE_CLAIM", "role", WORD, "where in them the role stands"),
    Setting("PAIPU_SCOPE_CLAIM", "scope", WORD, "where in them scopes stand"),
    Setting("PAIPU_ROLES", "", ROLES, "what the provider's words for roles mean here"),
    Setting("PAIPU_TLS", "no", choice("no", "yes"), "whether clients come over TLS"),
    Setting("PAIPU_ORIGINS", "", ORIGINS, "the pages that may ask, else the service's own"),
    Setting("PAIPU_IDLE_MINUTES", "30", whole(1, 1440), "minutes a session may idle"),
    Setting("PAIPU_PROXIES", "", NETWORKS, "the proxies that say whose requests they pass on"),
    Setting("PAIPU_RATE_ADDRESS", "20000/10", RATE, "requests of an address"),
    Setting("PAIPU_RATE_CALLER", "2000/10", RATE, "requests of a caller"),
    Setting("PAIPU_RATE_LOGINS", "30/60", RATE, "bad tokens of an address, log-ins of a caller"),
    Setting("PAIPU_SOCKETS", "50", whole(0, MOST), "sockets of a caller, 0 for no bound"),
    Setting("PAIPU_LOG_FORMAT", "", choice("json", "text"), "how the service logs"),
    Setting("PAIPU_SIGNING_KEYS", "", FILE, "the file with the signing keys"),
    Setting("PAIPU_CHECKPOINT_EVENTS", "1000", whole(1, MOST), "events between two checkpoints"),
    Setting("PAIPU_CHECKPOINT_SECONDS", "60", whole(1, MOST), "seconds between two checkpoints"),
    Setting("PAIPU_PERSON", "", PERSON, "who acts at this terminal"),
    Setting("PAIPU_LANG", Language.EN, choice(*Language), "the language of reports"),
    Setting("PAIPU_DISPUTE_HOURS", "72", whole(1, 24 * 366), "hours to decide a dispute within"),
    Setting("PAIPU_LARGE_WIN", "10000", whole(1, MOST), "points from which on a win is large"),
    Setting("PAIPU_LARGE_WAGER", "10000", whole(1, MOST), "points from which on a wager is large"),
    Setting("PAIPU_RETENTION_DAYS", "1827", whole(1, 36_525), "days that keys of a round are kept"),
    Setting("PAIPU_PAUSE", "3", whole(0, 86_400), "seconds between two rounds of a table"),
    Setting("PAIPU_DRAIN_SECONDS", "0", whole(0, 3_600), "seconds from the stop until it stops"),
    Setting("PAIPU_METRICS", "", PLACE, "where metrics are read"),
    Setting("PAIPU_TRACES", "", RECEIVER, "where traces are sent", shown),
    Setting("PAIPU_READY_LAG", "10000", whole(1, MOST), "positions that views may be behind"),
)
BY_NAME: Final[Mapping[str, Setting]] = {one.name: one for one in SETTINGS}
BY_KEY: Final[Mapping[str, Setting]] = {one.key: one for one in SETTINGS}
