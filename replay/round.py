"""`replay round ID`: the account of a stored round as somebody may see it, and the checks on it."""

import json
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from domain.games.rounds import seen_by, waiting
from domain.kernel.decider import Command, Event
from domain.log.envelope import Envelope
from replay.account import Decision, Entry, account, entries
from replay.checks import COVERED, VIEWS, Check, Verdict
from replay.decks.told import as_objects, heading
from replay.proof import Proof
from replay.rederive import Difference, Marks
from replay.summary import summary_for
from replay.text import printable
from replay.words import Json, Viewer


def readable(proof: Proof, viewer: Viewer, until: int | None = None) -> Iterator[str]:
    """Yield decks and account up to event `until`, then the round's status and all its checks."""
    yield from telling(proof, viewer, until)
    yield ""
    for check in proof.checks:
        yield f"{MARKS[check.verdict]:10}  {check.name}: {check.detail}"
    yield from _differing(proof.difference)
    yield ""
    yield _conclusion(proof)


def telling(proof: Proof, viewer: Viewer, until: int | None = None) -> Iterator[str]:
    """Yield decks and account up to event `until`, and the round's status."""
    yield from _with_decks(account(_told(proof, viewer, until)), heading(proof.decks))
    if until is not None and until < proof.stored:
        yield f"      … {proof.stored - until} more"
    yield ""
    yield f"status  {proof.status}{_reason(proof)}{_awaited(proof)}"


def _conclusion(proof: Proof) -> str:
    wrong = proof.first_wrong
    if wrong is not None:
        return f"NOT PROVEN: first wrong place is {place_of(wrong)}"
    if not proof.proven:
        return "NOT ALL CHECKED, and nothing found wrong"
    partly = any(check.verdict is Verdict.PARTLY for check in proof.checks)
    return "proven, as far as the viewer may know" if partly else "proven"


def _with_decks(told: Iterator[str], decks: Iterator[str]) -> Iterator[str]:
    """Yield an account with its decks behind the heading, which ends with an empty line."""
    for line in told:
        if line == "":
            yield from decks
        yield line
    yield from decks


PLACES: Final = {VIEWS: "in the views", COVERED: "in the tree"}
"""Where something is wrong that no event is, by the check that found it."""


def place_of(wrong: Check) -> str:
    """Return in words where a check found something wrong."""
    if wrong.version is not None:
        return f"event {wrong.version}"
    return PLACES.get(wrong.name, "in the bundle")


def as_json(proof: Proof, viewer: Viewer, until: int | None = None) -> Json:
    """Return the same as an object, one entry an event; cards as the viewer may see them."""
    wrong = proof.first_wrong
    envelopes = {one.first: one.envelope for one in proof.derived.decisions}
    told = _told(proof, viewer, until)
    return {
        "round": proof.round,
        "status": proof.status,
        "reason": proof.reason,
        "proven": proof.proven,
        "decks": as_objects(proof.decks),
        "events": [_event(entry, envelopes.get(entry.number)) for entry in told],
        "stored": proof.stored,
        "summary": summary_for(proof, viewer),
        "checks": [msgspec.to_builtins(check) for check in proof.checks],
        "first_wrong": None if wrong is None else msgspec.to_builtins(wrong),
        "difference": _difference(proof.difference),
    }


MARKS: Mapping[Verdict, str] = {
    Verdict.OK: "ok",
    Verdict.DIFFERENCE: "DIFFERENCE",
    Verdict.UNCHECKED: "unchecked",
    Verdict.NOT_YET: "not yet",
    Verdict.UNCOVERED: "not yet",
    Verdict.PARTLY: "partly",
    Verdict.NO_DECK: "no deck",
}


def _told(proof: Proof, viewer: Viewer, until: int | None) -> Iterator[Entry]:
    decisions = (
        Decision(one.envelope.origin, one.facts, one.envelope.recorded_at)
        for one in proof.derived.decisions
    )
    for entry in entries(decisions, viewer):
        if until is None or entry.number <= until:
            yield entry


def _reason(proof: Proof) -> str:
    reason = proof.reason
    return "" if reason is None else f": {printable(reason)}"


def _awaited(proof: Proof) -> str:
    awaited = waiting(proof.derived.state)
    if awaited is None:
        return ""
    return f", waiting for {' '.join(awaited.seats)} ({awaited.phase})"


def _event(entry: Entry, envelope: Envelope[Command] | None) -> Json:
    words = entry.told.words
    told: Json = {
        "version": entry.number,
        "text": words.text,
        "details": list(words.details),
        "rule": words.rule,
        "event": msgspec.to_builtins(entry.fact),
        **entry.told.standing,
    }
    if envelope is not None:
        told["decision"] = {
            "actor": envelope.actor,
            "origin": envelope.origin,
            "recorded_at": msgspec.to_builtins(envelope.recorded_at),
            "command_id": envelope.command_id,
        }
    return told


def _differing(difference: Difference | None) -> Iterator[str]:
    if difference is None:
        return
    yield f"            expected  {_masked(difference.expected)}"
    yield f"            stored    {_masked(difference.stored)}"


def _difference(difference: Difference | None) -> Json | None:
    if difference is None:
        return None
    return {
        "version": difference.version,
        "reason": difference.reason,
        "expected": _plain(difference.expected),
        "stored": _plain(difference.stored),
    }


def _plain(fact: Event | Command | Marks | None) -> object:
    # Whose cards stand in a fact that was tampered with, its seat cannot say: nobody sees them.
    return None if fact is None else msgspec.to_builtins(seen_by(None, fact))


def _masked(fact: Event | Command | Marks | None) -> str:
    return "nothing" if fact is None else json.dumps(_plain(fact))
