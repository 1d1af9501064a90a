"""Legal moves for the random records, weighted so that rounds grow long and pots many."""

from random import Random

from tests.oracle import hands
from tests.oracle.round import Round


def move(chance: Random, playing: Round) -> str:
    """A legal action for the phase the round is in, sometimes marked as the clock's."""
    assert playing.question
    phase, seats = playing.question
    seat = chance.choice(seats)
    if phase == "deal":
        return f"deal {seat} {' '.join(playing.stage.plan[seat])}"
    if phase == "splitting":
        return f"{seat} {_split(chance, playing, seat)}"
    if phase == "buy_in":
        words = "buy" if chance.random() < 0.7 else "decline"
    else:
        words = _bet(chance, playing, seat)
    return f"{seat} {words}{chance.choice(('', '', '', '', '', ' @clock', ' @operator'))}"


def _split(chance: Random, playing: Round, seat: str) -> str:
    if chance.random() < 0.4:
        return chance.choice(("autosplit", "autosplit @clock"))
    hand = playing.stage.dealt[seat]
    legal = [split for split in hands.all_splits(hand) if hands.is_legal(split, hand)]
    front, back = (chance.sample(pile, 2) for pile in chance.choice(legal))
    mark = chance.choice(("", "", "", " @clock", " @operator"))
    return f"split {' '.join(front)} | {' '.join(back)}{mark}"


def _bet(chance: Random, playing: Round, seat: str) -> str:
    stage, rules = playing.stage, playing.rules
    most, own = playing.remaining(seat), stage.bets[seat]
    offers = ["allin"] if chance.random() < 0.4 else []
    if not stage.highest:
        offers += ["check"] * (8 * rules.allow_check)
        offers += [f"bet {points}" for points in _amounts(chance, rules.ante, most)]
    else:
        owed = stage.highest - own
        if not stage.all_in or rules.after_all_in == "call" or owed >= most:
            offers += ["call"] * 8
        if not stage.all_in and most > owed:
            least = stage.highest + rules.min_raise
            offers += [f"raise {total}" for total in _amounts(chance, least, own + most)]
    if chance.random() < (0.15, 0.25, 0.45)[min(stage.number, 2)]:
        return "fold"
    return chance.choice(offers or ["allin"])


def _amounts(chance: Random, least: int, most: int) -> list[str]:
    """Some legal amounts: the least, a little more, all; the last also when under the least."""
    if most <= least:
        return [str(most)]
    small = chance.randint(least, min(most, 2 * least))
    return [str(least), str(small), f"00{small}", *[str(most)] * chance.choice((0, 0, 0, 1))]
