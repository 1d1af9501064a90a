"""Plays random rounds and counts the points that are lost or made: there must be no gap.

    python -m bench.random_rounds [HOW MANY] [SEED]

100,000 rounds by default, with every setting, 2 to 7 seats and uneven stacks. Exits 1 at any gap.
"""

import sys
import time
from collections import Counter
from random import Random

from api.sample.bots import answer
from domain.cards.card import PACK
from domain.kernel.refusal import Refusal
from domain.kernel.seats import seats_of
from domain.sizhidao import commands
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.decider import SIZHIDAO
from domain.sizhidao.events import Event, RoundSettled, SeatedPlayer
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Betting, BuyingIn, Dealing, Splitting, State
from domain.sizhidao.waiting import waiting
from replay.sizhidao.points import first_gap

POORLY = 7
"""Of ten deals, those of few ranks."""
VOIDED = 2
"""Of a thousand steps, those at which the round is voided."""
POOR = [card for card in PACK if card[0] in "29TKA"]


def opening(chance: Random) -> commands.OpenRound:
    """A random opening: small caps and uneven stacks make side pots, poor cards make ties."""
    ante = chance.choice((1, 7, 50))
    cap = chance.choice((ante, 3 * ante, 30 * ante, 300 * ante))
    settings = ruleset(
        {
            "min_players": 2,
            "ante": ante,
            "cap": cap,
            "min_raise": chance.choice((1, ante, 3 * ante)),
            "after_all_in": chance.choice(("all_in_only", "call")),
            "allow_check": chance.choice((True, False)),
            "max_playoffs": chance.choice((0, 1, 2, 3)),
            "buy_in_rounding": chance.choice(("up", "down")),
            "rake_bp": chance.choice((0, 333, 500, 1000)),
            "rake_basis": chance.choice(("net", "pot", "winnings")),
        },
    )
    seats = seats_of(chance.randint(2, 7))
    players = tuple(
        SeatedPlayer(player=seat, stack=chance.randint(ante, cap + 5)) for seat in seats
    )
    return commands.OpenRound(
        round="r",
        settings=settings,
        players=players,
        head=chance.choice(seats),
    )


def commands_for(state: State, chance: Random) -> list[commands.Command]:
    """What is done next: a whole deal, or one seat's answer."""
    match state:
        case Dealing():
            few = len(state.round.contestants) * 4 <= len(POOR) and chance.randrange(10) < POORLY
            deck = POOR if few else list(PACK)
            hands = deal_from(chance.sample(deck, len(deck)), state.round)
            return [commands.Deal(seat=seat, cards=cards) for seat, cards in hands.items()]
        case Betting() | Splitting() | BuyingIn():
            if chance.randrange(1000) < VOIDED:
                return [commands.VoidRound()]
            seat = chance.choice(waiting(state).seats)
            return [answer(state, seat, chance)[0]]
        case _:
            return []


def play(chance: Random) -> list[Event]:
    """All facts of one random round."""
    facts: list[Event] = []
    state = SIZHIDAO.initial
    asked: list[commands.Command] = [opening(chance)]
    while asked:
        for command in asked:
            decided = SIZHIDAO.decide(state, command)
            if isinstance(decided, Refusal):
                raise TypeError(str(decided))
            state = decided.state
            facts += decided.facts
        asked = commands_for(state, chance)
    return facts


def main(arguments: list[str]) -> int:
    """Plays the rounds and prints what happened in them."""
    count = int(arguments[0]) if arguments else 100_000
    chance = Random(int(arguments[1]) if len(arguments) > 1 else 1)
    begun, seen, gaps, moved = time.perf_counter(), Counter[str](), 0, 0
    for number in range(count):
        facts = play(chance)
        gap = first_gap(facts)
        if gap is not None:
            gaps += 1
            print(f"round {number}: fact {gap[0]}: {gap[1]}")
        seen.update(type(fact).__name__ for fact in facts)
        if isinstance(facts[-1], RoundSettled):
            moved += sum(facts[-1].committed.values())
    for name, often in sorted(seen.items()):
        print(f"{often:9}  {name}")
    seconds = time.perf_counter() - begun
    print(f"{count} rounds, {seen.total()} facts, {moved} points committed, {seconds:.0f} s")
    print(f"rounds with a conservation gap: {gaps}")
    return 1 if gaps else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
