"""Rounds of 比牌升級 for tests: hands, states of every phase, commands in a record's words.

A hand is completed to 52 cards around what a test fixes, always in the same way. States of the
later phases can be given with as few cards as the test is about.
"""

from collections import Counter
from collections.abc import Mapping

from domain.cards.card import CARDS, Card
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.shengji import commands, events
from domain.shengji.decider import SHENGJI
from domain.shengji.ruleset import Ladder, Ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import (
    Burying,
    Contest,
    Contesting,
    Dealing,
    Playing,
    Returning,
    Round,
    State,
    TurningUp,
)

P1, P2, P3, P4 = SEATS
PACKS = tuple(card for card in sorted(CARDS) for _ in range(4))
"""All 216 cards."""
PLAYERS = ("Ann", "Bo", "Cai", "Dee")
Fact = events.Event


def cards(text: str) -> tuple[Card, ...]:
    """Cards as a record writes them: `As 5h BJ`, with `4*6d` for four of one."""
    faces = list[Card]()
    for word in text.split():
        times, _, face = word.rpartition("*")
        faces += [Card(face)] * int(times or 1)
    return tuple(faces)


def say(text: str) -> commands.Command:
    """The command that a record writes so, for verbs of seats and for voiding."""
    who, verb, *words = text.split()
    seat, named = Seat(who), cards(" ".join(words[verb == "return" :]))
    match verb:
        case "show":
            return commands.Show(seat=seat, cards=named)
        case "pass":
            return commands.Pass(seat=seat)
        case "trump":
            return commands.CallTrump(seat=seat, suit=words[0])
        case "return":
            return commands.Return(seat=seat, to=Seat(words[0]), cards=named)
        case "bury":
            return commands.Bury(seat=seat, cards=named)
        case "play":
            return commands.Play(seat=seat, cards=named)
        case _:
            assert text == "void @operator", text
            return commands.VoidRound()


Said = str | commands.Command


def _command(said: Said) -> commands.Command:
    return say(said) if isinstance(said, str) else said


def facts(state: State, *said: Said) -> list[Fact]:
    """All facts that follow from commands, all legal; folding the facts leads there too."""
    told = list[Fact]()
    for one in said:
        decided = SHENGJI.decide(state, _command(one))
        assert not isinstance(decided, Refusal), (one, decided)
        folded = state
        for fact in decided.facts:
            folded = SHENGJI.evolve(folded, fact)
        assert folded == decided.state
        state = decided.state
        told += decided.facts
    return told


def after(state: State, *said: Said) -> State:
    """The state after commands that must be legal."""
    for one in said:
        decided = SHENGJI.decide(state, _command(one))
        assert not isinstance(decided, Refusal), (one, decided)
        state = decided.state
    return state


def refused(state: State, *said: Said) -> str:
    """The code with which the last command is refused; those before it must be legal."""
    decided = SHENGJI.decide(after(state, *said[:-1]), _command(said[-1]))
    assert isinstance(decided, Refusal), (said[-1], decided)
    return decided.code


def opened(
    *,
    level: str = "2",
    other: str | None = None,
    dealer: Seat | None = P1,
    ladder: Ladder = Ladder.TWO_TO_KING,
) -> commands.OpenRound:
    """The opening of a round that plays `level`; `other` is the level of the attackers' side."""
    own = Side.B if dealer in {P2, P4} else Side.A
    levels = {side: level if side is own else other or level for side in Side}
    rules = Ruleset(ladder=ladder)
    return commands.OpenRound(
        round="r", settings=rules, players=PLAYERS, levels=levels, dealer=dealer
    )


def full_hands(
    kitty: str = "", **fixed: str
) -> tuple[dict[Seat, tuple[Card, ...]], tuple[Card, ...]]:
    """Hands of 52 cards and a kitty of 8 that hold at least what is fixed for p1 … p4."""
    wanted = {seat: list(cards(fixed.get(seat, ""))) for seat in SEATS}
    below = list(cards(kitty))
    rest = Counter(PACKS)
    rest.subtract(card for hand in (*wanted.values(), below) for card in hand)
    assert min(rest.values()) >= 0, "a fifth copy was fixed"
    left = list(rest.elements())
    for hand, size in (*((hand, 52) for hand in wanted.values()), (below, 8)):
        hand += [left.pop() for _ in range(size - len(hand))]
    return {seat: tuple(hand) for seat, hand in wanted.items()}, tuple(below)


def deals(kitty: str = "", **fixed: str) -> list[commands.Command]:
    """The commands that deal `full_hands`."""
    hands, below = full_hands(kitty, **fixed)
    dealt = [commands.Deal(seat=seat, cards=hand) for seat, hand in hands.items()]
    return [*dealt, commands.DealKitty(cards=below)]


def contesting(
    *,
    level: str = "2",
    other: str | None = None,
    starter: Seat = P1,
    first: bool = False,
    kitty: str = "",
    **fixed: str,
) -> State:
    """A contest that `starter` begins, in a later round or in a first one."""
    opening = opened(level=level, other=other, dealer=None if first else starter)
    state = after(SHENGJI.initial, opening, *deals(kitty, **fixed))
    if first:
        assert isinstance(state, TurningUp)
        return after(state, commands.TurnUp(seat=starter, card=state.hands[starter][0]))
    assert isinstance(state, Contesting)
    return state


def _round(level: str, other: str, dealer: Seat, ladder: Ladder) -> Round:
    """The round of an opening, in which the contest of a first round is over."""
    opening = opened(level=level, other=other, dealer=dealer, ladder=ladder)
    state = after(SHENGJI.initial, opening)
    assert isinstance(state, Dealing)
    return state.round


def _hands(hands: Mapping[str, str]) -> dict[Seat, tuple[Card, ...]]:
    return {seat: cards(hands.get(seat, "")) for seat in SEATS}


def _won(winner: Seat) -> Contest:
    return Contest(starter=winner, shown={}, winner=winner, points=0)


def returning(
    owed: Mapping[Seat, int],
    *,
    level: str = "2",
    trump: str = "h",
    winner: Seat = P1,
    kitty: str = "8*2c",
    **hands: str,
) -> Returning:
    """The winner owes cards; `kitty` lies for the dealer, who is the winner too."""
    return Returning(
        round=_round(level, level, winner, Ladder.TWO_TO_KING),
        hands=_hands(hands),
        kitty=cards(kitty),
        contest=_won(winner),
        trump=trump,
        owed=owed,
    )


def burying(*, level: str = "2", trump: str = "h", dealer: Seat = P1, **hands: str) -> Burying:
    """The dealer has taken the kitty and is to bury 8 cards."""
    return Burying(
        round=_round(level, level, dealer, Ladder.TWO_TO_KING),
        hands=_hands(hands),
        kitty=cards("8*2c"),
        contest=_won(dealer),
        trump=trump,
    )


def playing(
    *,
    level: str = "7",
    other: str | None = None,
    trump: str = "h",
    dealer: Seat = P1,
    turn: Seat | None = None,
    ladder: Ladder = Ladder.TWO_TO_KING,
    points: int = 0,
    lost: Mapping[Side, int] | None = None,
    buried: str = "8*2c",
    trick: int = 0,
    **hands: str,
) -> Playing:
    """Before a trick that `turn` leads, the dealer if nobody is named, with these hands left."""
    return Playing(
        round=_round(level, other or level, dealer, ladder),
        hands=_hands(hands),
        kitty=cards("8*2c"),
        contest=_won(dealer),
        trump=trump,
        buried=cards(buried),
        trick=trick,
        plays=(),
        pattern=None,
        turn=turn or dealer,
        attack_points=points,
        lost={side: (lost or {}).get(side, 0) for side in Side},
        aces=dict.fromkeys(SEATS, 0),
    )


def trick_of(*plays: str, level: str = "7", trump: str = "h", spare: str = "") -> Playing:
    """Before a trick in which p1 and so on will play these cards, each having no others.

    `spare` is a further card of everybody, so that the round goes on after the trick.
    """
    p1, p2, p3, p4 = (f"{play} {spare}" for play in plays)
    return playing(level=level, trump=trump, p1=p1, p2=p2, p3=p3, p4=p4)


def other_plain(led: str, *, level: str, trump: str) -> str:
    """A low plain card that is not of the suit led."""
    printed = {card[1] for card in cards(led)}
    suit = next(suit for suit in "csdh" if suit not in {trump, *printed})
    return f"{'8' if level == '6' else '6'}{suit}"


def winner_of(*plays: str, level: str = "7", trump: str = "h") -> tuple[str, str]:
    """Who wins the trick in which p1 leads and the others follow so, and why (S6.2, S6.3)."""
    spare = other_plain(plays[0], level=level, trump=trump)
    state = trick_of(*plays, level=level, trump=trump, spare=spare)
    said = [f"{seat} play {play}" for seat, play in zip(SEATS, plays, strict=True)]
    (won,) = [fact for fact in facts(state, *said) if isinstance(fact, events.TrickWon)]
    return won.seat, won.why


def pattern_of(lead: str, *, level: str = "7", trump: str = "h", hand: str = "") -> str:
    """What p1's lead of these cards is, with `hand` more in the hand; or why it is refused."""
    state = playing(level=level, trump=trump, p1=f"{lead} {hand}", p2="", p3="", p4="")
    decided = SHENGJI.decide(state, say(f"p1 play {lead}"))
    if isinstance(decided, Refusal):
        return decided.code
    (led,) = [fact for fact in decided.facts if isinstance(fact, events.CardsLed)]
    return led.pattern
