"""`replay export ID`: a stored round as a record, which running gives the same facts again."""

import os
from pathlib import Path

from domain.paipu.sizhidao.actions import Action
from domain.paipu.write import document_of_actions, write_document
from domain.sizhidao.commands import is_command
from domain.sizhidao.decider import SIZHIDAO
from replay.errors import (
    PROVEN,
    CannotWriteError,
    CardsSealedError,
    NotProvenError,
    StillRunningError,
    saying_why,
)
from replay.proof import Proof, prove
from replay.stored import open_to_read, require_acknowledged


@saying_why
def export(url: str, round_id: str, output: Path | None, *, running: bool) -> int:
    """Write a round as a record. It holds every card: a running round's is refused unless asked."""
    with open_to_read(url) as log:
        proof = prove(log, round_id)
        if proof is None:
            require_acknowledged(log, round_id)
    if proof is not None and proof.derived.closed and proof.first_wrong is None:
        message = f"a record holds all cards, and those of round {round_id} are sealed"
        raise CardsSealedError(message)
    if proof is None or not proof.proven:
        message = f"round {round_id} is not proven; `replay round {round_id}` tells where"
        raise NotProvenError(message)
    if not running and not SIZHIDAO.is_terminal(proof.derived.state):
        message = f"round {round_id} is still running and its record would show hidden cards"
        raise StillRunningError(message)
    record = write_document(document_of_actions(_actions(proof)))
    if output is None:
        print(record, end="")
    else:
        _write(output, record)
    return PROVEN


def _actions(proof: Proof) -> list[Action]:
    envelopes = (decision.envelope for decision in proof.derived.decisions)
    return [
        Action(envelope.command, envelope.origin)
        for envelope in envelopes
        if is_command(envelope.command)
    ]


def _write(output: Path, record: str) -> None:
    """Write for the owner's eyes only: a record shows every card."""
    try:
        descriptor = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(record)
    except OSError as error:
        message = f"{output} cannot be written: {error.strerror}"
        raise CannotWriteError(message) from error
