"""Where one decision runs on: last call → pots → showdown → awards → rake → settlement.

Each part sees the state that the facts before it left behind, by the `evolve` that a replay uses.
"""

from domain.kernel.decider import Decision
from domain.kernel.seats import Seat
from domain.sizhidao import buyin, events, playoff, pots, settlement, showdown
from domain.sizhidao.events import Event, HandsShown, PotsFormed, ShownHand
from domain.sizhidao.evolve import evolve
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Showdown, Splitting, State


class Course:
    """The facts of one decision, with the state they lead to."""

    def __init__(self, state: State) -> None:
        """Begin at a state."""
        self.state = state
        self.facts: list[Event] = []

    def then(self, *facts: Event) -> State:
        """Add facts and return the state after them."""
        for fact in facts:
            self.state = evolve(self.state, fact)
        self.facts += facts
        return self.state

    def decision(self) -> Decision[State, Event]:
        """Return what has followed."""
        return Decision(tuple(self.facts), self.state)


def simply(state: State, *facts: Event) -> Decision[State, Event]:
    """These facts and no more: an opening, a void."""
    course = Course(state)
    course.then(*facts)
    return course.decision()


def after_deal(state: Dealing, fact: events.CardsDealt) -> Decision[State, Event]:
    """Z3.7: with the last hand betting opens, unless fewer than two can bet."""
    course = Course(state)
    course.then(fact)
    _close_betting_if_over(course)
    return course.decision()


def after_bet(state: Betting, word: events.Betting) -> Decision[State, Event]:
    """Z3.6: a seat has spoken; perhaps it was the last word."""
    course = Course(state)
    course.then(word)
    _close_betting_if_over(course)
    return course.decision()


def after_split(state: Splitting, split: events.HandSplit) -> Decision[State, Event]:
    """Z5.7: when the last live seat has split, the piles are shown and every pot is decided."""
    course = Course(state)
    splitting = course.then(split)
    if isinstance(splitting, Splitting) and len(splitting.splits) == len(splitting.live):
        _show(course, splitting)
        _decide_pots(course)
    return course.decision()


def after_answer(
    state: BuyingIn,
    answer: events.BoughtIn | events.BuyInDeclined,
) -> Decision[State, Event]:
    """Z7.6: when nobody is left to answer the playoff opens, whoever bought."""
    course = Course(state)
    course.then(answer)
    _open_playoff_if_answered(course)
    return course.decision()


def _close_betting_if_over(course: Course) -> None:
    betting = course.state
    if not isinstance(betting, Betting) or betting.turn is not None:
        return
    back = pots.uncalled(betting.round.stage, betting.bets)
    if back is not None:
        betting = course.then(back)
    if isinstance(betting, Betting):
        course.then(PotsFormed(stage=betting.round.stage, pots=pots.form_pots(betting)))
    if len(_live(course)) == 1:
        _decide_pots(course)  # Z5.7, Z6.3: one live seat neither splits nor shows


def _live(course: Course) -> tuple[Seat, ...]:
    return course.state.live if isinstance(course.state, Splitting | Showdown) else ()


def _show(course: Course, splitting: Splitting) -> None:
    hands = tuple(
        ShownHand(seat=seat, front=piles.front, back=piles.back)
        for seat in splitting.live
        for piles in (splitting.splits[seat],)
    )
    course.then(HandsShown(stage=splitting.round.stage, hands=hands))


def _decide_pots(course: Course) -> None:
    deciding = course.state
    if not isinstance(deciding, Splitting | Showdown):
        return
    shown = deciding.shown if isinstance(deciding, Showdown) else {}
    for pot in deciding.round.pots:
        course.then(showdown.decide_pot(deciding.round, pot, shown))
    _end_or_offer(course)


def _end_or_offer(course: Course) -> None:
    decided = course.state
    if isinstance(decided, Showdown) and decided.round.pots:
        course.then(buyin.offer(decided.round))
        _open_playoff_if_answered(course)
    elif isinstance(decided, Splitting | Showdown):
        _settle(course, decided)


def _settle(course: Course, decided: Splitting | Showdown) -> None:
    shown = decided.shown if isinstance(decided, Showdown) else {}
    taken = settlement.rake(decided.round)
    course.then(*taken)
    course.then(settlement.settle(decided.round, taken, decided.live, shown))


def _open_playoff_if_answered(course: Course) -> None:
    buying = course.state
    if isinstance(buying, BuyingIn) and not buying.offered:
        course.then(playoff.next_stage(buying))
