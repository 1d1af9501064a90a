"""`paipu audit-decks`: audit decks of a random sample of rounds, record and tell it (H6.7)."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from secrets import token_bytes, token_hex
from typing import Final

from api.house import House
from api.roles import Caller, Role
from domain.flow.address import DECK_AUDITS
from domain.house.audit.commands import RecordAudit
from domain.house.audit.events import Finding
from domain.house.hexes import is_hex
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.log.store import Receipt, open_log
from replay.decks.audit import Audit, audit
from replay.errors import DIFFERENT, PROVEN, UNCHECKED
from replay.settings import add_log_option, master_keys
from replay.text import printable, table

USUAL_SAMPLE: Final = 20
MOST_IN_SAMPLE: Final = 10_000
USUAL_AUDITOR: Final = "auditor"
EXITS: Final = {
    Finding.SOUND: PROVEN,
    Finding.DIFFERENT: DIFFERENT,
    Finding.UNCHECKED: UNCHECKED,
}
_MOST_TOLD: Final = 100
_SEED: Final = 32


def add_audit_options(command: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    command.add_argument(
        "--sample",
        type=_sample,
        default=USUAL_SAMPLE,
        metavar="N",
        help=f"rounds that are audited (default: {USUAL_SAMPLE})",
    )
    command.add_argument("--seed", type=_hex, metavar="HEX", help="draw the same sample as before")
    command.add_argument(
        "--auditor",
        default=USUAL_AUDITOR,
        metavar="NAME",
        help=f"who audits (default: {USUAL_AUDITOR})",
    )
    add_log_option(command)
    command.set_defaults(command=audit_decks)


def _sample(word: str) -> int:
    if not 1 <= (number := int(word)) <= MOST_IN_SAMPLE:
        message = f"must be 1 to {MOST_IN_SAMPLE}"
        raise argparse.ArgumentTypeError(message)
    return number


def _hex(word: str) -> bytes:
    if not is_hex(word):
        message = "must be 64 hex digits, in small letters"
        raise argparse.ArgumentTypeError(message)
    return bytes.fromhex(word)


def audit_decks(chosen: argparse.Namespace) -> int:
    """`paipu audit-decks`: return 0 if all is sound, 1 at a difference, 2 if keys were erased."""
    seed = token_bytes(_SEED) if chosen.seed is None else chosen.seed
    with open_log(chosen.log, now=_now, keys=master_keys(chosen.log)) as log:
        found = audit(log, chosen.sample, seed)
        record = RecordAudit(
            auditor=chosen.auditor,
            seed=seed.hex(),
            drawn=chosen.seed is None,
            among=found.among,
            position=found.position,
            rounds=found.rounds,
            repeated=len(found.repeated),
        )
        answer = House(log).ask(
            DECK_AUDITS,
            record,
            actor=Caller(chosen.auditor, Role.AUDITOR).actor,
            command_id=f"audit-decks/{token_hex(16)}",
            origin=Origin.OPERATOR,
        )
    if isinstance(answer, Refusal):
        print(f"paipu: {answer} ({answer.code})", file=sys.stderr)
        return UNCHECKED
    print("\n".join(_told(record, found, answer)))
    return EXITS[found.finding]


def _told(record: RecordAudit, found: Audit, receipt: Receipt) -> Iterator[str]:
    drawn = "drawn" if record.drawn else "given"
    yield f"auditor   {printable(record.auditor)}"
    yield f"seed      {record.seed} ({drawn})"
    sample = sum(one.decks > 0 for one in found.rounds)
    yield f"sample    {sample} of {found.among} rounds with committed decks"
    yield ""
    if found.rounds:
        rows = [
            (printable(one.round), _MARKS[one.finding], one.decks, printable(one.reason or ""))
            for one in found.rounds
        ]
        lines = table(("round", "finding", "decks"), [row[:3] for row in rows], words=2)
        header, *told = lines
        yield header
        for line, row in zip(told, rows, strict=True):
            yield f"{line}  {row[3]}".rstrip()
        yield ""
    for round_id in found.repeated[:_MOST_TOLD]:
        yield f"DIFFERENCE  round {printable(round_id)} has the secret of an earlier round"
    yield f"recorded  {receipt.stream}, event {receipt.version}"
    yield ""
    yield _VERDICTS[found.finding] if found.rounds else "NOTHING TO AUDIT"


_MARKS: Final = {
    Finding.SOUND: "sound",
    Finding.DIFFERENT: "DIFFERENCE",
    Finding.UNCHECKED: "unchecked",
}
_VERDICTS: Final = {
    Finding.SOUND: "sound",
    Finding.DIFFERENT: "NOT SOUND",
    Finding.UNCHECKED: "NOT ALL CHECKED",
}


def _now() -> datetime:
    return datetime.now(UTC)
