"""A match told: its players, a line for each round with the ladder, what else happened, checks."""

from collections.abc import Iterator

import msgspec

from domain.games.status import Status
from domain.house.match import events
from domain.house.match.state import Known, Open, Over
from domain.shengji.events import LevelChanged, Result
from domain.shengji.sides import SEATS, SIDE_OF, Side
from replay.checks import Check
from replay.match.chain import Course, Link, course_of
from replay.match.proof import MatchProof
from replay.match.words import said
from replay.round import MARKS
from replay.shengji.cards import SIGNS
from replay.text import folded, printable, table

_NONE = "-"


def readable(proof: MatchProof) -> Iterator[str]:
    """Yield the head, the rounds, the totals, what else happened, the status and the checks."""
    yield from _head(proof)
    if proof.chain:
        yield ""
        yield from _rounds(proof)
    happened = list(_happened(proof))
    if happened:
        yield ""
        yield from happened
    yield ""
    yield f"status  {proof.status}{_standing(proof)}"
    yield ""
    for check in proof.checks:
        yield f"{MARKS[check.verdict]:10}  {check.name}: {check.detail}"
    yield ""
    wrong = proof.first_wrong
    if wrong is not None:
        yield f"NOT PROVEN: first wrong place is {_place(wrong)}"
    else:
        yield "proven" if proof.proven else "NOT ALL CHECKED, and nothing found wrong"


def _place(wrong: Check) -> str:
    return "in the views" if wrong.version is None else f"event {wrong.version} of the match"


def _head(proof: MatchProof) -> Iterator[str]:
    yield f"比牌升級 · match {printable(proof.match)}"
    state = proof.state
    if not isinstance(state, Known):
        return
    settings = msgspec.to_builtins(state.settings)
    yield from folded(" · ".join(f"{key} {value}" for key, value in settings.items()))
    for seat in SEATS:
        seated = state.seats.get(seat)
        player = "nobody" if seated is None else printable(seated.player)
        yield " ".join((f"{seat}  {SIDE_OF[seat]}  {player}", *_marks(seated))).rstrip()


def _marks(seated: object) -> Iterator[str]:
    for mark in ("away", "disabled"):
        if getattr(seated, mark, False):
            yield f"({mark})"


def _rounds(proof: MatchProof) -> Iterator[str]:
    header = ("no", "round", "dealer", "level", "trump", "T", "winners", *Side, *SEATS, "checks")
    rows = [_row(link) for link in proof.chain]
    if isinstance(proof.state, Known):
        totals = [f"{proof.state.totals[seat]:+}" for seat in SEATS]
        levels = [f"→ {proof.state.levels[side]}" for side in Side]
        rows.append(("", "totals", "", "", "", "", "", *levels, *totals, ""))
    yield from table(header, rows, words=9)


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
        return link.status
    if course.winners is None or course.dealer is None:
        return _NONE
    held = course.winners is Result.DEALER
    own = SIDE_OF[course.dealer]
    side = own if held else Side.B if own is Side.A else Side.A
    return f"{side} {'held' if held else 'took'}"


def verdict_of(link: Link) -> str:
    """Return whether a round is proven, in a word."""
    if link.proof is None:
        return "missing"
    if link.proof.first_wrong is not None:
        return "DIFFERENCE"
    return "proven" if link.proof.proven else "unchecked"


def _side(link: Link, course: Course, side: Side) -> str:
    """Say what a side gained and lost, why, and where it stands then."""
    after = link.started.levels[side] if link.ended is None else link.ended.levels[side]
    change = course.changes.get(side)
    return " ".join((*_causes(change, course), f"→ {after}"))


def _causes(change: LevelChanged | None, course: Course) -> Iterator[str]:
    if change is not None and change.gained:
        yield f"+{change.gained} {gained_by(change, course)}"
    if change is not None and change.lost:
        yield f"-{change.lost} ♠A"


def gained_by(change: LevelChanged, course: Course) -> str:
    """Return by what a side gained levels, in a word: it held, or it took."""
    held = course.dealer is not None and SIDE_OF[course.dealer] is change.side
    return "held" if held else "taken"


def _happened(proof: MatchProof) -> Iterator[str]:
    """Yield what happened besides rounds, with version and time."""
    for decision in proof.decisions:
        at = decision.envelope.recorded_at
        for version, fact in enumerate(decision.facts, start=decision.first):
            if not isinstance(fact, events.MatchRoundStarted | events.MatchRoundEnded):
                yield f"{version:4}  {at:%Y-%m-%d %H:%M:%S}  {said(fact)}"


def _standing(proof: MatchProof) -> str:
    match proof.state:
        case Over(winner=Side() as winner):
            return f" by side {winner}"
        case Over(abandoned=reason):
            return f": {printable(reason or '')}"
        case Open(running=str() as running):
            return f", round {printable(running)}"
        case Open(begun=False, seats=seats):
            return f" for players: {sum(one.ready for one in seats.values())} of 4 are ready"
        case Open():
            return " for the next round"
        case _:
            return ""
