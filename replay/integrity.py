"""The integrity digest: one number for the rules that this program decides by."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from domain.log.framing import framed, framed_text
from domain.shengji.ruleset import RULES as SHENGJI_RULES
from domain.shengji.ruleset import Ruleset as ShengjiRuleset
from domain.sizhidao.ruleset import RULES as SIZHIDAO_RULES
from domain.sizhidao.ruleset import ruleset as sizhidao_ruleset

TAG: Final = b"paipu.integrity.2\0"
PACKAGES: Final = (
    "domain.cards",
    "domain.chips",
    "domain.games",
    "domain.kernel",
    "domain.shengji",
    "domain.sizhidao",
)
"""The packages that decide a round: the games', and all that they import."""
GAMES: Final = (
    (SIZHIDAO_RULES, sizhidao_ruleset()),
    (SHENGJI_RULES, ShengjiRuleset()),
)
"""Of each game the rules version and the settings' defaults."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


@cache
def integrity() -> str:
    r"""Return the digest, 64 hex digits, the same for the same rules on every machine.

    It is SHA-256 over the tag, of each game the rules version and the settings' defaults as JSON in
    the order of their declaration, and every source file of `PACKAGES`, sorted: its name below the
    root, its content with line ends as `\n`. Each part is framed, its length in front as u32,
    big-endian.
    """
    parts = []
    for rules, settings in GAMES:
        parts += [framed_text(str(rules)), framed(_canonical(settings))]
    for package in PACKAGES:
        for name, content in sorted(_sources(files(package), package.replace(".", "/"))):
            parts += [framed_text(name), framed(content)]
    return sha256(TAG + b"".join(parts)).hexdigest()


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        inside = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, inside)
        elif entry.name.endswith(".py"):
            yield inside, entry.read_bytes().replace(b"\r\n", b"\n")
