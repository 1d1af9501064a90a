"""`paipu checkpoint`: sign the log now, list what was signed, tell the key to check it with."""

import argparse
import json
import sys
from datetime import UTC, datetime
from io import TextIOWrapper

from domain.kernel.text import text
from domain.log.checkpoints.checkpoints import Checkpoints, Signed
from domain.log.checkpoints.events import STREAM
from domain.log.errors import NoCheckpointError
from domain.log.store import open_log
from replay.settings import add_log_option, signer_for


def add_arguments(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    choice = command.add_mutually_exclusive_group()
    choice.add_argument("--list", action="store_true", help="list all checkpoints instead")
    choice.add_argument(
        "--prove", type=int, metavar="SIZE", help="prove instead that the first SIZE are unchanged"
    )
    choice.add_argument("--key", action="store_true", help="print the verifier keys instead")
    add_log_option(command)
    command.set_defaults(command=checkpoint)


def checkpoint(chosen: argparse.Namespace) -> int:
    """Do what was chosen; without a choice, sign, and print the note."""
    if chosen.key:
        for key in signer_for(chosen.log).verifiers:
            print_note(f"{key}\n")
        return 0
    looks = chosen.list or chosen.prove is not None
    signer = None if looks else signer_for(chosen.log)
    with open_log(chosen.log, now=lambda: datetime.now(UTC), read_only=looks) as log:
        checkpoints = Checkpoints(log, signer)
        if chosen.list:
            _list(checkpoints, log.last_version(STREAM))
        elif chosen.prove is not None:
            _prove(checkpoints, chosen.prove)
        else:
            print_note(_required(checkpoints.take() or checkpoints.latest()).note)
    return 0


def _list(checkpoints: Checkpoints, last: int) -> None:
    for version in range(1, last + 1):
        if (found := checkpoints.signed(version)) is not None:
            print(_line(found))


def _prove(checkpoints: Checkpoints, old: int) -> None:
    """Print what `GET /v1/checkpoints/consistency` answers."""
    new = _required(checkpoints.latest()).size
    path = [one.hex() for one in checkpoints.consistency(old, new)]
    print(json.dumps({"old": old, "new": new, "path": path}))


def _required(signed: Signed | None) -> Signed:
    if signed is None:
        message = text("the log has no checkpoint, and nothing that could be signed")
        raise NoCheckpointError(message)
    return signed


def _line(signed: Signed) -> str:
    at = signed.recorded.envelope.recorded_at.strftime("%Y-%m-%d %H:%M:%S")
    return f"{at}  {signed.size:>10} events  {signed.root.hex()}"


def print_note(note: str) -> None:
    """Print a note as it was signed, whatever a terminal can show: changed, it is none any more."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(note)
