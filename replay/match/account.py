"""A match told: its players, a line for each round with the ladder, what else happened, checks."""

from collections.abc import Iterator
from typing import Final

import msgspec

from domain.games.status import Status
from domain.house.match import events
from domain.house.match.state import Known, Open, Over
from domain.kernel.text import joined, text, word
from domain.shengji.events import LevelChanged, Result
from domain.shengji.sides import SEATS, SIDE_OF, Side
from replay.checks import Check
from replay.match.chain import Course, Link, course_of
from replay.match.proof import MatchProof
from replay.match.words import said
from replay.messages.say import Say, english
from replay.round import checks_said
from replay.shengji.cards import SIGNS
from replay.shengji.telling import HELD, TAKEN
from replay.text import Folded, Line, Table, laid_out, printable
from replay.words import settings_said

_NONE = "-"
_HEADER: Final = (
    text("no{place}", place=""),
    *map(word, ("round", "dealer", "level", "trump", "T", "winners")),
    *Side,
    *SEATS,
    word("checks"),
)


def readable(proof: MatchProof, say: Say = english) -> Iterator[str]:
    """Yield the head, the rounds, the totals, what else happened, the status and the checks."""
    for line in _told(proof):
        yield from laid_out(line, say)
    yield ""
    yield from checks_said(proof.checks, say)
    yield ""
    wrong = proof.first_wrong
    if wrong is not None:
        yield say(text("NOT PROVEN: first wrong place is {place}", place=_place(wrong)))
    else:
        fine = text("proven"), text("NOT ALL CHECKED, and nothing found wrong")
        yield say(fine[not proof.proven])


def _told(proof: MatchProof) -> Iterator[Line]:
    yield from _head(proof)
    if proof.chain:
        yield ""
        yield _rounds(proof)
    happened = list(_happened(proof))
    if happened:
        yield ""
        yield from happened
    yield ""
    standing = _standing(proof)
    yield text("status  {status}{standing}", status=word(proof.status), standing=standing)


def _place(wrong: Check) -> str:
    if wrong.version is None:
        return text("in the views")
    return text("event {version} of the match", version=wrong.version)


def _head(proof: MatchProof) -> Iterator[Line]:
    yield text("比牌升級 · match {match}", match=printable(proof.match))
    state = proof.state
    if not isinstance(state, Known):
        return
    yield Folded(settings_said(msgspec.to_builtins(state.settings)))
    for seat in SEATS:
        seated = state.seats.get(seat)
        player = text("nobody") if seated is None else printable(seated.player)
        where = text("{seat}  {side}  {player}", seat=seat, side=SIDE_OF[seat], player=player)
        yield joined(" ", (where, *_marks(seated)))


def _marks(seated: object) -> Iterator[str]:
    for mark in ("away", "disabled"):
        if getattr(seated, mark, False):
            yield text("({mark})", mark=word(mark))


def _rounds(proof: MatchProof) -> Table:
    rows = [_row(link) for link in proof.chain]
    if isinstance(proof.state, Known):
        totals = [f"{proof.state.totals[seat]:+}" for seat in SEATS]
        levels = [f"→ {proof.state.levels[side]}" for side in Side]
        rows.append(("", text("totals"), "", "", "", "", "", *levels, *totals, ""))
    return Table(_HEADER, rows, words=9)


def _row(link: Link) -> tuple[object, ...]:
    course, settled = course_of(link), link.status is Status.COMPLETE
    return (
        link.started.number,
        printable(link.started.round),
        course.dealer or _NONE,
        course.level or _NONE,
        _NONE if course.trump is None else SIGNS[course.trump],
        _NONE if course.attack_points is None else course.attack_points,
        winners_of(link, course),
        *(_side(link, course, side) for side in Side),
        *(f"{link.ended.scores[seat]:+}" if link.ended and settled else _NONE for seat in SEATS),
        verdict_of(link),
    )


def winners_of(link: Link, course: Course) -> str:
    """Return the side that won a round and how, or what became of the round."""
    if link.status is not Status.COMPLETE:
        return word(link.status)
    if course.winners is None or course.dealer is None:
        return _NONE
    held = course.winners is Result.DEALER
    own = SIDE_OF[course.dealer]
    side = own if held else Side.B if own is Side.A else Side.A
    return text("{side} {result}", side=side, result=word("held") if held else word("took"))


def verdict_of(link: Link) -> str:
    """Return whether a round is proven, in a word."""
    if link.proof is None:
        return word("missing")
    if link.proof.first_wrong is not None:
        return text("DIFFERENCE")
    return text("proven") if link.proof.proven else text("unchecked")


def _side(link: Link, course: Course, side: Side) -> str:
    """Say what a side gained and lost, why, and where it stands then."""
    after = link.started.levels[side] if link.ended is None else link.ended.levels[side]
    change = course.changes.get(side)
    return joined(" ", (*_causes(change, course), f"→ {after}"))


def _causes(change: LevelChanged | None, course: Course) -> Iterator[str]:
    if change is not None and change.gained:
        yield text("+{levels} {by}", levels=change.gained, by=gained_by(change, course))
    if change is not None and change.lost:
        yield f"-{change.lost} ♠A"


def gained_by(change: LevelChanged, course: Course) -> str:
    """Return by what a side gained levels, in a word: it held, or it took."""
    held = course.dealer is not None and SIDE_OF[course.dealer] is change.side
    return HELD if held else TAKEN


def _happened(proof: MatchProof) -> Iterator[str]:
    """Yield what happened besides rounds, with version and time."""
    for decision in proof.decisions:
        at = decision.envelope.recorded_at
        for version, fact in enumerate(decision.facts, start=decision.first):
            if not isinstance(fact, events.MatchRoundStarted | events.MatchRoundEnded):
                yield text(
                    "{when}  {said}", when=f"{version:4}  {at:%Y-%m-%d %H:%M:%S}", said=said(fact)
                )


def _standing(proof: MatchProof) -> str:
    match proof.state:
        case Over(winner=Side() as winner):
            return text(" by side {side}", side=winner)
        case Over(abandoned=reason):
            return text(": {reason}", reason=printable(reason or ""))
        case Open(running=str() as running):
            return text(", round {round}", round=printable(running))
        case Open(begun=False, seats=seats):
            return text(
                " for players: {ready} of 4 are ready",
                ready=sum(one.ready for one in seats.values()),
            )
        case Open():
            return text(" for the next round")
        case _:
            return ""
