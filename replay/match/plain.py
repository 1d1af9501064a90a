"""A match as the object that `replay match --json` prints."""

from collections.abc import Iterator

import msgspec

from domain.house.match.state import Known, Open, Over
from domain.kernel.text import plainly
from replay.match.account import gained_by, verdict_of
from replay.match.chain import Link, course_of
from replay.match.proof import MatchProof
from replay.match.words import said
from replay.words import Json


def as_json(proof: MatchProof) -> Json:
    """Return a match with its rounds and checks."""
    wrong, state = proof.first_wrong, proof.state
    known = state if isinstance(state, Known) else None
    return {
        "match": proof.match,
        "status": proof.status,
        "proven": proof.proven,
        "settings": None if known is None else msgspec.to_builtins(known.settings),
        "seats": {} if known is None else msgspec.to_builtins(known.seats),
        "levels": None if known is None else msgspec.to_builtins(known.levels),
        "totals": None if known is None else msgspec.to_builtins(known.totals),
        "next_dealer": None if known is None else known.dealer,
        "running": state.running if isinstance(state, Open) else None,
        "winner": state.winner if isinstance(state, Over) else None,
        "abandoned": state.abandoned if isinstance(state, Over) else None,
        "rounds": [_round(link) for link in proof.chain],
        "events": [*_events(proof)],
        "stored": proof.stored,
        "checks": [msgspec.to_builtins(check, enc_hook=plainly) for check in proof.checks],
        "first_wrong": None if wrong is None else msgspec.to_builtins(wrong, enc_hook=plainly),
    }


def _events(proof: MatchProof) -> Iterator[Json]:
    for decision in proof.decisions:
        for version, fact in enumerate(decision.facts, start=decision.first):
            yield {
                "version": version,
                "at": msgspec.to_builtins(decision.envelope.recorded_at),
                "actor": decision.envelope.actor,
                "text": said(fact),
                "event": msgspec.to_builtins(fact),
            }


def _round(link: Link) -> Json:
    course, ended = course_of(link), link.ended
    return {
        "number": link.started.number,
        "round": link.started.round,
        "status": link.status,
        "dealer": course.dealer,
        "level": course.level,
        "trump": course.trump,
        "attack_points": course.attack_points,
        "winners": course.winners,
        "changes": [
            {
                "side": change.side,
                "before": change.before,
                "gained": change.gained,
                "by": gained_by(change, course) if change.gained else None,
                "lost": change.lost,
                "after": change.after,
            }
            for change in course.changes.values()
        ],
        "levels": None if ended is None else msgspec.to_builtins(ended.levels),
        "scores": None if ended is None else msgspec.to_builtins(ended.scores),
        "next_dealer": None if ended is None else ended.next_dealer,
        "checks": verdict_of(link),
    }
