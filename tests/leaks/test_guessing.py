"""Who guesses the cards of others is refused alike, whether the guess is right or wrong."""

import json
from collections.abc import Iterable, Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.leaks.alike import undated
from tests.leaks.evening import OK, OUTSIDER, Evening
from tests.leaks.inside import Told, inside
from tests.support.leaks import CARD

DEAL = (
    "deal p2 Qs Qd 8h Jc",
    "deal p3 2s 3d 4c 5h",
    "deal p4 Ts Td 9s 9d",
    "deal p1 As Ad 9c 2h",
)
BET = ("p1 bet 20", "p2 call", "p3 call", "p4 fold")
OWN = ("9c", "2h", "As", "Ad")
GUESSES = (
    *("Qs Qd 8h Jc", "Jc 8h Qd Qs"),  # right: the hand of somebody who plays
    *("2s 3d 4c 5h", "Ts Td 9s 9d"),  # right: another, and one that was folded
    *("Kh Kc 7h 7c", "3h 4h 6h 7h"),  # wrong: nobody has these
    *("Qs Qd 7h 7c", "2s Ts Qs Kh"),  # of several hands, and of none
    *("As Ad 9c Qs", "As Ad 9c Kh", "Qs Ad 9c 2h", "Kh Ad 9c 2h"),  # some of one's own
    *("As As Ad Ad", "As Ad 9c 9c", "Qs Qs Qd Qd"),  # no hand at all
)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with inside(tmp_path) as served:
        evening = Evening(served, 1)
        evening.open()
        evening.start()
        yield evening


def split(
    evening: Evening,
    player: str,
    cards: Iterable[str],
    key: dict[str, str] | None = None,
    turn: str = "0.splitting",
) -> Told:
    """Ask to split four cards, front first."""
    first, second, third, fourth = cards
    body = {"turn": turn, "verb": "split", "front": [first, second], "back": [third, fourth]}
    path = f"/v1/rounds/{evening.rounds[-1]}/actions"
    served = evening.served
    sent = json.dumps(body).encode()
    return served.fetch("POST", path, evening.tokens[player], sent, key or served.key())


def alike(answers: Iterable[Told]) -> dict[str, Any]:
    """Return the one problem that all of these answers are, but for dates and ids of requests."""
    found = set(map(undated, answers))
    assert len(found) == 1, found
    ((_, head, body),) = found
    assert CARD.findall(head + body) == []
    problem: dict[str, Any] = json.loads(body)
    return problem


def guesses(evening: Evening, player: str, turn: str = "0.splitting") -> list[Told]:
    return [split(evening, player, one.split(), turn=turn) for one in GUESSES]


def test_a_seat_that_is_to_split_learns_nothing_of_other_hands(evening: Evening) -> None:
    evening.say(evening.rounds[-1], *DEAL, *BET)
    problem = alike(guesses(evening, "ann"))
    assert (problem["code"], problem["params"]) == ("not_your_cards", {})
    assert problem == alike(
        split(evening, "ann", cards) for cards in permutations(GUESSES[0].split())
    )


def test_nor_does_who_has_folded_or_split_or_was_not_dealt_in(evening: Evening) -> None:
    evening.say(evening.rounds[-1], *DEAL, *BET, "p2 split 8h Jc | Qs Qd")
    assert alike(guesses(evening, "dot"))["code"] == "not_in_showdown"
    assert alike(guesses(evening, "bob"))["code"] == "already_split"
    assert alike(guesses(evening, OUTSIDER))["code"] == "not_in_round"


def test_nor_does_who_guesses_at_another_time(evening: Evening) -> None:
    round_id = evening.rounds[-1]
    evening.say(round_id, *DEAL[:2])
    for player in ("ann", "bob", "dot"):
        assert alike(guesses(evening, player, "0.deal"))["code"] == "wrong_phase"
    evening.say(round_id, *DEAL[2:], "p1 bet 20")
    for player in ("ann", "bob", "dot"):
        assert alike(guesses(evening, player, "0.betting.1"))["code"] == "wrong_phase"
        assert alike(guesses(evening, player))["code"] == "turn_over"
    evening.say(round_id, *BET[1:], "void @operator")
    assert alike(guesses(evening, "ann"))["code"] == "turn_over"
    assert alike(guesses(evening, "ann", ""))["code"] == "bad_form"


def test_a_key_that_was_used_tells_nothing_of_what_it_was_used_for(evening: Evening) -> None:
    evening.say(evening.rounds[-1], *DEAL, *BET)
    key = evening.served.key()
    assert split(evening, "ann", GUESSES[0].split(), key).status != OK
    done = split(evening, "ann", OWN, key)
    again = split(evening, "ann", OWN, key)
    assert (done.status, again.status) == (OK, OK)
    assert json.loads(again.body) == {**json.loads(done.body), "repeated": True}
    ours = [split(evening, "ann", one.split(), key) for one in GUESSES]
    assert alike(ours)["code"] == "command_reused"
    # Another's key is another key, whatever it was used for.
    theirs = [split(evening, "bob", one.split(), key) for one in GUESSES[2:]]
    assert alike(theirs)["code"] == "not_your_cards"
    assert alike([split(evening, "bob", OWN, key)])["code"] == "not_your_cards"
