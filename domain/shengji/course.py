"""Where one decision runs on: last pass → contest won; last play → trick → kitty → settlement.

Each part sees the state that the facts before it left behind, by the `evolve` that a replay uses.
"""

from domain.kernel.decider import Decision
from domain.kernel.seats import Seat
from domain.shengji import contesting, events, settlement
from domain.shengji.evolve import evolve
from domain.shengji.hands import points_of
from domain.shengji.ordering import order_of
from domain.shengji.returning import received
from domain.shengji.sides import SEATS, SIDE_OF
from domain.shengji.state import Contesting, Playing, Returning, State
from domain.shengji.tricks import captures, winner


class Course:
    """The facts of one decision so far, and the state they lead to."""

    def __init__(self, state: State, *facts: events.Event) -> None:
        """Begin with a state and the facts that happen in it."""
        self.state = state
        self.facts: list[events.Event] = []
        self.then(*facts)

    def then(self, *facts: events.Event) -> None:
        """Add facts."""
        for fact in facts:
            self.state = evolve(self.state, fact)
        self.facts += facts

    def decision(self) -> Decision[State, events.Event]:
        """Return what has followed."""
        return Decision(tuple(self.facts), self.state)


def simply(state: State, fact: events.Event) -> Decision[State, events.Event]:
    """This fact and no more."""
    return Decision((fact,), evolve(state, fact))


def after_word(state: Contesting, said: events.Contest) -> Decision[State, events.Event]:
    """S3.4, S3.5: a seat has shown or passed; perhaps a duel is lost, or the contest over."""
    course = Course(state, said)
    if isinstance(said, events.ContestPassed):
        pile = contesting.captured(state, said)
        course.then(*(() if pile is None else (pile,)))
    assert isinstance(course.state, Contesting)
    won = contesting.won(course.state)
    course.then(*(() if won is None else (won,)))
    return course.decision()


def after_call(state: State, called: events.TrumpCalled) -> Decision[State, events.Event]:
    """S3.6: with trump named the returns begin, if anybody is owed one."""
    return _perhaps_all_returned(Course(state, called))


def after_return(state: State, returned: events.CardsReturned) -> Decision[State, events.Event]:
    """S3.7: the receiver has the cards; after the last return the dealer takes the kitty."""
    return _perhaps_all_returned(Course(state, returned, received(returned)))


def _perhaps_all_returned(course: Course) -> Decision[State, events.Event]:
    state = course.state
    assert isinstance(state, Returning)
    if not state.owed:
        assert state.round.dealer is not None
        course.then(events.KittyTaken(seat=state.round.dealer, cards=state.kitty))  # S4.2
    return course.decision()


def after_play(state: Playing, played: events.Played) -> Decision[State, events.Event]:
    """S6.4: with the fourth play the trick is won; with the last cards the round is over."""
    after = evolve(state, played)
    assert isinstance(after, Playing)
    if len(after.plays) < len(SEATS):
        return Decision((played,), after)
    course = Course(after)
    course.facts.append(played)
    _close_trick(course, after)
    return course.decision()


def _close_trick(course: Course, state: Playing) -> None:
    assert state.pattern is not None
    won = winner(order_of(state.round.level, state.trump), state.pattern, state.plays)
    seat = won.play.seat
    taken = _trick(state, seat, won.why)
    course.then(taken, *captures(state.trick, seat, state.plays))
    if not state.hands[seat]:
        course.then(settlement.show_kitty(state, taken, won.play))
        assert isinstance(course.state, Playing)
        course.then(*settlement.settle(course.state))


def _trick(state: Playing, seat: Seat, why: events.Winning) -> events.TrickWon:
    dealer = state.round.dealer
    assert dealer is not None
    points = sum(points_of(play.cards) for play in state.plays)
    attacking = SIDE_OF[seat] is not SIDE_OF[dealer]
    return events.TrickWon(
        trick=state.trick,
        seat=seat,
        why=why,
        points=points,
        attack_points=state.attack_points + (points if attacking else 0),
    )
