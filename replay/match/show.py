"""`replay match ID`: the chain of a match's rounds with the ladder, and the checks on it."""

import json

from domain.flow.address import match
from domain.kernel.text import text
from replay.errors import DIFFERENT, PROVEN, UNCHECKED, NoSuchMatchError, saying_why
from replay.match.account import readable
from replay.match.plain import as_json
from replay.match.proof import prove_match
from replay.messages.say import Say, english
from replay.receipts import acknowledged_ends
from replay.settings import views_address
from replay.stored import open_to_read
from replay.text import printable
from replay.views import views_at


@saying_why
def show(url: str, match_id: str, *, plain: bool, say: Say = english) -> int:
    """Print a match and its checks; return 0 if it is proven, 1 at a difference.

    Returns 2 if nothing is wrong, but cards are sealed and not everything could be checked.
    """
    with open_to_read(url) as log, views_at(views_address(url)) as views:
        proof = prove_match(log, match_id, views)
        if proof is None:
            stream = match(match_id).stream
            if not stream.isprintable() or stream not in acknowledged_ends(log, stream).last:
                message = text("there is no match {match}", match=match_id)
                raise NoSuchMatchError(message)
            return _missing(match_id, plain=plain, say=say)
    print(json.dumps(as_json(proof)) if plain else "\n".join(readable(proof, say)))
    if proof.first_wrong is not None:
        return DIFFERENT
    return PROVEN if proof.proven else UNCHECKED


def _missing(match_id: str, *, plain: bool, say: Say) -> int:
    """Say that a match was removed: something of it was acknowledged."""
    if plain:
        print(json.dumps({"match": match_id, "status": "missing", "proven": False, "stored": 0}))
    else:
        gone = text("NOT PROVEN: match {match} was acknowledged, and all of it is missing")
        print(say(gone.of(match=printable(match_id))))
    return DIFFERENT
