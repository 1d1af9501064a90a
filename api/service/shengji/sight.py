"""A round of 比牌升級 as a viewer may see it (S9): made of the facts as that viewer may see them.

Cards come out of masked facts only. Which phase is open, and for whom, comes out of the state; that
hangs on no card that is hidden.
"""

import msgspec

from api.service.decks import CUT, CUTTING, deck_answers
from api.service.facts import Facts, Viewer
from api.service.shengji.answers import (
    CapturedAce,
    ContestAnswer,
    FaceUp,
    GivenBack,
    PlayAnswer,
    ResultAnswer,
    ShengjiAnswer,
    ShengjiLegalsAnswer,
    ShengjiSeat,
    TrickAnswer,
    TrickResult,
)
from api.service.shengji.legals import ShengjiLegalAnswer, legal_answer
from api.service.shengji.seen import Seen, Trick
from domain.games.rounds import waiting
from domain.shengji import events
from domain.shengji.sides import SEATS, SIDE_OF
from domain.shengji.state import Contesting
from domain.shengji.waiting import Waiting


def seen_of(facts: Facts, viewer: Viewer) -> Seen:
    """Return what a viewer knows of a round."""
    return Seen(viewer).follow(facts.seen(viewer))


def round_answer(facts: Facts, viewer: Viewer) -> ShengjiAnswer:
    """Return a round as a seat, or (None) everybody else, may see it."""
    opened, state, seen = facts.opened, facts.state, seen_of(facts, viewer)
    assert isinstance(opened, events.RoundOpened)
    asked = waiting(state) if facts.cutters is None else Waiting(CUTTING, facts.cutters)
    table, tricks = [], [*seen.tricks]
    if tricks and tricks[-1].won is None:
        table.append(tricks.pop())
    return ShengjiAnswer(
        round=opened.round,
        match=opened.match,
        status=facts.status,
        settings=msgspec.to_builtins(opened.settings),
        rules=opened.rules,
        levels={str(side): level for side, level in opened.levels.items()},
        level=opened.level,
        phase=None if asked is None else asked.phase,
        turn=facts.turn,
        due=facts.due,
        dealer=seen.won.dealer if seen.won is not None else opened.dealer,
        viewer=viewer,
        seats=_seats(opened, seen, () if asked is None else asked.seats),
        face_up=_face_up(seen),
        contest=_contest(facts, seen),
        trump=seen.trump,
        returned=_returned(seen),
        kitty=seen.kitty,
        buried=seen.buried,
        trick=_trick(table[0]) if table else None,
        last_trick=_trick(tricks[-1]) if tricks else None,
        attack_points=_attack_points(seen, tricks),
        aces=_aces(seen),
        result=_result(seen),
        legal=_legals(facts, viewer),
        decks=deck_answers(facts.decks),
        version=facts.last.version,
        position=facts.last.position or 0,
    )


def legals_answer(facts: Facts, viewer: Viewer) -> ShengjiLegalsAnswer:
    """Return what a seat may do now, and until when."""
    legals = _legals(facts, viewer)
    return ShengjiLegalsAnswer(turn=facts.turn, due=facts.due, seat=viewer, legal=legals)


def _legals(facts: Facts, viewer: Viewer) -> tuple[ShengjiLegalAnswer, ...]:
    if facts.cutters is not None:
        return (ShengjiLegalAnswer(verb=CUT),) if viewer in facts.cutters else ()
    return legal_answer(facts.state, viewer)


def _seats(
    opened: events.RoundOpened, seen: Seen, asked: tuple[str, ...]
) -> tuple[ShengjiSeat, ...]:
    return tuple(
        ShengjiSeat(
            seat=seat,
            player=player,
            side=SIDE_OF[seat],
            asked=seat in asked,
            held=seen.held[seat],
            cards=seen.hand if seat == seen.viewer else None,
            shown=seen.shown[seat],
            captured=seen.captured[seat],
            total=seen.totals[seat],
            out=seat in seen.passed,
            score=None if seen.settled is None else seen.settled.scores[seat],
        )
        for seat, player in zip(SEATS, opened.players, strict=True)
    )


def _face_up(seen: Seen) -> FaceUp | None:
    up = seen.face_up
    return None if up is None else FaceUp(seat=up.seat, card=up.card)


def _contest(facts: Facts, seen: Seen) -> ContestAnswer:
    state, won = facts.state, seen.won
    opened = facts.opened
    assert isinstance(opened, events.RoundOpened)
    starter = seen.face_up.seat if seen.face_up is not None else opened.dealer
    champion = None if won is None else won.seat
    return ContestAnswer(
        starter=starter,
        champion=state.champion if isinstance(state, Contesting) else champion,
        winner=champion,
        points=None if won is None else won.points,
    )


def _returned(seen: Seen) -> tuple[GivenBack, ...]:
    given = sorted(seen.returned.items())
    return tuple(GivenBack(seat=one.seat, to=to, cards=one.cards) for to, one in given)


def _aces(seen: Seen) -> tuple[CapturedAce, ...]:
    return tuple(CapturedAce(trick=one.trick, seat=one.seat, owner=one.owner) for one in seen.aces)


def _trick(trick: Trick) -> TrickAnswer:
    led, won = trick.led, trick.won
    return TrickAnswer(
        trick=led.trick,
        leader=led.seat,
        pattern=led.pattern,
        attempted=led.attempted,
        plays=tuple(PlayAnswer(seat=one.seat, cards=one.cards) for one in trick.plays),
        won=None
        if won is None
        else TrickResult(
            seat=won.seat, why=won.why, points=won.points, attack_points=won.attack_points
        ),
    )


def _attack_points(seen: Seen, tricks: list[Trick]) -> int:
    if seen.settled is not None:
        return seen.settled.attack_points
    won = tricks[-1].won if tricks else None
    return 0 if won is None else won.attack_points


def _result(seen: Seen) -> ResultAnswer | None:
    settled, kitty = seen.settled, seen.kitty_shown
    if settled is None or kitty is None:
        return None
    return ResultAnswer(
        winners=settled.winners,
        kitty_points=kitty.points,
        multiplier=kitty.multiplier,
        levels={str(side): level for side, level in settled.levels.items()},
        next_dealer=settled.next_dealer,
        match_winner=settled.match_winner,
    )
