"""What was changed in the database behind the service tells nobody a card, and no log either."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed

from api.service import telling
from domain.log.streams import round_stream
from domain.sizhidao import events
from tests.leaks import asking, outlets
from tests.leaks.evening import TABLE, Evening
from tests.leaks.inside import Inside, listening, until
from tests.leaks.live import following, head_of, read
from tests.leaks.looking import OUTLETS, SOCKET, Look, Moment, Round, facts_in, none_in, viewers
from tests.leaks.match import MATCH, begun
from tests.leaks.test_guessing import BET, DEAL
from tests.support.leaks import Leak
from tests.support.tamper import Json, Row, open_file, rehashed, rewritten, tampered

__all__ = ["asking", "outlets"]

SPLIT = "p2 split 8h Jc | Qs Qd"
OPEN_HAND = ["Qs", "Qd", "8h", "Jc"]
LIVE = {
    "sizhidao": f"/tables/{TABLE}/live?after=0",
    "shengji": f"/matches/{MATCH}/live?after=0",
}
STEPS = 40
"""Those of the round of a match that is changed then."""
Change = Callable[[list[Row]], Iterable[Row]]
How = Callable[[Path, str, Change], None]


BEAT_SECONDS = 0.2
"""How long nothing comes when all was told."""


@pytest.fixture(autouse=True)
def beating(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "HEARTBEAT_SECONDS", BEAT_SECONDS)


class Frozen(Moment):
    """A moment at which rounds are what they were before they were tampered with."""

    def round(self, round_id: str) -> Round:
        return next((one for key, one in self._known.items() if key[0] == round_id), None) or (
            super().round(round_id)
        )

    def turn(self, _: str) -> str | None:
        return "0.splitting"


def dealt(rows: list[Row]) -> int:
    """The place of the row that deals to p2."""
    return next(
        place
        for place, row in enumerate(rows)
        if row.topic.endswith(".CardsDealt.1") and row.event["seat"] == "p2"
    )


def _one(rows: list[Row], change: Callable[[Row], Row]) -> list[Row]:
    place = dealt(rows)
    return [*rows[:place], change(rows[place]), *rows[place + 1 :]]


def _spoilt(row: Row) -> Row:
    """The row with every sealed part changed in its last signs."""
    body = row.body

    def changed(part: object) -> object:
        match part:
            case dict():
                return {name: changed(one) for name, one in part.items()}
            case list():
                return [changed(one) for one in part]
            case str() if len(part) > 60:
                return part[:-8] + "AAAAAAAA"
            case _:
                return part

    event, envelope = body.pop("event"), body.pop("envelope")
    spoilt: Json = {"envelope": envelope, "event": event}
    return row.with_body({**spoilt, **{name: changed(one) for name, one in body.items()}})


def garbled(rows: list[Row]) -> list[Row]:
    return _one(rows, _spoilt)


def opened(rows: list[Row]) -> list[Row]:
    """Cards stand in the row as they are."""
    return _one(rows, lambda row: row.with_event(cards=OPEN_HAND))


def torn(rows: list[Row]) -> list[Row]:
    return _one(rows, lambda row: row.with_content(row.state[64:-40]))


def unknown(rows: list[Row]) -> list[Row]:
    return _one(rows, lambda row: row._replace(topic="sizhidao.CardsDealt.9"))


def dropped(rows: list[Row]) -> list[Row]:
    place = dealt(rows)
    return [*rows[:place], *rows[place + 1 :]]


def exchanged(rows: list[Row]) -> list[Row]:
    """What is sealed for p2 stands in the place of what is sealed for the one after."""
    place = dealt(rows)
    first, second = rows[place], rows[place + 1]
    return [
        *rows[:place],
        first.with_content(second.state[64:]),
        second.with_content(first.state[64:]),
        *rows[place + 2 :],
    ]


TAMPERED: list[tuple[Change, How]] = [
    *((change, tampered) for change in (garbled, opened, torn, unknown, dropped, exchanged)),
    *((change, rewritten) for change in (garbled, opened, unknown, exchanged)),
]
KEYS_CHANGED = (
    "DELETE FROM data_keys",
    "DELETE FROM data_keys WHERE audience = 'p2'",
    "DELETE FROM data_keys WHERE audience = 'house'",
    "UPDATE data_keys SET wrapped = zeroblob(60)",
    "UPDATE data_keys SET master = 'other'",
)


def at_table(served: Inside) -> Frozen:
    """A round at a table, in which one has split."""
    evening = Evening(served, 1)
    evening.open()
    evening.say(evening.start(), *DEAL, *BET, SPLIT)
    moment = Frozen(evening, Random(1))
    assert isinstance(moment.running.facts[-1], events.HandSplit)
    return moment


def in_match(served: Inside) -> Frozen:
    """A round of a match, under way."""
    moment = Frozen(begun(served, STEPS), Random(1))
    assert moment.newest.game == "shengji"
    return moment


@pytest.fixture
def moment(stored: Inside) -> Frozen:
    return at_table(stored)


def looked_at(moment: Moment) -> Iterator[Leak]:
    """Look at every way out as everybody."""
    for viewer, (key, outlet) in product(viewers(), OUTLETS.items()):
        if key[0] != SOCKET and not key[1].endswith("/events"):
            yield from outlet(Look(moment, viewer))
    for viewer in viewers()[:-1]:
        yield from heard(Look(moment, viewer))


def heard(look: Look) -> Iterator[Leak]:
    """Follow the table or the match from the beginning until all is told or it is closed."""
    served = look.moment.served
    with following(served.port, look.viewer.bearer, LIVE[look.moment.newest.game]) as socket:
        yield from none_in(f"{head_of(socket)}\n{read(socket)}")
        try:
            while (message := read(socket))["type"] != "heartbeat":
                yield from facts_in([message], look)
        except ConnectionClosed as closed:
            yield from none_in(str(closed))


@pytest.mark.parametrize("begin", [at_table, in_match])
@pytest.mark.parametrize("tampering", TAMPERED)
def test_a_tampered_round_tells_nobody_a_card(
    tampering: tuple[Change, How],
    begin: Callable[[Inside], Frozen],
    stored: Inside,
    path: Path,
    capfd: pytest.CaptureFixture[str],
) -> None:
    change, how = tampering
    moment = begin(stored)
    about = moment.newest.id
    with listening() as logged:
        how(path, round_stream(about), change)
        told = stored.fetch("GET", f"/v1/rounds/{about}", moment.evening.office)
        assert told.status == 500, told
        assert list(looked_at(moment)) == []
    assert list(none_in(logged.getvalue() + "".join(capfd.readouterr()))) == []


@pytest.mark.parametrize("statement", KEYS_CHANGED)
def test_lost_keys_tell_nobody_a_card(
    statement: str, moment: Frozen, path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    keys = moment.served.log.keys
    assert keys is not None
    with listening() as logged:
        with closing(open_file(path)) as connection:
            connection.execute(statement)
        keys.forget(round_stream(moment.running.id))
        assert list(looked_at(moment)) == []
    assert list(none_in(logged.getvalue() + "".join(capfd.readouterr()))) == []


def test_a_row_that_somebody_puts_in_tells_nobody_a_card(
    moment: Frozen, path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def forged(rows: list[Row]) -> list[Row]:
        last = rows[dealt(rows)].with_event(cards=OPEN_HAND)
        more = last._replace(version=rows[-1].version + 1, position=None)
        return rehashed(stream, [*rows, more])

    stream = round_stream(moment.running.id)
    with listening() as logged:
        tampered(path, stream, forged)
        until(lambda: "cannot be told (" in logged.getvalue())
        assert list(looked_at(moment)) == []
    assert list(none_in(logged.getvalue() + "".join(capfd.readouterr()))) == []
