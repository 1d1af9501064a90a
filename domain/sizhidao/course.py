"""Where one decision runs on: last call → pots → showdown → awards → rake → settlement.

Each part sees the state that the facts before it left behind, by the `evolve` that a replay uses.
"""

from collections.abc import Mapping
from typing import Final

from domain.kernel.decider import Decision
from domain.kernel.seats import Seat
from domain.sizhidao import buyin, events, playoff, pots, settlement, showdown
from domain.sizhidao.events import Event, HandsShown, PotsFormed, ShownHand
from domain.sizhidao.evolve import evolve
from domain.sizhidao.splitting import Piles
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Round, Splitting, State, Unopened

NOTHING_SHOWN: Final[Mapping[Seat, Piles]] = {}


class Course:
    """The facts of one decision so far, and the state they lead to."""

    def __init__(self, state: State, *facts: Event) -> None:
        """Begin with facts that have led to a state."""
        self.state = state
        self.facts: list[Event] = [*facts]

    def then(self, *facts: Event) -> None:
        """Add facts."""
        for fact in facts:
            self.state = evolve(self.state, fact)
        self.facts += facts

    @property
    def table(self) -> Round:
        """The round as the facts have left it."""
        if isinstance(self.state, Unopened):
            message = "no decision runs on before the round is opened"
            raise TypeError(message)
        return self.state.round

    def decision(self) -> Decision[State, Event]:
        """Return what has followed."""
        return Decision(tuple(self.facts), self.state)


def simply(state: State, *facts: Event) -> Decision[State, Event]:
    """These facts and no more: an opening, a void."""
    course = Course(state)
    course.then(*facts)
    return course.decision()


def after_deal(state: Dealing, dealt: events.CardsDealt) -> Decision[State, Event]:
    """Z3.7: with the last hand betting opens, and closes at once if fewer than two can bet."""
    return _unless_betting_is_over(state, dealt)


def after_bet(state: Betting, said: events.Betting) -> Decision[State, Event]:
    """Z3.6: a seat has spoken; perhaps it was the last word."""
    return _unless_betting_is_over(state, said)


def after_split(state: Splitting, split: events.HandSplit) -> Decision[State, Event]:
    """Z5.7: when the last live seat has split, the piles are shown and every pot is decided."""
    after = evolve(state, split)
    course = Course(after, split)
    if isinstance(after, Splitting) and len(after.splits) == len(after.live):
        course.then(HandsShown(stage=after.round.stage, hands=_hands(after)))
        _decide_pots(course, after.live, after.splits)
    return course.decision()


def after_answer(
    state: BuyingIn,
    answer: events.BoughtIn | events.BuyInDeclined,
) -> Decision[State, Event]:
    """Z7.6: when nobody is left to answer the playoff opens, whoever bought."""
    course = Course(evolve(state, answer), answer)
    _open_playoff_if_answered(course)
    return course.decision()


def _unless_betting_is_over(state: State, fact: Event) -> Decision[State, Event]:
    after = evolve(state, fact)
    if not isinstance(after, Betting) or after.turn is not None:
        return Decision((fact,), after)
    course = Course(after, fact)
    _close_betting(course, after)
    return course.decision()


def _close_betting(course: Course, betting: Betting) -> None:
    stage, bets = betting.round.stage, betting.bets
    back = pots.uncalled(stage, bets)
    if back is not None:
        course.then(back)
        bets = {**bets, back.seat: bets[back.seat] - back.points}
    formed = pots.form_pots(betting.round, betting.live, bets)
    course.then(PotsFormed(stage=stage, pots=formed))
    if len(betting.live) == 1:  # Z5.7, Z6.3: one live seat neither splits nor shows
        _decide_pots(course, betting.live, NOTHING_SHOWN)


def _hands(split: Splitting) -> tuple[ShownHand, ...]:
    splits = ((seat, split.splits[seat]) for seat in split.live)
    return tuple(ShownHand(seat=seat, front=piles.front, back=piles.back) for seat, piles in splits)


def _decide_pots(course: Course, live: tuple[Seat, ...], shown: Mapping[Seat, Piles]) -> None:
    """Z6: decide every pot; then settle, or offer to buy in while a pot is open."""
    for pot in course.table.pots:
        course.then(showdown.decide_pot(course.table, pot, shown))
    if course.table.pots:
        course.then(buyin.offer(course.table))
        _open_playoff_if_answered(course)
        return
    taken = settlement.rake(course.table)
    course.then(*taken, settlement.settle(course.table, taken, live, shown))


def _open_playoff_if_answered(course: Course) -> None:
    buying = course.state
    if isinstance(buying, BuyingIn) and not buying.offered:
        course.then(playoff.next_stage(buying))
