"""Actions that the rules refuse, some for several reasons at once, for the random records."""

from collections.abc import Callable
from random import Random

from tests.oracle.shengji.moves import EFFECTIVE
from tests.oracle.shengji.order import ALL, contest_points_of, suits_of
from tests.oracle.shengji.returns import has_points, without
from tests.oracle.shengji.round import Round
from tests.oracle.shengji.words import SEATS

AFTER_THE_END = ("p1 play As", "void @operator", "nonsense", "", "p1 pass", "kitty As")
_FORMS = (
    *("", "   ", "void", "void @clock", "void @operator @operator", "@clock", "nonsense"),
    *("p1", "p5 pass", "p0 pass", "P1 pass", "p1 wave", "p1 Pass", "p1 pass 5", "p1 @clock"),
    *("p1 pass @clock @operator", "p1 pass @clock @clock", "p1 pass @dealer", "p1 @clock pass"),
    *("p1\tpass", "p1 pass\u3000", "p1 show", "p1 show @clock", "p1 show 10s", "p1 show as"),
    *("p1 show XJ", "p1 show Bj", "p1 trump", "p1 trump x", "p1 trump h s", "p1 trump H"),
    *("p1 trump hearts", "p1 trump As", "p1 trump @clock", "p1 return", "p1 return p2"),
    *("p1 return p5 4c", "p1 return 4c", "p1 return p2 @clock", "p1 return p2 p3 4c"),
    *("p1 bury", "p1 bury 4c 4x", "p1 play", "p1 play As|Ks", "p1 play As,Ks", "p1 fold"),
    *("deal", "deal p1", "deal p5 As", "deal As", "deal p1 1s", "deal p1 As @clock", "kitty"),
    *("kitty p1", "kitty As @operator", "kitty 5", "faceup", "faceup p1", "faceup As"),
    *("faceup p1 As Ks", "faceup p5 As", "faceup p1 As @clock", "p1 deal As", "p1 kitty As"),
    *("p1 void", "void p1 @operator", "p1 faceup As", "p2 bet 50", "p1 play SJ sj"),
)
_SAYINGS = {
    "deal": ("deal {} As", "kitty BJ"),
    "faceup": ("faceup {} As",),
    "contest": ("{} show As", "{} pass", "{} show 4c"),
    "trump": ("{} trump h",),
    "return": ("{0} return {0} 4c", "{} return p2 As"),
    "bury": ("{} bury As",),
    "play": ("{} play As", "{} play 4c 5c"),
}
Maker = Callable[[Random, Round, str], str | None]


def _bad_action(chance: Random, _: Round, __: str) -> str | None:
    return chance.choice(_FORMS)


def _wrong_phase(chance: Random, _: Round, phase: str) -> str | None:
    other = chance.choice([name for name in _SAYINGS if name != phase])
    return chance.choice(_SAYINGS[other]).format(chance.choice(SEATS))


def _not_your_turn(chance: Random, playing: Round, phase: str) -> str | None:
    assert playing.question
    seat = chance.choice([seat for seat in SEATS if seat not in playing.question[1]])
    return chance.choice(_SAYINGS[phase]).format(seat)


def _bad_deal(chance: Random, playing: Round, phase: str) -> str | None:
    seat = chance.choice(SEATS)
    if phase == "faceup":
        strange = [card for card in ALL if card not in playing.hands[seat]]
        return f"faceup {seat} {chance.choice(strange)}" if strange else None
    cards = chance.choices(ALL, k=chance.choice((1, 8, 51, 53)))
    return chance.choice((f"deal {seat} {' '.join(cards)}", f"kitty {' '.join(cards)}"))


def _fifth_copy(chance: Random, playing: Round, _: str) -> str | None:
    """The last hand or the kitty, of the right number, but with one card in place of another."""
    assert playing.question
    missing = [f"deal {seat}" for seat in playing.question[1]] + ["kitty"] * (not playing.kitty)
    if len(missing) > 1:
        return None
    dealt = [card for hand in playing.hands.values() for card in hand] + playing.kitty
    cards = without(ALL * 4, dealt)
    chance.shuffle(cards)
    fifth = chance.choice([card for card in ALL if card != cards[0]])
    return f"{missing[0]} {' '.join([fifth, *cards[1:]])}"


def _cards(verb: str, playing: Round, cards: list[str]) -> str | None:
    assert playing.question
    return f"{playing.question[1][0]} {verb} {' '.join(cards)}"


def _foreign(chance: Random, playing: Round, phase: str) -> str | None:
    """Cards of other hands, by chance also too many or otherwise wrong."""
    assert playing.question
    hand = playing.hands[playing.question[1][0]]
    if chance.random() < 0.3:
        return _too_often(chance, playing, phase)
    strange = [card for card in ALL if card not in hand] or ["As"]
    if phase == "contest" and chance.random() < 0.8:
        strange = [card for card in strange if contest_points_of([card], playing.level)]
    if not strange:
        return None
    verb = {"contest": "show", "bury": "bury", "play": "play"}.get(phase, "")
    if phase == "return":
        verb = f"return {chance.choice(owed(playing) or SEATS)}"
    return _cards(verb, playing, _some(chance, playing, chance.choice(strange)))


def _too_often(chance: Random, playing: Round, phase: str) -> str | None:
    """A card of the hand once more than it is held, with others where more are asked for."""
    assert playing.question
    hand = playing.hands[playing.question[1][0]]
    count = _asked(playing)
    held = [card for card in hand if hand.count(card) < count]
    if phase == "contest":
        held = [card for card in held if contest_points_of([card], playing.level)]
    if not held:
        return None
    card = chance.choice(held)
    cards = [card] * (hand.count(card) + 1)
    cards += chance.sample(hand, count - len(cards)) if phase != "contest" else []
    verb = {"contest": "show", "return": f"return {chance.choice(owed(playing) or SEATS)}"}
    return _cards(verb.get(phase, phase), playing, cards)


def _asked(playing: Round) -> int:
    """How many cards the phase asks for, as far as it does."""
    assert playing.question
    if playing.question[0] == "return":
        return max(len(playing.contest.shown[seat]) for seat in owed(playing))
    lead = playing.tricks[-1].lead.cards if following(playing) else []
    return {"bury": 8, "play": len(lead) or 5}.get(playing.question[0], 5)


def _some(chance: Random, playing: Round, foreign: str) -> list[str]:
    """The foreign card after cards of the hand, often as many as are asked for."""
    assert playing.question
    phase, (seat, *_) = playing.question
    count = {"bury": 8, "return": chance.choice((1, 1, 2)), "contest": 1}.get(phase, 1)
    if phase == "play" and following(playing):
        count = len(playing.tricks[-1].lead.cards)
    count = max(1, count + chance.choice((0, 0, 0, -1, 1)))
    return [*chance.sample(playing.hands[seat], min(count - 1, len(playing.hands[seat]))), foreign]


def following(playing: Round) -> bool:
    return bool(playing.tricks) and len(playing.tricks[-1].plays) < 4


def owed(playing: Round) -> list[str]:
    giver, shown = playing.contest.champion, playing.contest.shown
    return [p for p in SEATS if p != giver and shown[p] and p not in playing.returned]


def _wrong_count(chance: Random, playing: Round, phase: str) -> str | None:
    assert playing.question
    hand = playing.hands[playing.question[1][0]]
    if phase == "bury":
        return _cards("bury", playing, chance.sample(hand, chance.choice((1, 7, 9, 60))))
    count = chance.randint(1, min(len(hand), 9))
    return _cards("play", playing, chance.sample(hand, count)) if following(playing) else None


def _not_bi_cards(chance: Random, playing: Round, _: str) -> str | None:
    held = [card for card in ALL if contest_points_of([card], playing.level)]
    plain = chance.choice([card for card in ALL if card not in held])
    return _cards("show", playing, [*chance.sample(held, chance.choice((0, 1, 2))), plain])


def _not_above(chance: Random, playing: Round, _: str) -> str | None:
    assert playing.question
    hand = playing.hands[playing.question[1][0]]
    weak = [card for card in hand if 0 < contest_points_of([card], playing.level) < 6]
    if not playing.contest.champion or not weak:
        return None
    return _cards("show", playing, [chance.choice(weak)])


def _wrong_return(chance: Random, playing: Round, _: str) -> str | None:
    assert playing.question
    hand = playing.hands[playing.question[1][0]]
    cards = chance.sample(hand, chance.choice((1, 2, 3)))
    return _cards(f"return {chance.choice(SEATS)}", playing, cards)


def _bad_return(wanted: str) -> Maker:
    def make(chance: Random, playing: Round, _: str) -> str | None:
        giver = playing.contest.champion
        to = chance.choice(owed(playing))
        hand, count = playing.hands[giver], len(playing.contest.shown[to])
        if wanted == "point_cards":
            first = [card for card in hand if has_points(card)][:1]
        else:
            suit = suits_of(playing.trump, playing.level)
            whole = [[card for card in hand if suit[card] == one] for one in EFFECTIVE]
            short = [cards for cards in whole if 0 < len(cards) <= count]
            first = chance.choice(short) if short else []
        rest = [card for card in without(hand, first) if not has_points(card)]
        if not first or len(rest) < count - len(first):
            return None
        cards = first + chance.sample(rest, count - len(first))
        return _cards(f"return {to}", playing, cards)

    return make


def _bad_lead(chance: Random, playing: Round, _: str) -> str | None:
    """Some cards of the hand, of one suit or of any."""
    assert playing.question
    hand = playing.hands[playing.question[1][0]]
    if following(playing):
        return None
    if chance.random() < 0.6:
        suit = suits_of(playing.trump, playing.level)
        hand = [card for card in hand if suit[card] == suit[hand[0]]]
    return _cards("play", playing, chance.sample(hand, min(len(hand), chance.choice((2, 3, 4, 6)))))


def _must_follow_suit(chance: Random, playing: Round, _: str) -> str | None:
    """As many cards as were led, in part or all of another suit."""
    assert playing.question
    if not following(playing):
        return None
    hand, lead = playing.hands[playing.question[1][0]], playing.tricks[-1].lead.cards
    suit = suits_of(playing.trump, playing.level)
    others = [card for card in hand if suit[card] != suit[lead[0]]]
    count = chance.randint(1, len(lead))
    if len(others) < count:
        return None
    chosen = chance.sample(others, count)
    return _cards(
        "play", playing, [*chosen, *chance.sample(without(hand, chosen), len(lead) - count)]
    )


_MAKERS: dict[str, tuple[tuple[str, ...], Maker]] = {
    "bad_action": (tuple(_SAYINGS), _bad_action),
    "wrong_phase": (tuple(_SAYINGS), _wrong_phase),
    "not_your_turn": (("contest", "trump", "return", "bury", "play"), _not_your_turn),
    "bad_deal": (("deal", "faceup"), _bad_deal),
    "fifth_copy": (("deal",), _fifth_copy),
    "not_your_cards": (("contest", "return", "bury", "play"), _foreign),
    "wrong_count": (("bury", "play"), _wrong_count),
    "not_bi_cards": (("contest",), _not_bi_cards),
    "not_above": (("contest",), _not_above),
    "wrong_return": (("return",), _wrong_return),
    "point_cards": (("return",), _bad_return("point_cards")),
    "suit_emptied": (("return",), _bad_return("suit_emptied")),
    "bad_lead": (("play",), _bad_lead),
    "must_follow_suit": (("play",), _must_follow_suit),
}
FAULTS = (*_MAKERS, "suit_emptied", "suit_emptied", "suit_emptied", "bad_lead", "must_follow_suit")


def fault(chance: Random, playing: Round, wanted: str) -> str | None:
    """An action aimed at the code `wanted`, or None where the phase has none to offer."""
    assert playing.question
    phases, make = _MAKERS[wanted]
    here = playing.question[0]
    return make(chance, playing, here) if here in phases else None


def ripe(wanted: str) -> tuple[str, ...]:
    """The phases in which an action may be refused for that reason."""
    return _MAKERS[wanted][0]
