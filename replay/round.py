"""`replay round ID`: the account of a stored round as somebody may see it, and the checks on it."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from domain.games.rounds import seen_by, waiting
from domain.kernel.decider import Command, Event
from domain.kernel.text import plainly, text, word
from domain.log.envelope import Envelope
from replay.account import Decision, Entry, account, entries
from replay.checks import COVERED, VIEWS, Check, Verdict
from replay.decks.told import as_objects, heading
from replay.messages.say import Say, english
from replay.proof import Proof
from replay.rederive import Difference, Marks
from replay.summary import summary_for
from replay.text import padded, printable
from replay.words import Json, Viewer, listed


def readable(
    proof: Proof, viewer: Viewer, until: int | None = None, say: Say = english
) -> Iterator[str]:
    """Yield decks and account up to event `until`, then the round's status and all its checks."""
    yield from telling(proof, viewer, until, say)
    yield ""
    yield from checks_said(proof.checks, say)
    yield from map(say, differing(proof.difference))
    yield ""
    yield say(conclusion(proof))


def telling(
    proof: Proof, viewer: Viewer, until: int | None = None, say: Say = english
) -> Iterator[str]:
    """Yield decks and account up to event `until`, and the round's status."""
    told = account(told_to(proof, viewer, until), say)
    yield from _with_decks(told, heading(proof.decks, say))
    if until is not None and until < proof.stored:
        yield say(text("      … {events} more", events=proof.stored - until))
    yield ""
    yield say(standing(proof))


def checks_said(checks: Iterable[Check], say: Say) -> Iterator[str]:
    """Yield checks, a line each."""
    for check in checks:
        line = text("{name}: {detail}", name=check.name, detail=check.detail)
        yield f"{padded(say(MARKS[check.verdict]), 10)}  {say(line)}"


def standing(proof: Proof) -> str:
    """Return a round's status, why it has it, and who is waited for."""
    return text(
        "status  {status}{reason}{awaited}",
        status=word(proof.status),
        reason=_reason(proof),
        awaited=_awaited(proof),
    )


def conclusion(proof: Proof) -> str:
    """Return what all the checks come to, in a line."""
    wrong = proof.first_wrong
    if wrong is not None:
        return text("NOT PROVEN: first wrong place is {place}", place=place_of(wrong))
    if not proof.proven:
        return text("NOT ALL CHECKED, and nothing found wrong")
    partly = any(check.verdict is Verdict.PARTLY for check in proof.checks)
    return text("proven, as far as the viewer may know") if partly else text("proven")


def _with_decks(told: Iterator[str], decks: Iterator[str]) -> Iterator[str]:
    """Yield an account with its decks behind the heading, which ends with an empty line."""
    for line in told:
        if line == "":
            yield from decks
        yield line
    yield from decks


PLACES: Final[Mapping[str, str]] = {VIEWS: text("in the views"), COVERED: text("in the tree")}
"""Where something is wrong that no event is, by the check that found it."""


def place_of(wrong: Check) -> str:
    """Return in words where a check found something wrong."""
    if wrong.version is not None:
        return text("event {version}", version=wrong.version)
    return PLACES.get(wrong.name, text("in the bundle"))


def as_json(proof: Proof, viewer: Viewer, until: int | None = None) -> Json:
    """Return the same as an object, one entry an event; cards as the viewer may see them."""
    wrong = proof.first_wrong
    envelopes = {one.first: one.envelope for one in proof.derived.decisions}
    told = told_to(proof, viewer, until)
    return {
        "round": proof.round,
        "status": proof.status,
        "reason": proof.reason,
        "proven": proof.proven,
        "decks": as_objects(proof.decks),
        "events": [_event(entry, envelopes.get(entry.number)) for entry in told],
        "stored": proof.stored,
        "summary": summary_for(proof, viewer),
        "checks": [msgspec.to_builtins(check, enc_hook=plainly) for check in proof.checks],
        "first_wrong": None if wrong is None else msgspec.to_builtins(wrong, enc_hook=plainly),
        "difference": _difference(proof.difference),
    }


MARKS: Mapping[Verdict, str] = {
    Verdict.OK: text("ok"),
    Verdict.DIFFERENCE: text("DIFFERENCE"),
    Verdict.UNCHECKED: text("unchecked"),
    Verdict.NOT_YET: text("not yet"),
    Verdict.UNCOVERED: text("not yet"),
    Verdict.PARTLY: text("partly"),
    Verdict.NO_DECK: text("no deck"),
}


def told_to(proof: Proof, viewer: Viewer, until: int | None) -> Iterator[Entry]:
    """Yield what is told of every event up to `until`, as a viewer may see it."""
    decisions = (
        Decision(one.envelope.origin, one.facts, one.envelope.recorded_at)
        for one in proof.derived.decisions
    )
    for entry in entries(decisions, viewer):
        if until is None or entry.number <= until:
            yield entry


def _reason(proof: Proof) -> str:
    reason = proof.reason
    return "" if reason is None else text(": {reason}", reason=printable(reason))


def _awaited(proof: Proof) -> str:
    awaited = waiting(proof.derived.state)
    if awaited is None:
        return ""
    seats = listed(awaited.seats)
    return text(", waiting for {seats} ({phase})", seats=seats, phase=word(awaited.phase))


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


def differing(difference: Difference | None) -> Iterator[str]:
    """Yield what the rules make of a command and what is stored instead, if they differ."""
    if difference is None:
        return
    yield text("            expected  {fact}", fact=_masked(difference.expected))
    yield text("            stored    {fact}", fact=_masked(difference.stored))


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
    return text("nothing") if fact is None else json.dumps(_plain(fact))
