"""`replay bundle ID` and `replay check FILE`."""

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from domain.kernel.seats import Seat
from domain.kernel.text import text, text_of, word
from domain.log.checkpoints.checkpoint import read_checkpoint
from domain.log.checkpoints.notes import MOST_BYTES as MOST_OF_A_NOTE
from domain.log.checkpoints.notes import VerifierKey, read_key, read_note
from domain.log.errors import BadNoteError
from domain.log.streams import round_stream
from domain.paipu.document import UnreadableRecordError
from replay.bundle.check import checked
from replay.bundle.files import require_free, signed_anew, write_new
from replay.bundle.form import MOST_BYTES, Bundle, read, written
from replay.bundle.held import SEATS, Held
from replay.bundle.make import Anchored, Order, bundle_of, is_covered, newest
from replay.bundle.signed import NOT_COVERED
from replay.errors import (
    DIFFERENT,
    PROVEN,
    UNCHECKED,
    BadBundleError,
    NoSuchSeatError,
    NotProvenError,
    saying_why,
)
from replay.files import content_of
from replay.messages.say import Say, english
from replay.outputs import refuse_files_of_the_house
from replay.reveal import Purpose, Revealing, record_reveal, require_over
from replay.round import as_json, readable
from replay.stored import open_to_read, require_acknowledged
from replay.text import printable
from replay.words import EVERYTHING, Viewer


class Asked(NamedTuple):
    """What is to be bundled: for a seat, or with all cards; held by a note that is given, or not.

    `keys` are keys of witnesses that have signed that note, or files with some.
    """

    seat: str | None
    revealing: Revealing | None
    note: Path | None = None
    keys: Sequence[str] = ()


@saying_why
def bundle(url: str, round_id: str, asked: Asked, output: Path, *, say: Say = english) -> int:
    """Write a round's bundle into a new file, for its owner alone; return 0.

    With all cards it is a reveal, recorded before anything is written.
    """
    require_free(output)
    refuse_files_of_the_house(output, url)
    made = _made(url, round_id, asked)
    if asked.revealing is not None:
        record_reveal(url, round_id, asked.revealing, Purpose.BUNDLE)
    content = written(made)
    write_new(output, content)
    print("\n".join(map(say, _told(made, content))))
    return PROVEN


def _made(url: str, round_id: str, asked: Asked) -> Bundle:
    given = None if asked.note is None else _given(asked.note, asked.keys)
    viewer: Viewer = EVERYTHING if asked.revealing is not None else _seat(asked.seat)
    with open_to_read(url) as log:
        if not log.last_version(round_stream(round_id)):
            require_acknowledged(log, round_id)
            message = text(
                "round {round} was acknowledged, and all of it is missing", round=round_id
            )
            raise NotProvenError(message)
        if asked.revealing is not None:
            require_over(log, round_id)
        made = bundle_of(log, Order(round_id, viewer), given or newest(log))
    if given is not None or is_covered(made) or not signed_anew(url):
        return made
    with open_to_read(url) as log:
        return bundle_of(log, Order(round_id, viewer), newest(log))


def _seat(asked: str | None) -> Seat | None:
    """Return the seat that is asked for, which is no other viewer; `bundle_of` looks further."""
    if asked is not None and asked not in SEATS:
        message = text("--seat must be one of the round's seats")
        raise NoSuchSeatError(message)
    return None if asked is None else Seat(asked)


def _given(note: Path, keys: Sequence[str]) -> Anchored:
    """Return the checkpoint of a note in a file, such as a witness has cosigned."""
    content = _text(note)
    witnesses = tuple(map(str, trusted(keys)))
    found = read_note(content)
    signers = [(one.name, one.key_id) for one in found.signatures]
    if len({*signers}) < len(signers):
        message = text("the note is signed twice by one key")
        raise BadNoteError(message)
    return Anchored(content, read_checkpoint(found.text).size, witnesses)


def _told(made: Bundle, content: bytes) -> Iterator[str]:
    yield text(
        "round {round} · {viewer} · {size} bytes",
        round=printable(made.round),
        viewer=word(made.viewer),
        size=len(content),
    )
    yield f"sha256 {sha256(content).hexdigest()}"
    if made.checkpoint is None or not is_covered(made):
        yield NOT_COVERED
    else:
        size = read_checkpoint(read_note(made.checkpoint.note).text).size
        yield text("covered by the checkpoint of {size} events", size=size)


@saying_why
def check(path: Path, keys: Sequence[str], *, as_object: bool, say: Say = english) -> int:
    """Print what a bundle tells and whether it holds; return 0 if it does, 1 at a difference.

    Returns 2 if nothing is wrong, but not everything could be checked, or it is no bundle. No log
    is asked, and nothing else.
    """
    try:
        bundled = read(content_of(path, MOST_BYTES))
    except UnreadableRecordError as error:
        raise BadBundleError(text_of(error)) from None
    proof, viewer = checked(bundled, trusted(keys)), Held(bundled).viewer
    if as_object:
        print(json.dumps({"viewer": bundled.viewer, **as_json(proof, viewer)}))
    else:
        print("\n".join(readable(proof, viewer, say=say)))
    if proof.first_wrong is not None:
        return DIFFERENT
    return PROVEN if proof.proven else UNCHECKED


def trusted(words: Sequence[str]) -> list[VerifierKey]:
    """Return keys that are given, or stand in files that are, one a line. Raises `BadNoteError`.

    Empty lines, and those that begin with `#`, say nothing.
    """
    keys: list[VerifierKey] = []
    for given in words:
        if "+" in given and not Path(given).exists():
            keys.append(read_key(given))
            continue
        lines = _text(Path(given)).splitlines()
        keys += (read_key(line) for line in lines if line.strip() and not line.startswith("#"))
    return keys


def _text(path: Path) -> str:
    try:
        return content_of(path, MOST_OF_A_NOTE).decode()
    except UnreadableRecordError as error:
        message = text("{what}: {error}", what=path, error=text_of(error))
    except UnicodeDecodeError:
        message = text("{what}: not UTF-8", what=path)
    raise BadNoteError(message)
