"""What can be asked: commands that are refused, or are none, so that they can be sent at any time.

Those that are accepted are what the rounds are played with (`tests.leaks.evening`).
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.leaks.evening import OUTSIDER, SEATS, TABLE
from tests.leaks.looking import Look, Round, none_in, outlet
from tests.leaks.match import MATCH
from tests.support.leaks import Leak

Json = dict[str, Any]
MOVED: Final = {"points": 0, "reason": "cash", "reference": "r"}
BODIES: Final[dict[tuple[str, str], Sequence[Json]]] = {
    ("POST", "/v1/players"): ({"player": "ann"}, {"player": "a/b"}),
    ("POST", "/v1/players/{player}/deposits"): (MOVED, {**MOVED, "reason": " "}),
    ("POST", "/v1/players/{player}/withdrawals"): (MOVED, {**MOVED, "points": 1 << 62}),
    ("POST", "/v1/players/{player}/disable"): ({"reason": "there is nobody of this name"},),
    ("POST", "/v1/players/{player}/enable"): ({"reason": "is not disabled"},),
    ("POST", "/v1/tables"): ({"table": TABLE}, {"table": "elm", "settings": {"As": 1}}),
    ("PUT", "/v1/tables/{table}/settings"): ({"settings": {"ante": "As"}},),
    ("PUT", "/v1/tables/{table}/delay"): ({"seconds": -1},),
    ("PUT", "/v1/matches/{match}/delay"): ({"seconds": -1},),
    ("POST", "/v1/tables/{table}/sit"): ({"seat": "p2", "points": 1},),
    ("POST", "/v1/tables/{table}/top-up"): ({"points": 0},),
    ("POST", "/v1/switches/disable"): ({"scope": "nothing", "reason": "x"},),
    ("POST", "/v1/switches/enable"): ({"scope": "table/plum", "reason": "is not off"},),
    ("POST", "/v1/selfcheck/acknowledge"): ({"digest": "0" * 64, "reason": "there is no alarm"},),
    ("POST", "/v1/matches"): ({"match": "a/b"}, {"match": "elm", "settings": {"As": 1}}),
    ("POST", "/v1/matches/{match}/join"): ({"seat": "p2"},),
    ("POST", "/v1/matches/{match}/abandon"): ({"reason": "there is no such match"},),
    ("POST", "/v1/disputes"): ({"round": "none", "claim": "about nothing"},),
    ("POST", "/v1/disputes/{dispute}/evidence"): ({"digest": "a" * 64, "note": "of nothing"},),
    ("POST", "/v1/disputes/{dispute}/notes"): ({"text": "to nothing"},),
    ("POST", "/v1/disputes/{dispute}/decision"): ({"verdict": "upheld", "text": "nothing"},),
    ("POST", "/v1/disputes/{dispute}/compensation"): ({"player": "ann", "points": 1},),
    ("POST", "/v1/adjustments"): ({"player": "nobody", "points": 1, "reason": "none"},),
    ("POST", "/v1/adjustments/{adjustment}/reject"): ({"reason": "there is none"},),
    ("POST", "/v1/tokens/revocations"): ({"name": "a/b", "role": "player", "reason": "no name"},),
    ("POST", "/v1/rounds/{round}/reveals"): ({"reason": "there is no such round"},),
}
"""Bodies of the right form that are refused at any time, whoever sends them."""
NOT_JSON: Final = (b"", b"{", b"[]", b"null", b'{"verb": NaN}', b'{"a": 1, "a": 2}', b"\xff")


def _asked(method: str, path: str, bodies: Sequence[Json]) -> None:
    @outlet(method, path)
    def ask(look: Look) -> Iterator[Leak]:
        some_player = "nobody" if "disable" in path else look.chance.choice((*SEATS, OUTSIDER))
        some_match = "nowhere" if "abandon" in path else MATCH
        names = {"player": some_player, "table": TABLE, "match": some_match, "round": "none"}
        names |= {"dispute": "none", "adjustment": "none"}
        target = path.format(**names)
        body = look.chance.choice(bodies)
        yield from none_in(look.send(method, target, json.dumps(body).encode()).whole)
        yield from broken(look, method, target, body)


for (one_method, one_path), some in BODIES.items():
    _asked(one_method, one_path, some)


def broken(look: Look, method: str, path: str, body: Json) -> Iterator[Leak]:
    """Leaks in what is answered to a body that is none, or has cards in wrong places, or no key."""
    hidden = some_cards(look, look.moment.newest)
    field = look.chance.choice(list(body))
    spoilt = look.chance.choice(
        (
            {**body, hidden[0]: hidden[1]},
            {**body, field: list(hidden)},
            {**body, field: {hidden[0]: hidden[1]}},
            {**body, field: "/".join(hidden)},
            list(hidden),
        )
    )
    sent = look.chance.choice((json.dumps(spoilt).encode(), look.chance.choice(NOT_JSON)))
    keys = look.chance.choice((None, {}, {"Idempotency-Key": " ".join(hidden)}))
    yield from none_in(look.send(method, path, sent, keys).whole)


def some_cards(look: Look, about: Round) -> tuple[str, ...]:
    """Return four cards: out of somebody's hand if there is one, of whomever."""
    hands = list(about.hands().values()) or [("As", "Kd", "9c", "2h")]
    return tuple(look.chance.sample(look.chance.choice(hands), 4))


@outlet("POST", "/v1/rounds/{round}/actions")
def act(look: Look) -> Iterator[Leak]:
    """Act at a wrong time, or with anybody's cards; whoever is asked says nothing that is legal."""
    about = look.moment.newest
    yield from (act_in_match if about.game == "shengji" else act_at_table)(look, about)


def act_in_match(look: Look, about: Round) -> Iterator[Leak]:
    path = f"/v1/rounds/{about.id}/actions"
    cards = some_cards(look, about)
    turn = look.moment.turn(about.id) or "none"
    for verb in ("show", "bury", "play", "return"):
        body: Json = {"turn": turn, "verb": verb, "cards": [*cards] * 5}  # nobody has five equal
        body |= {"to": look.chance.choice(("p1", "p3"))} if verb == "return" else {}
        yield from none_in(look.send("POST", path, json.dumps(body).encode()).whole)
    for other in (
        {"turn": cards[0], "verb": "pass"},
        {"turn": f"{turn}.{cards[0]}", "verb": "trump", "suit": "s"},
        {"turn": turn, "verb": "trump", "suit": cards[0]},
        {"turn": turn, "verb": "bet", "points": 1},
    ):
        yield from none_in(look.send("POST", path, json.dumps(other).encode()).whole)
    yield from broken(look, "POST", path, {"turn": turn, "verb": "play", "cards": [*cards]})


@outlet("POST", "/v1/rounds/{round}/check")
def check(look: Look) -> Iterator[Leak]:
    """Ask of anybody's cards whether they could be played: an answer holds no card."""
    about = look.moment.newest
    path = f"/v1/rounds/{about.id}/check"
    hands = {**about.hands(), "": some_cards(look, about)}
    own = hands.get(about.seat_of(look.viewer) or "", ())
    turn = look.moment.turn(about.id) or "none"
    for cards in (own[:1], own[:2], own, some_cards(look, about)[:1], some_cards(look, about)):
        for verb in ("play", "show", "bury"):
            body = {"turn": turn, "verb": verb, "cards": [*cards]}
            yield from none_in(look.send("POST", path, json.dumps(body).encode()).whole)
        body = {"turn": turn, "verb": "return", "to": "p1", "cards": [*cards]}
        yield from none_in(look.send("POST", path, json.dumps(body).encode()).whole)
    yield from broken(look, "POST", path, {"turn": turn, "verb": "play", "cards": [*own]})


def act_at_table(look: Look, about: Round) -> Iterator[Leak]:
    path = f"/v1/rounds/{about.id}/actions"
    own = about.hands().get(about.seat_of(look.viewer) or "")
    first, second, third, fourth = some_cards(look, about)
    turn = look.moment.turn(about.id) or "none"
    body: Json = {"turn": turn, "verb": "split", "front": [first, second], "back": [third, fourth]}
    if own is None or not {first, second, third, fourth}.issubset(own):
        yield from none_in(look.send("POST", path, json.dumps(body).encode()).whole)
    for other in (
        {**body, "turn": first},
        {**body, "turn": f"{turn}.{first}"},
        {"turn": turn, "verb": first},
        {"turn": turn, "verb": "split", "front": [first, second, third], "back": [fourth]},
        {"turn": turn, "verb": "bet", "points": first},
        {"turn": turn, "verb": "bet", "points": 0},
        {"turn": turn, "verb": "raise", "to": -1},
    ):
        yield from none_in(look.send("POST", path, json.dumps(other).encode()).whole)
    yield from broken(look, "POST", path, body)


def _on_a_round(word: str) -> None:
    @outlet("POST", f"/v1/rounds/{{round}}/{word}")
    def ask(look: Look) -> Iterator[Leak]:
        """Void, interrupt or resume without a key, or what is over already."""
        about = look.moment.round(look.chance.choice(look.moment.evening.all_rounds))
        over = look.moment.turn(about.id) is None
        path, body = f"/v1/rounds/{about.id}/{word}", {"reason": "a flood"}
        sent = json.dumps(body).encode()
        yield from none_in(look.send("POST", path, sent, {}).whole)
        if over:
            yield from none_in(look.send("POST", path, sent).whole)
            yield from broken(look, "POST", path, body)


for one_end in ("void", "interrupt", "resume"):
    _on_a_round(one_end)


@outlet("POST", "/v1/session")
def log_in(look: Look) -> Iterator[Leak]:
    yield from none_in(look.send("POST", "/v1/session").whole)


@outlet("DELETE", "/v1/session")
def log_out(look: Look) -> Iterator[Leak]:
    """Log out of a session that there is none of."""
    yield from none_in(look.send("DELETE", "/v1/session").whole)


@outlet("POST", "/v1/selfcheck")
def check_house(look: Look) -> Iterator[Leak]:
    """Have the house checked without a key."""
    yield from none_in(look.send("POST", "/v1/selfcheck", headers={}).whole)


@outlet("POST", "/v1/tables/{table}/rounds")
def start(look: Look) -> Iterator[Leak]:
    """Start a round where there is no table."""
    yield from none_in(look.send("POST", "/v1/tables/nowhere/rounds").whole)
    yield from none_in(look.send("POST", f"/v1/tables/{TABLE}/rounds", headers={}).whole)


@outlet("POST", "/v1/matches/{match}/rounds")
def start_in_match(look: Look) -> Iterator[Leak]:
    """Start a round where there is no match."""
    yield from none_in(look.send("POST", "/v1/matches/nowhere/rounds").whole)
    yield from none_in(look.send("POST", f"/v1/matches/{MATCH}/rounds", headers={}).whole)


@outlet("POST", "/v1/rounds/{round}/cut")
def cut(look: Look) -> Iterator[Leak]:
    """Cut with a value that is not that of the anchor, at any time."""
    about = look.moment.newest
    body = {"turn": look.chance.choice(("0.cutting", "1.cutting", "0.deal")), "value": "5f" * 32}
    path = f"/v1/rounds/{about.id}/cut"
    yield from none_in(look.send("POST", path, json.dumps(body).encode()).whole)
    yield from broken(look, "POST", path, body)


def _anchored(place: str, name: str) -> None:
    @outlet("POST", f"/v1/{place}/anchor")
    def ask(look: Look) -> Iterator[Leak]:
        body = {"anchor": "5f" * 32}
        nowhere, path = (
            f"/v1/{place.format(**{name: at})}/anchor" for at in ("nowhere", PLACES[name])
        )
        yield from none_in(look.send("POST", nowhere, json.dumps(body).encode()).whole)
        yield from broken(look, "POST", path, body)


PLACES: Final = {"table": TABLE, "match": MATCH}
_anchored("tables/{table}", "table")
_anchored("matches/{match}", "match")


def _in_match(word: str) -> None:
    @outlet("POST", f"/v1/matches/{{match}}/{word}")
    def ask(look: Look) -> Iterator[Leak]:
        yield from none_in(look.send("POST", f"/v1/matches/nowhere/{word}").whole)
        yield from none_in(look.send("POST", f"/v1/matches/{MATCH}/{word}", headers={}).whole)


for one_word in ("ready", "leave", "come-back"):
    _in_match(one_word)


@outlet("POST", "/v1/disputes/{dispute}/close")
def close_dispute(look: Look) -> Iterator[Leak]:
    """Close a dispute that nobody opened."""
    yield from none_in(look.send("POST", "/v1/disputes/none/close").whole)
    yield from none_in(look.send("POST", "/v1/disputes/none/close", headers={}).whole)


@outlet("POST", "/v1/adjustments/{adjustment}/approve")
def approve(look: Look) -> Iterator[Leak]:
    """Approve what nobody proposed."""
    yield from none_in(look.send("POST", "/v1/adjustments/none/approve").whole)
    yield from none_in(look.send("POST", "/v1/adjustments/none/approve", headers={}).whole)


@outlet("POST", "/v1/tables/{table}/leave")
def leave(look: Look) -> Iterator[Leak]:
    """Leave a table at which one does not sit."""
    yield from none_in(look.send("POST", "/v1/tables/nowhere/leave").whole)
    yield from none_in(look.send("POST", f"/v1/tables/{TABLE}/leave", headers={}).whole)
