"""A house that forges a bundle: chains, acknowledgements, tree and signature are made anew.

So nothing but what the events say can tell.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from struct import pack
from typing import Any, Final

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from domain.fairness.tree import leaf_hash, path_of, root_of
from domain.log import chain
from domain.log.checkpoints.checkpoint import Checkpoint
from domain.log.framing import framed_text
from replay.bundle.check import checked, report_of
from replay.bundle.form import Bundle, read, written
from replay.bundle.held import Held
from tests.bundle.hall import SIGNER

Plain = dict[str, Any]
Text = Callable[[Checkpoint], str]
OWN: Final = ("round/", "deck/", "clock/")


def plain(bundle: Bundle) -> Plain:
    """A bundle as JSON, its events as objects."""
    found: Plain = json.loads(written(bundle))
    for row in _rows(found):
        row["body"] = json.loads(b64decode(row["body"]))
    return found


def _rows(bundle: Plain) -> Iterator[Plain]:
    for stream in bundle["streams"]:
        yield from stream["rows"]


def rows_of(bundle: Plain, kind: str) -> list[Plain]:
    """The rows of the round's stream of a kind, none if it has none."""
    names = f"{kind}/{bundle['round']}"
    return next((one["rows"] for one in bundle["streams"] if one["stream"] == names), [])


def facts_of(bundle: Plain, name: str) -> list[Plain]:
    return [row["body"]["event"] for row in _rows(bundle) if row["name"] == name]


def commands_of(bundle: Plain, name: str) -> list[Plain]:
    told = (row["body"]["envelope"].get("command") or {} for row in _rows(bundle))
    return [one for one in told if one.get("type") == name]


def asked(row: Plain) -> tuple[str, str]:
    envelope = row["body"]["envelope"]
    return envelope["actor"], envelope["command_id"]


def without(bundle: Plain, kind: str, version: int) -> None:
    """Take away all rows of one of the round's streams from a version on."""
    for stream in bundle["streams"]:
        if stream["stream"] == f"{kind}/{bundle['round']}":
            del stream["rows"][version - 1 :]
    bundle["streams"] = [one for one in bundle["streams"] if one["rows"]]


def moved(bundle: Plain, early: Callable[[Plain], bool]) -> None:
    """Have the decisions come first whose acknowledgement is `early`, as if so written."""
    own = [one for one in bundle["streams"] if one["stream"].startswith(OWN)]
    others = [one for one in bundle["streams"] if one not in own]
    others.sort(key=lambda one: not early(one["rows"][0]))
    position = 0
    for one in others:
        decided = [row for stream in own for row in stream["rows"] if asked(row) == _asked_of(one)]
        for row in (*decided, one["rows"][0]):
            position += 1
            row["position"] = position
    bundle["streams"] = [*own, *others]


def _asked_of(acknowledgement: Plain) -> tuple[str, str]:
    return asked(acknowledgement["rows"][0])


def resealed(bundle: Plain, row: Plain, fields: dict[str, object]) -> None:
    """Seal other hidden fields into an event and its command."""
    stream = f"round/{bundle['round']}"
    keys = {(one["stream"], one["audience"]): b64decode(one["key"]) for one in bundle["keys"]}
    for sealed in row["body"]["sealed"]:
        part, audience = sealed["part"], sealed["audience"]
        body = row["body"]
        told = body["event"] if part == "event" else body["envelope"]["command"]
        bound = framed_text(stream) + pack(">Q", row["version"]) + framed_text(audience)
        bound += framed_text(part) + framed_text(told["type"])
        inside = bytes(32) + json.dumps(fields, separators=(",", ":")).encode()
        nonce = sha256(bound + inside).digest()[:12]
        box = AESGCM(keys[stream, audience]).encrypt(nonce, inside, b"paipu.seal.1\0" + bound)
        sealed["box"] = b64encode(nonce + box).decode()
        sealed["commitment"] = b64encode(sha256(b"paipu.commitment.1\0" + inside).digest()).decode()


def forged(bundle: Plain, text: Text = lambda checkpoint: checkpoint.text) -> bytes:
    """The bundle as a house would have written it, with the account that it gives."""
    _acknowledge(bundle)
    for stream in bundle["streams"]:
        _chain(stream)
    leaves = [
        leaf_hash(pack(">Q", one["rows"][-1]["position"]) + b64decode(one["rows"][-1]["hash"]))
        for one in bundle["streams"]
    ]
    for index, one in enumerate(bundle["streams"]):
        path = [b64encode(part).decode() for part in path_of(index, leaves)]
        one["included"] = {"index": index, "path": path}
    made = text(Checkpoint(SIGNER.origin, len(leaves), root_of(leaves)))
    keys = [str(key) for key in SIGNER.verifiers]
    bundle["checkpoint"] = {"note": SIGNER.signed(made), "keys": keys}
    content = json.dumps(bundle, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    whole = read(content)
    return written(replace(whole, report=report_of(checked(whole), Held(whole))))


def _acknowledge(bundle: Plain) -> None:
    """Make acknowledgements name what there is; one of nothing goes."""
    own = [one for one in bundle["streams"] if one["stream"].startswith(OWN)]
    left = [*own]
    for one in own:
        _chain(one, written_out=False)
    for one in bundle["streams"]:
        if one in own:
            continue
        event = one["rows"][0]["body"]["event"]
        found = {stream["stream"]: _part(stream, _asked_of(one)) for stream in own}
        results = [
            found.get(result["stream"]) if result["stream"].startswith(OWN) else result
            for result in event["results"]
        ]
        event["results"] = [result for result in results if result is not None]
        left += [one] if any(found.values()) else []
    bundle["streams"] = left


def _part(stream: Plain, who: tuple[str, str]) -> Plain | None:
    rows = [row for row in stream["rows"] if asked(row) == who]
    if not rows:
        return None
    first, last = rows[0]["version"], rows[-1]["version"]
    own = b64decode(rows[-1]["hash"]).hex()
    return {"stream": stream["stream"], "first": first, "last": last, "hash": own}


def _chain(stream: Plain, *, written_out: bool = True) -> None:
    head = chain.ORIGIN
    for version, row in enumerate(stream["rows"], start=1):
        body = json.dumps(row["body"], separators=(",", ":"), ensure_ascii=False).encode()
        row["version"], row["previous"] = version, b64encode(head).decode()
        head = chain.event_hash(stream["stream"], version, row["name"], head, body)
        row["hash"] = b64encode(head).decode()
        if written_out:
            row["body"] = b64encode(body).decode()
