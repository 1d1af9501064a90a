"""The words of one action, read the slow way (paipu.md, "Actions")."""

from tests.oracle.shengji.order import ALL, SUITS
from tests.oracle.words import Action, Refused

SEATS = ["p1", "p2", "p3", "p4"]
PHASE_OF = {
    "deal": "deal",
    "kitty": "deal",
    "faceup": "faceup",
    "show": "contest",
    "pass": "contest",
    "trump": "trump",
    "return": "return",
    "bury": "bury",
    "play": "play",
}


def _form(condition: object) -> None:
    if not condition:
        raise Refused("bad_action")


def _cards(words: list[str]) -> list[str]:
    _form(words)
    _form(all(word in ALL for word in words))
    return words


def _seat(words: list[str]) -> str:
    _form(words)
    _form(words[0] in SEATS)
    return words[0]


def read(text: str) -> Action:
    """The action that `text` says; raises `Refused("bad_action")` when it is not of any form.

    `amount` holds the suit called trump or the receiver of a return.
    """
    words = [word for word in text.split(" ") if word]
    _form(words)
    if words == ["void", "@operator"]:
        return Action("void")
    if words[0] == "kitty":
        return Action("kitty", "", _cards(words[1:]))
    if words[0] in {"deal", "faceup"}:
        _form(words[0] == "deal" or len(words) == 3)
        return Action(words[0], _seat(words[1:]), _cards(words[2:]))
    if words[-1] in {"@clock", "@operator"}:
        words = words[:-1]
    who = _seat(words)
    _form(len(words) > 1)
    return _of_seat(who, words[1], words[2:])


def _of_seat(who: str, verb: str, rest: list[str]) -> Action:
    if verb == "pass":
        _form(not rest)
        return Action(verb, who)
    if verb == "trump":
        _form(len(rest) == 1)
        _form(rest[0] in list(SUITS))
        return Action(verb, who, amount=rest[0])
    if verb == "return":
        return Action(verb, who, _cards(rest[1:]), amount=_seat(rest))
    _form(verb in {"show", "bury", "play"})
    return Action(verb, who, _cards(rest))
