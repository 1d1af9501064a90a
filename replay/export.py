"""`replay export ID`: a stored round as a record, which running gives the same facts again."""

from pathlib import Path

from domain.games.games import asked_of
from domain.games.rounds import ROUND
from domain.kernel.text import text
from domain.paipu.action import Action
from domain.paipu.write import document_of_actions, write_document
from replay.errors import (
    PROVEN,
    CardsSealedError,
    NotProvenError,
    StillRunningError,
    saying_why,
)
from replay.outputs import refuse_files_of_the_house, written
from replay.proof import Proof, prove
from replay.reveal import Purpose, Revealing, record_reveal
from replay.stored import open_to_read, require_acknowledged


@saying_why
def export(
    url: str, round_id: str, output: Path | None, revealing: Revealing, *, running: bool
) -> int:
    """Write a round as a record. It holds every card, so that this is a reveal, recorded first.

    A running round's is refused unless asked for.
    """
    with open_to_read(url) as log:
        proof = prove(log, round_id)
        if proof is None:
            require_acknowledged(log, round_id)
    if proof is not None and proof.first_wrong is None and not proof.proven:
        message = text(
            "a record holds all cards, and keys of round {round} are not here", round=round_id
        )
        raise CardsSealedError(message)
    if proof is None or not proof.proven:
        message = text(
            "round {round} is not proven; `replay round {round}` tells where",
            round=round_id,
        )
        raise NotProvenError(message)
    if not running and not ROUND.is_terminal(proof.derived.state):
        message = text(
            "round {round} is still running and its record would show hidden cards",
            round=round_id,
        )
        raise StillRunningError(message)
    record = write_document(document_of_actions(_actions(proof)))
    if output is not None:
        refuse_files_of_the_house(output, url)
    record_reveal(url, round_id, revealing, Purpose.EXPORT)
    if output is None:
        print(record, end="")
    else:
        with written(output) as file:
            file.write(record.encode())
    return PROVEN


def _actions(proof: Proof) -> list[Action]:
    envelopes = (decision.envelope for decision in proof.derived.decisions)
    return [
        Action(envelope.command, envelope.origin)
        for envelope in envelopes
        if asked_of(envelope.command) is not None
    ]
