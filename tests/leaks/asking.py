"""What can be asked: commands that are refused, or are none, so that they can be sent at any time.

Those that are accepted are what the rounds are played with (`tests.leaks.evening`).
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.leaks.evening import OUTSIDER, SEATS, TABLE
from tests.leaks.looking import Look, Round, none_in, outlet
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
    ("POST", "/v1/tables/{table}/sit"): ({"seat": "p2", "points": 1},),
    ("POST", "/v1/tables/{table}/top-up"): ({"points": 0},),
}
"""Bodies of the right form that are refused at any time, whoever sends them."""
NOT_JSON: Final = (b"", b"{", b"[]", b"null", b'{"verb": NaN}', b'{"a": 1, "a": 2}', b"\xff")


def _asked(method: str, path: str, bodies: Sequence[Json]) -> None:
    @outlet(method, path)
    def ask(look: Look) -> Iterator[Leak]:
        some_player = "nobody" if "disable" in path else look.chance.choice((*SEATS, OUTSIDER))
        names = {"player": some_player, "table": TABLE}
        target = path.format(**names)
        body = look.chance.choice(bodies)
        yield from none_in(look.send(method, target, json.dumps(body).encode()).whole)
        yield from broken(look, method, target, body)


for (one_method, one_path), some in BODIES.items():
    _asked(one_method, one_path, some)


def broken(look: Look, method: str, path: str, body: Json) -> Iterator[Leak]:
    """Leaks in what is answered to a body that is none, or has cards in wrong places, or no key."""
    hidden = some_cards(look, look.moment.running)
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
    """Return four cards: somebody's hand if there is one, of whomever."""
    hands = list(about.hands().values()) or [("As", "Kd", "9c", "2h")]
    return look.chance.choice(hands)


@outlet("POST", "/v1/rounds/{round}/actions")
def act(look: Look) -> Iterator[Leak]:
    """Act at a wrong time, or with anybody's cards; whoever is asked says nothing that is legal."""
    about = look.moment.running
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


@outlet("POST", "/v1/rounds/{round}/void")
def void(look: Look) -> Iterator[Leak]:
    """Void without a key, or what is over already."""
    about = look.moment.round(look.moment.evening.rounds[0])
    over = look.moment.turn(about.id) is None
    yield from none_in(look.send("POST", f"/v1/rounds/{about.id}/void", headers={}).whole)
    if over:
        yield from none_in(look.send("POST", f"/v1/rounds/{about.id}/void").whole)


@outlet("POST", "/v1/tables/{table}/rounds")
def start(look: Look) -> Iterator[Leak]:
    """Start a round where there is no table."""
    yield from none_in(look.send("POST", "/v1/tables/nowhere/rounds").whole)
    yield from none_in(look.send("POST", f"/v1/tables/{TABLE}/rounds", headers={}).whole)


@outlet("POST", "/v1/tables/{table}/leave")
def leave(look: Look) -> Iterator[Leak]:
    """Leave a table at which one does not sit."""
    yield from none_in(look.send("POST", "/v1/tables/nowhere/leave").whole)
    yield from none_in(look.send("POST", f"/v1/tables/{TABLE}/leave", headers={}).whole)
