"""What can be looked at: every route that answers without changing anything."""

import json
from base64 import b64decode
from collections.abc import Collection, Iterator

from api.reports.catalogue import REPORTS
from tests.leaks import lines
from tests.leaks.evening import OK, OUTSIDER, SEATS, TABLE
from tests.leaks.looking import (
    FILES,
    NO_ROUTE,
    NOBODY,
    Look,
    beyond,
    body_of,
    facts_in,
    none_in,
    outlet,
    unchanged,
)
from tests.leaks.match import MATCH
from tests.leaks.recalled import recall
from tests.support.leaks import PUBLIC, Leak, in_json, in_text

__all__ = ["lines", "recall"]

CARDLESS = (
    "/v1/health",
    "/v1/ready",
    "/v1/live",
    "/v1/me",
    "/v1/me/rounds",
    "/v1/me/matches",
    "/v1/me/statement",
    "/v1/matches",
    "/v1/matches/{match}",
    "/v1/matches/{match}/rounds",
    "/v1/matches/{match}/levels",
    "/v1/matches/{match}/scores",
    "/v1/tables",
    "/v1/tables/{table}",
    "/v1/tables/{table}/rounds",
    "/v1/players/{player}",
    "/v1/players/{player}/movements",
    "/v1/rounds",
    "/v1/rounds/{round}/pots",
    "/v1/switches",
    "/v1/selfcheck",
    "/v1/version",
    "/v1/checkpoints",
    "/v1/checkpoints/latest",
    "/v1/rounds/{round}/access",
    "/v1/disputes",
    "/v1/disputes/{dispute}",
    "/v1/adjustments",
    "/v1/adjustments/{adjustment}",
    "/v1/audits/decks",
    "/v1/session",
    "/v1/tokens/revocations",
    "/v1/reports",
    "/v1/refusals",
)
"""What no card is ever in."""
FIXED = ("/openapi.json", "/docs", "/docs/oauth2-redirect", "/v1/rules")
"""What is the same for everybody at every time. Documents and rules have cards as examples."""


def _cardless(path: str) -> None:
    @outlet("GET", path)
    def look_at(look: Look) -> Iterator[Leak]:
        names = {
            "table": look.chance.choice((TABLE, "nowhere")),
            "match": look.chance.choice((MATCH, "nowhere")),
            "round": look.moment.some_round().id,
            "player": look.chance.choice((*SEATS, OUTSIDER, "nobody")),
            **dict.fromkeys(("dispute", "adjustment"), "none"),
        }
        yield from none_in(look.get(path.format(**names)).whole)


def _fixed(path: str) -> None:
    @outlet("GET", path)
    def look_at(look: Look) -> Iterator[Leak]:
        yield from unchanged(look, path, look.get(path))


for one in CARDLESS:
    _cardless(one)
for one in FIXED:
    _fixed(one)


@outlet("GET", "/v1/reports/{report}")
def report(look: Look) -> Iterator[Leak]:
    name = look.chance.choice((*REPORTS, "As"))
    form = look.chance.choice(("json", "csv", "text", "As"))  # Parquet has the same, not as text
    player = look.chance.choice(("", "", "&player=ann"))
    yield from none_in(look.get(f"/v1/reports/{name}?format={form}{player}").whole)


@outlet("GET", "/v1/checkpoints/consistency")
def consistency(look: Look) -> Iterator[Leak]:
    yield from none_in(look.get("/v1/checkpoints/consistency?old=1").whole)


@outlet("GET", "/v1/proofs/rounds/{round}")
def proof_of_round(look: Look) -> Iterator[Leak]:
    of = look.chance.choice(("round", "deck", "clock", "As"))
    about = look.moment.some_round()
    yield from none_in(look.get(f"/v1/proofs/rounds/{about.id}?of={of}&version=1").whole)


@outlet("GET", "/v1/proofs/streams")
def proof_of_stream(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    stream = look.chance.choice((f"round/{about.id}", "wallet/issue", "As/As"))
    yield from none_in(look.get(f"/v1/proofs/streams?stream={stream}").whole)


@outlet("HEAD", "/openapi.json")
def head_of_document(look: Look) -> Iterator[Leak]:
    yield from none_in(look.send("HEAD", "/openapi.json").whole)


@outlet(FILES, "/docs/files")
def files(look: Look) -> Iterator[Leak]:
    yield from unchanged(look, "files", look.get("/docs/files/swagger-ui.css"))


@outlet("GET", "/v1/rounds/{round}")
def view(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    yield from body_of(look.get(f"/v1/rounds/{about.id}"), about.open_to(look.viewer))


@outlet("GET", "/v1/rounds/{round}/legal")
def legal(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    own: Collection[str] = about.hands().get(about.seat_of(look.viewer) or "", ())
    if about.game == "shengji" and own:
        own = about.open_to(look.viewer)  # a hand that was dealt is played, won and given away
    yield from body_of(look.get(f"/v1/rounds/{about.id}/legal"), own)


@outlet("GET", "/v1/rounds/{round}/tricks")
def tricks(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    yield from body_of(look.get(f"/v1/rounds/{about.id}/tricks"), about.open_to(NOBODY))


@outlet("GET", "/v1/rounds/{round}/contest")
def contest(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    yield from body_of(look.get(f"/v1/rounds/{about.id}/contest"), about.open_to(NOBODY))


@outlet("GET", "/v1/rounds/{round}/proofs")
def proofs(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    told = look.get(f"/v1/rounds/{about.id}/proofs")
    if told.status != OK:
        yield from none_in(told.whole)
        return
    answer, seat = json.loads(told.body), about.seat_of(look.viewer)
    for one in answer.pop("proofs"):
        allowed = about.secrets.open_to(seat, about.version, one["stage"])
        yield from beyond(one.pop("card"), allowed)
        yield from none_in(json.dumps(one))
    yield from none_in(told.head)
    yield from none_in(json.dumps(answer))


@outlet("GET", "/v1/rounds/{round}/history")
def history(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    after = look.chance.choice(("", "?after=0", f"?after={about.version - 1}", "?after=As", "?=As"))
    told = look.get(f"/v1/rounds/{about.id}/history{after}")
    if told.status != OK:
        yield from none_in(told.whole)
        return
    answer = json.loads(told.body)
    yield from none_in(told.head)
    yield from facts_in(answer.pop("facts"), look)
    yield from none_in(json.dumps(answer))


@outlet("GET", "/v1/rounds/{round}/replay")
def replay(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    form = look.chance.choice(("form=json", "form=text", "form=As"))
    at = look.chance.choice(("", f"&at={look.chance.randint(1, about.version + 1)}"))
    reveal = look.chance.choice(("", "", "&reveal=true"))  # which nobody was granted here
    told = look.get(f"/v1/rounds/{about.id}/replay?{form}{at}{reveal}")
    if told.status != OK:
        yield from none_in(told.whole)
        return
    seat = about.seat_of(look.viewer)
    yield from none_in(told.head)
    if form == "form=text":
        yield from in_text(told.body, seat, about.secrets)
    else:
        yield from in_json(json.loads(told.body), seat, about.secrets)


@outlet("GET", "/v1/rounds/{round}/bundle")
def bundle(look: Look) -> Iterator[Leak]:
    """What a bundle has in clear, or opens; tests/bundle looks at what it has encrypted."""
    about = look.moment.some_round()
    reveal = look.chance.choice(("", "", "?reveal=true"))  # which nobody was granted here
    told = look.get(f"/v1/rounds/{about.id}/bundle{reveal}")
    if told.status != OK:
        yield from none_in(told.whole)
        return
    yield from none_in(told.head)
    bundled, seat = json.loads(told.body), about.seat_of(look.viewer)
    assert {one["audience"] for one in bundled["keys"]} <= {seat}
    yield from in_text(bundled["report"], seat, about.secrets)
    opened = " ".join(one["card"] for one in bundled["openings"])
    yield from beyond(opened, about.secrets.ever(seat))
    for stream in bundled["streams"]:
        for row in stream["rows"]:
            body = json.loads(b64decode(row["body"]))
            clear = json.dumps({**body, "sealed": []})
            yield from beyond(clear, about.secrets.ever(PUBLIC))


@outlet("GET", "/v1/matches/{match}/replay")
def replay_of_match(look: Look) -> Iterator[Leak]:
    form = look.chance.choice(("json", "text", "As"))
    yield from none_in(look.get(f"/v1/matches/{MATCH}/replay?form={form}").whole)


@outlet(NO_ROUTE, "an unknown page")
def no_page(look: Look) -> Iterator[Leak]:
    hand = look.moment.newest.hands().get("p1", ("As",))
    path = look.chance.choice((f"/{hand[0]}", f"/v1/rounds/{hand[0]}", f"/v1/me?{hand[0]}"))
    method = look.chance.choice(("GET", "DELETE", "PATCH"))
    yield from none_in(look.send(method, path).whole)
