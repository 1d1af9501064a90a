"""The pots view after every fact, against the state of the rules after the same fact."""

from domain.games.games import SIZHIDAO
from domain.paipu.read import read_document
from domain.paipu.run import run
from domain.sizhidao.state import Betting, BuyingIn, Splitting, State, Unopened
from projections.pots.view import EMPTY, PotsView, project
from tests.oracle.records import record_of, text_of


def lying(state: State) -> int:
    """What the rules say lies on the table."""
    if isinstance(state, Unopened):
        return 0
    in_front = sum(state.bets.values()) if isinstance(state, Betting) else 0
    return sum(pot.points for pot in state.round.pots) + in_front


def test_the_view_holds_all_points_on_the_table_after_every_fact() -> None:
    checked = 0
    for seed in range(300):
        state, view = SIZHIDAO.decider.initial, EMPTY
        for step in run(read_document(text_of(record_of(seed)))).steps:
            for fact in step.facts:
                state, view = SIZHIDAO.decider.evolve(state, fact), project(view, fact)
                assert view.total() == lying(state), (seed, fact)
                checked += 1
    assert checked > 5_000


def test_formed_and_carried_pots_are_those_of_the_rules() -> None:
    checked = 0
    for seed in range(300):
        state, view = SIZHIDAO.decider.initial, EMPTY
        for step in run(read_document(text_of(record_of(seed)))).steps:
            for fact in step.facts:
                state, view = SIZHIDAO.decider.evolve(state, fact), project(view, fact)
            if isinstance(state, Splitting | BuyingIn):
                assert told(view) == [
                    (pot.name, pot.points, pot.eligible) for pot in state.round.pots
                ]
                checked += 1
    assert checked > 300


def told(view: PotsView) -> list[tuple[str, int, tuple[str, ...]]]:
    """The pots of a view, name, points and eligible seats."""
    return [(pot.pot, pot.points, pot.eligible) for pot in view.pots]
