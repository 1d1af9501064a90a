"""The words of one action, read the slow way (paipu.md, "Actions")."""

from dataclasses import dataclass, field

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]
JOKERS = ["BJ", "SJ"]
ARGUMENTS = {
    "bet": 1,
    "raise": 1,
    "call": 0,
    "allin": 0,
    "fold": 0,
    "check": 0,
    "autosplit": 0,
    "buy": 0,
    "decline": 0,
    "split": 5,
}


class Refused(Exception):  # noqa: N818 -- a refusal is an answer, not a fault
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass
class Action:
    verb: str
    who: str = ""
    cards: list[str] = field(default_factory=list)
    amount: str = ""


def _form(condition: object) -> None:
    if not condition:
        raise Refused("bad_action")


def _cards(words: list[str]) -> list[str]:
    _form(all(word in CARDS + JOKERS for word in words))
    return words


def _deal(words: list[str], seats: list[str]) -> Action:
    _form(len(words) > 1)
    _form(words[0] in seats)
    return Action("deal", words[0], _cards(words[1:]))


def _without_mark(words: list[str]) -> list[str]:
    if words[-1] == "@operator":
        _form(words[1:2] != ["autosplit"])
        return words[:-1]
    return words[:-1] if words[-1] == "@clock" else words


def read(text: str, seats: list[str]) -> Action:
    """The action that `text` says; raises `Refused("bad_action")` when it is not of any form."""
    words = [word for word in text.split(" ") if word]
    _form(words)
    if words == ["void", "@operator"]:
        return Action("void")
    if words[0] == "deal":
        return _deal(words[1:], seats)
    words = _without_mark(words)
    _form(len(words) > 1)
    who, verb, rest = words[0], words[1], words[2:]
    _form(who in seats)
    _form(ARGUMENTS.get(verb) == len(rest))
    if verb == "split":
        _form(rest[2] == "|")
        return Action(verb, who, _cards(rest[:2] + rest[3:]))
    return Action(verb, who, amount="".join(rest))
