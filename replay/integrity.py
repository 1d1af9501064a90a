"""The integrity digest: one number for what this program decides, stores and reads by."""

import json
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

import msgspec

from domain.log import revision as log_revision
from domain.log.catalogue import CATALOGUE
from domain.log.framing import framed, framed_text
from domain.shengji.ruleset import RULES as SHENGJI_RULES
from domain.shengji.ruleset import Ruleset as ShengjiRuleset
from domain.sizhidao.ruleset import RULES as SIZHIDAO_RULES
from domain.sizhidao.ruleset import ruleset as sizhidao_ruleset
from projections.store import revision as views_revision

TAG: Final = b"paipu.integrity.3\0"
PACKAGE: Final = "domain"
"""The rules, and the log that they are written in."""
GAMES: Final = (
    (SIZHIDAO_RULES, sizhidao_ruleset()),
    (SHENGJI_RULES, ShengjiRuleset()),
)
"""Of each game the rules version and the settings' defaults."""

_canonical = msgspec.json.Encoder(order="deterministic").encode


def integrity() -> str:
    r"""Return the digest, 64 hex digits, the same for the same program on every machine.

    It is SHA-256 over the tag; of each game the rules version and the settings' defaults as JSON in
    the order of their declaration; the newest migration of the log and that of the views; of every
    stored type, sorted, its name and its JSON Schema; and of every source file of `PACKAGE`,
    sorted, its name below the root and its content with line ends as `\n`. Each part is framed, its
    length in front as u32, big-endian. It is the same in a wheel and in a checkout. The files are
    read each time, so that one which was changed under a running program is found.
    """
    parts = []
    for rules, settings in GAMES:
        parts += [framed_text(str(rules)), framed(_canonical(settings))]
    for revisions in (log_revision.REVISIONS, views_revision.REVISIONS):
        parts.append(framed_text(revisions[-1]))
    for name, kind in sorted({**CATALOGUE.events, **CATALOGUE.commands}.items()):
        parts += [framed_text(name), framed_text(schema_of(kind))]
    for name, content in sorted(_sources(files(PACKAGE), PACKAGE)):
        parts += [framed_text(name), framed(content)]
    return sha256(TAG + b"".join(parts)).hexdigest()


def schema_of(kind: type[msgspec.Struct]) -> str:
    """Return the JSON Schema of a stored type without its prose, keys sorted, without spaces."""
    schema = _without_prose(msgspec.json.schema(kind))
    return json.dumps(schema, sort_keys=True, separators=(",", ":"))


def _without_prose(schema: object) -> object:
    """Leave descriptions out: they may be mended, and not every Python has them alike."""
    if isinstance(schema, dict):
        return {
            name: _without_prose(part)
            for name, part in schema.items()
            if not (name == "description" and isinstance(part, str))
        }
    return [_without_prose(part) for part in schema] if isinstance(schema, list) else schema


def _sources(folder: Traversable, name: str) -> Iterator[tuple[str, bytes]]:
    for entry in folder.iterdir():
        inside = f"{name}/{entry.name}"
        if entry.is_dir():
            yield from _sources(entry, inside)
        elif entry.name.endswith(".py"):
            yield inside, entry.read_bytes().replace(b"\r\n", b"\n")
