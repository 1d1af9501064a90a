"""Actions that the rules refuse, one maker per refusal code, for the random records."""

from collections.abc import Callable
from random import Random

from tests.oracle import hands
from tests.oracle.round import Round

AFTER_THE_END = ("p1 fold", "void @operator", "nonsense", "", "deal p1 As Ks Qs Js", "p2 buy")
_AMOUNTS = ("0", "000", "abc", "+5", "-5", "1.5", "1_000", "５０", "٣", "1e3", "²")
_FORMS = (
    "",
    "   ",
    "void",
    "void @clock",
    "void @operator @operator",
    "nonsense",
    "p1",
    "p9 fold",
    "p0 call",
    "P1 fold",
    "p1 wave",
    "p1 show As Ks",
    "p1 Fold",
    "p1 fold 5",
    "p1 fold @clock @operator",
    "p1 fold @clock @clock",
    "p1 fold @dealer",
    "p1 @clock fold",
    "p1 @clock",
    "@clock",
    "p1 bet",
    "p1 bet @clock",
    "p1 bet 5 5",
    "p1 raise",
    "p1 buy 5",
    "p1\tfold",
    "p1 fold\u3000",
    "p1 autosplit 5",
    "p1 autosplit @operator",
    "p1 split As Ks Qs Js",
    "p1 split As | Ks Qs Js",
    "p1 split As Ks | Qs",
    "p1 split As Ks|Qs Js",
    "p1 split As Ks | Qs Jx",
    "p1 split As Ks | Qs 10s",
    "p1 split as Ks | Qs Js",
    "p1 split | As Ks Qs Js",
    "deal",
    "deal p1",
    "deal p9 As Ks Qs Js",
    "deal As Ks Qs Js",
    "deal p1 As Ks Qs Js @clock",
    "deal p1 As Ks Qs 1s",
    "deal p1 As Ks Qs JS",
    "kitty As",
    "faceup p2 9c",
)
_VERBS = {
    "deal": ("deal {} As Ks Qs Js", "deal {} As"),
    "betting": ("{} bet 50", "{} bet abc", "{} call", "{} raise 100", "{} allin", "{} fold"),
    "splitting": ("{} split As Ks | Qs Js", "{} split As As | BJ Js", "{} autosplit"),
    "buy_in": ("{} buy", "{} decline"),
}
Maker = Callable[[Random, Round, str], str]


def _bad_action(chance: Random, _: Round, __: str) -> str:
    return chance.choice(_FORMS)


def _wrong_phase(chance: Random, playing: Round, phase: str) -> str:
    other = chance.choice([name for name in _VERBS if name != phase])
    return chance.choice(_VERBS[other]).format(chance.choice(playing.seats))


def _not_your_turn(chance: Random, playing: Round, _: str) -> str:
    assert playing.question
    others = [seat for seat in playing.seats if seat not in playing.question[1]]
    return chance.choice(_VERBS["betting"]).format(chance.choice(others))


def _not_offered(chance: Random, playing: Round, _: str) -> str:
    assert playing.question
    others = [seat for seat in playing.seats if seat not in playing.question[1]]
    return f"{chance.choice(others)} {chance.choice(('buy', 'decline'))}" if others else ""


def _not_in_showdown(chance: Random, playing: Round, _: str) -> str:
    out = [seat for seat in playing.seats if seat not in playing.stage.live]
    return chance.choice(_VERBS["splitting"]).format(chance.choice(out)) if out else ""


def _already_split(chance: Random, playing: Round, _: str) -> str:
    done = list(playing.stage.splits)
    return chance.choice(_VERBS["splitting"]).format(chance.choice(done)) if done else ""


def _bets(text: str) -> Maker:
    def make(chance: Random, playing: Round, _: str) -> str:
        assert playing.question
        seat = playing.question[1][0]
        most = playing.stage.bets[seat] + playing.remaining(seat)
        return text.format(
            seat=seat,
            bad=chance.choice(_AMOUNTS),
            over=chance.choice((most + 1, 10 * most, "9" * 40, "9" * 5000)),
            small=chance.choice(
                (
                    chance.randint(1, max(1, playing.stage.highest + playing.rules.min_raise - 1)),
                    min(most, max(1, playing.stage.highest)),
                )
            ),
            amount=chance.choice((1, most, playing.stage.highest + playing.rules.min_raise, 0)),
            verb="raise" if playing.stage.highest else "bet",
        )

    return make


def _not_your_cards(chance: Random, playing: Round, _: str) -> str:
    assert playing.question
    seat = chance.choice(playing.question[1])
    a, b, c, d = playing.stage.dealt[seat]
    others = [card for hand in playing.stage.dealt.values() for card in hand]
    wrong = chance.choice((c, "BJ", *(card for card in others if card != d)))
    return f"{seat} split {a} {b} | {c} {wrong}"


def _front_above_back(chance: Random, playing: Round, _: str) -> str:
    assert playing.question
    seat = chance.choice(playing.question[1])
    hand = playing.stage.dealt[seat]
    for front, back in hands.all_splits(hand):
        if not hands.is_legal((front, back), hand):
            return f"{seat} split {' '.join(front)} | {' '.join(back)}"
    return ""


def _bad_deal(chance: Random, playing: Round, _: str) -> str:
    stage = playing.stage
    assert playing.question
    seat = chance.choice(playing.question[1])
    cards = stage.plan[seat]
    others = [card for done in stage.dealt.values() for card in done]
    strangers = [name for name in playing.seats if name not in stage.players or name in stage.dealt]
    return chance.choice(
        [
            f"deal {seat} {' '.join(cards[:3])}",
            f"deal {seat} {' '.join(cards)} {cards[0]}",
            f"deal {seat} {' '.join(cards[:3])} {cards[0]}",
            f"deal {seat} {' '.join(cards[:3])} {chance.choice(('BJ', 'SJ'))}",
            *[f"deal {seat} {' '.join(cards[:3])} {chance.choice(others)}" for _ in others[:1]],
            *[f"deal {name} {' '.join(cards)}" for name in strangers],
        ]
    )


_MAKERS: dict[str, tuple[str, Maker]] = {
    "bad_action": ("", _bad_action),
    "wrong_phase": ("", _wrong_phase),
    "not_your_turn": ("betting", _not_your_turn),
    "not_offered": ("buy_in", _not_offered),
    "not_in_showdown": ("splitting", _not_in_showdown),
    "already_split": ("splitting", _already_split),
    "cannot_check": ("betting", _bets("{seat} check")),
    "already_bet": ("betting", _bets("{seat} bet {amount}")),
    "nothing_to_call": ("betting", _bets("{seat} call @clock")),
    "nothing_to_raise": ("betting", _bets("{seat} raise {amount}")),
    "all_in_or_fold": ("betting", _bets("{seat} call")),
    "raise_after_all_in": ("betting", _bets("{seat} raise {amount}")),
    "bad_amount": ("betting", _bets("{seat} {verb} {bad}")),
    "over_cap": ("betting", _bets("{seat} {verb} {over}")),
    "too_small": ("betting", _bets("{seat} {verb} {small}")),
    "not_your_cards": ("splitting", _not_your_cards),
    "front_above_back": ("splitting", _front_above_back),
    "bad_deal": ("deal", _bad_deal),
}
FAULTS = (*_MAKERS, "too_small", "not_offered", "all_in_or_fold", "cannot_check", "already_bet")
SETTING_FOR: dict[str, tuple[str, object]] = {
    "raise_after_all_in": ("after_all_in", "call"),
    "all_in_or_fold": ("after_all_in", "all_in_only"),
    "nothing_to_call": ("cap", 15000),
    "too_small": ("cap", 15000),
}


def fault(chance: Random, playing: Round, wanted: str) -> str:
    """An action aimed at the code `wanted`, or "" where the phase has none to offer."""
    assert playing.question
    phase, make = _MAKERS[wanted]
    here = playing.question[0]
    if phase not in ("", here) or not _ripe(playing, wanted) or chance.random() < 0.3:
        return ""
    return make(chance, playing, here)


def _ripe(playing: Round, wanted: str) -> bool:
    """Whether an action of the right verb would now be refused with the code `wanted`."""
    stage, rules = playing.stage, playing.rules
    if wanted in {"all_in_or_fold", "raise_after_all_in"}:
        policy = "call" if wanted == "raise_after_all_in" else "all_in_only"
        return stage.all_in and rules.after_all_in == policy
    if wanted == "cannot_check":
        return stage.highest > 0 or not rules.allow_check
    if wanted in {"nothing_to_call", "nothing_to_raise"}:
        return not stage.highest
    return stage.highest > 0 if wanted == "already_bet" else True
