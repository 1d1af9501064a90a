"""The integrity digest: one number for the rules that this program decides by."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from domain.log.framing import framed, framed_text
from domain.sizhidao.ruleset import RULES, ruleset

TAG: Final = b"paipu.integrity.1\0"
PACKAGES: Final = ("domain.cards", "domain.chips", "domain.kernel", "domain.sizhidao")
"""The packages that decide a round: the game's, and all that it imports."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


@cache
def integrity() -> str:
    r"""Return the digest, 64 hex digits, the same for the same rules on every machine.

    It is SHA-256 over the tag, the rules version, the settings' defaults as JSON in the order of
    their declaration, and every source file of `PACKAGES`, sorted: its name below the root, its
    content with line ends as `\n`. Each part is framed, its length in front as u32, big-endian.
    """
    parts = [framed_text(str(RULES)), framed(_canonical(ruleset()))]
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
