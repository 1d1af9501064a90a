"""What a player recalls of a round: its steps, and what was seen after each (Z10, S9)."""

import json
from collections.abc import Iterator

from tests.leaks.evening import OK
from tests.leaks.looking import Look, beyond, none_in, outlet
from tests.support.leaks import Leak, in_text


@outlet("GET", "/v1/me/rounds/{round}/recall")
def recall(look: Look) -> Iterator[Leak]:
    about = look.moment.some_round()
    form = look.chance.choice(("form=json", "form=text", "form=As"))
    until = look.chance.choice((None, look.chance.randint(1, about.version + 1)))
    at = "" if until is None else f"&at={until}"
    told = look.get(f"/v1/me/rounds/{about.id}/recall?{form}{at}")
    if told.status != OK:
        yield from none_in(told.whole)
        return
    seat = about.seat_of(look.viewer)
    assert seat is not None, "it was told to somebody who was not dealt in"
    yield from none_in(told.head)
    if form == "form=text":
        yield from in_text(told.body, seat, about.secrets)
        return
    answer = json.loads(told.body)
    seen, last = answer.pop("view"), until or about.version
    yield from beyond(json.dumps(seen), about.secrets.open_to(seat, last, about.stage_at(last)))
    for step in answer.pop("steps"):
        version = step["version"]
        allowed = about.secrets.open_to(seat, version, about.stage_at(version))
        yield from beyond(json.dumps(step), allowed)
    yield from none_in(json.dumps(answer))
