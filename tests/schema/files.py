"""Where schemas and samples lie, and what would be written there today."""

import json
from pathlib import Path

import msgspec

from domain.kernel.decider import Command, Event
from domain.log.catalogue import CATALOGUE
from domain.log.codec import CODEC
from domain.log.keys import HOUSE, HeldKeys
from tests.schema.sampling import enveloped
from tests.support.keys import KEY

FOLDER = Path(__file__).parent
_KEYS = HeldKeys({("sample/1", "p1"): KEY, ("sample/1", HOUSE): KEY})
SEALING = CODEC.with_keys(_KEYS, lambda size: b"7" * size)
"""Seals with a key of its own, and without any chance: the same sample, the same bytes."""
KINDS: dict[str, type[Event | Command]] = {**CATALOGUE.events, **CATALOGUE.commands}


def schema_file(name: str) -> Path:
    return FOLDER / f"{name}.schema.json"


def sample_file(name: str) -> Path:
    return FOLDER / "samples" / f"{name}.json"


def schema_of(name: str) -> str:
    """Return the JSON Schema of a stored type; descriptions are prose and may be mended."""
    return json.dumps(_bare(msgspec.json.schema(KINDS[name])), indent=1, sort_keys=True) + "\n"


def _bare(schema: object) -> object:
    if isinstance(schema, dict):
        described = isinstance(schema.get("description"), str)
        return {
            key: _bare(value)
            for key, value in schema.items()
            if not (described and key == "description")
        }
    return [_bare(part) for part in schema] if isinstance(schema, list) else schema


def sample_of(name: str) -> bytes:
    """Return a stored body that holds the type, as event or as command."""
    return SEALING.encode("sample/1", 1, *enveloped(KINDS[name]))[1]


def topic_in(body: bytes) -> str:
    """Return the stored name of the event in a body."""
    topic: str = json.loads(body)["event"]["type"]
    return topic
