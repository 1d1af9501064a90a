"""Rounds for property tests: openings, commands of every kind, and sums over a state."""

from functools import cache
from random import Random

from hypothesis import strategies as st

from domain.cards.card import BIG_JOKER, PACK, Card
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, seats_of
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import SeatedPlayer
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, Dealing, State, Unopened

SEATS = seats_of(7)
# Few ranks: ties, equal piles and quads come often.
POOR = [card for card in PACK if card[0] in "29TKA"]


@st.composite
def openings(draw: st.DrawFn) -> commands.OpenRound:
    """Openings of every size, with settings and stacks that make all-ins and side pots common."""
    ante = draw(st.sampled_from((1, 7, 50)))
    cap = draw(st.sampled_from((ante, 3 * ante, 30 * ante, 300 * ante)))
    settings = ruleset(
        {
            "min_players": 2,
            "ante": ante,
            "cap": cap,
            "min_raise": draw(st.sampled_from((1, ante, 3 * ante))),
            "after_all_in": draw(st.sampled_from(("all_in_only", "call"))),
            "allow_check": draw(st.booleans()),
            "max_playoffs": draw(st.integers(0, 2)),
            "buy_in_rounding": draw(st.sampled_from(("up", "down"))),
            "rake_bp": draw(st.sampled_from((0, 333, 500, 10_000))),
            "rake_basis": draw(st.sampled_from(("net", "pot", "winnings"))),
        },
    )
    stacks = draw(st.lists(st.integers(ante, cap + 5), min_size=2, max_size=7))
    return commands.OpenRound(
        round="r",
        settings=settings,
        players=tuple(
            SeatedPlayer(player=f"player {seat}", stack=stack)
            for seat, stack in zip(SEATS, stacks, strict=False)
        ),
        head=draw(st.sampled_from(SEATS[: len(stacks)])),
    )


@st.composite
def any_command(draw: st.DrawFn) -> commands.Command:
    """Commands of every kind, most of them out of place in any one state."""
    return draw(_commands_of(draw(st.sampled_from((*SEATS, Seat("p9"), Seat(""))))))


@cache
def _commands_of(seat: Seat) -> st.SearchStrategy[commands.Command]:
    """Commands of every kind of one seat: how they are made up is made ready once."""
    cards = st.sampled_from((*POOR, BIG_JOKER, Card("1s")))
    pile = st.lists(cards, min_size=1, max_size=3).map(tuple)
    kinds: tuple[st.SearchStrategy[commands.Command], ...] = (
        openings(),
        st.just(commands.VoidRound()),
        st.builds(commands.Deal, seat=st.just(seat), cards=st.lists(cards, max_size=5).map(tuple)),
        st.builds(commands.Split, seat=st.just(seat), front=pile, back=pile),
        st.builds(commands.Bet, seat=st.just(seat), points=st.integers(-1, 400)),
        st.builds(commands.Raise, seat=st.just(seat), to=st.integers(-1, 800)),
        st.just(commands.Call(seat=seat)),
        st.just(commands.AllIn(seat=seat)),
        st.just(commands.Check(seat=seat)),
        st.just(commands.Fold(seat=seat)),
        st.just(commands.AutoSplit(seat=seat)),
        st.just(commands.BuyIn(seat=seat)),
        st.just(commands.DeclineBuyIn(seat=seat)),
    )
    return st.one_of(kinds)


def hands_for(state: Dealing, chance: Random) -> list[commands.Deal]:
    """A whole deal for the stage, of few ranks where the pack has enough of them."""
    ranks_are_few = len(state.round.contestants) * 4 <= len(POOR)
    deck = chance.sample(POOR, len(POOR)) if ranks_are_few else chance.sample(PACK, len(PACK))
    hands = deal_from(deck, state.round)
    return [commands.Deal(seat=seat, cards=cards) for seat, cards in hands.items()]


def step(state: State, command: commands.Command) -> State:
    """The state after a command that must be legal."""
    decided = SIZHIDAO.decide(state, command)
    assert not isinstance(decided, Refusal), (command, decided)
    return decided.state


def missing_points(state: State) -> int:
    """What was put in and neither lies on the table nor went to a seat: 0 if no point is lost."""
    if isinstance(state, Unopened):
        return 0
    table = state.round
    put_in = sum(table.committed.values()) - sum(table.returned.values())
    lying = sum(pot.points for pot in table.pots)
    in_front = sum(state.bets.values()) if isinstance(state, Betting) else 0
    return put_in - lying - in_front - sum(award.points for award in table.awards)
