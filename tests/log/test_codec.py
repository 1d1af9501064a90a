"""Names and bytes: what the codec takes, and how old names stay readable."""

from datetime import UTC, datetime

import pytest

from domain.kernel.decider import Command, Event, Origin, name_of
from domain.log.catalogue import CATALOGUE, Catalogue
from domain.log.codec import CODEC, Codec
from domain.log.envelope import Envelope
from domain.log.errors import BrokenSealError, UnreadableEventError
from domain.log.keys import HeldKeys
from domain.log.upcast import Fields, Step, Upcasters
from tests.log.given import bet, checked


class Moved(Event, frozen=True, kw_only=True, tag="test.Moved.3"):
    place: str
    points: int


class Move(Command, frozen=True, kw_only=True, tag="test.Move.2"):
    place: str


class Other(Event, frozen=True, kw_only=True, tag="test.Other.1"):
    pass


class Twin(Command, frozen=True, kw_only=True, tag="test.Other.1"):
    pass


class Nameless(Event, frozen=True, kw_only=True):
    pass


def placed(old: Fields) -> Fields:
    return {"place": old["seat"], "amount": old.get("amount", 0)}


def counted(old: Fields) -> Fields:
    return {"place": old["place"], "points": old["amount"]}


STEPS = {
    "test.Moved.1": Step("test.Moved.2", placed),
    "test.Moved.2": Step("test.Moved.3", counted),
    "test.Move.1": Step("test.Move.2", lambda old: {"place": old["seat"]}),
}
TESTED = Codec(Catalogue([Moved, Other], [Move]), Upcasters(STEPS))
ENVELOPE: Envelope[Command] = Envelope(
    recorded_at=datetime(2026, 1, 2, tzinfo=UTC), actor="a", origin=Origin.CLOCK, command_id="1"
)
HEAD = b'{"envelope":{"recorded_at":"2026-01-02T00:00:00Z","actor":"a","origin":"clock",'
PLAIN = HEAD + b'"command_id":"1"},"event":'


def decoded(topic: str, content: bytes) -> Event:
    return TESTED.decode("test/1", 1, topic, content).event


def test_the_same_value_has_the_same_bytes() -> None:
    topic, body = CODEC.encode("round/1", 1, ENVELOPE, bet())

    assert topic == "sizhidao.BetMade.1"
    assert body == PLAIN + (
        b'{"type":"sizhidao.BetMade.1","seat":"p1","points":50,"all_in":false}}'
    )
    assert CODEC.decode("round/1", 1, topic, body).event == bet()


def test_an_old_event_is_read_under_its_newest_name() -> None:
    first = PLAIN + b'{"type":"test.Moved.1","seat":"p1"}}'
    second = PLAIN + b'{"type":"test.Moved.2","place":"p2","amount":7}}'
    third = PLAIN + b'{"type":"test.Moved.3","place":"p3","points":9}}'

    assert decoded("test.Moved.1", first) == Moved(place="p1", points=0)
    assert decoded("test.Moved.2", second) == Moved(place="p2", points=7)
    assert decoded("test.Moved.3", third) == Moved(place="p3", points=9)


@pytest.mark.parametrize("event", [b'"test.Moved.1","seat":"p1"', b'"test.Other.1"'])
def test_an_old_command_is_read_beside_an_old_or_a_current_event(event: bytes) -> None:
    command = b'"command_id":"1","command":{"type":"test.Move.1","seat":"p9"}},'
    content = HEAD + command + b'"event":{"type":' + event + b"}}"
    topic = event.split(b'"')[1].decode()

    assert TESTED.decode("test/1", 1, topic, content).envelope.command == Move(place="p9")


@pytest.mark.parametrize(
    ("topic", "event"),
    [
        ("test.Moved.3", b'{"type":"test.Other.1"}'),
        ("test.Other.1", b'{"type":"test.Moved.3","place":"p3","points":9}'),
        ("test.Moved.1", b'{"type":"test.Moved.3","place":"p3","points":9}'),
        ("test.Moved.3", b'{"type":"test.Moved.1","seat":"p1"}'),
        ("test.Moved.2", b'{"type":"test.Moved.1","seat":"p1"}'),
        ("test.Moved.1", b'{"type":"test.Moved.1"}'),
        ("test.Moved.1", b'{"type":"test.Moved.1","seat":1}'),
        ("test.Moved.1", b'{"seat":"p1"}'),
        ("test.Other.1", b"{}"),
        ("test.Other.1", b'{"type":7}'),
    ],
)
def test_a_name_outside_that_is_not_the_one_inside(topic: str, event: bytes) -> None:
    with pytest.raises(UnreadableEventError, match="do not fit its name") as error:
        decoded(topic, PLAIN + event + b"}")
    assert (error.value.stream, error.value.version) == ("test/1", 1)
    assert error.value.__context__ is None


@pytest.mark.parametrize("topic", ["test.Gone.1", "", "test.Move.2", "test.Moved.4"])
def test_an_unknown_name(topic: str) -> None:
    with pytest.raises(UnreadableEventError, match="name is unknown"):
        decoded(topic, PLAIN + b'{"type":"test.Other.1"}}')


@pytest.mark.parametrize(
    ("events", "commands"),
    [([Moved, Moved], []), ([Other], [Twin]), ([Nameless], [])],
)
def test_a_name_is_given_once_and_well_formed(
    events: list[type[Event]], commands: list[type[Command]]
) -> None:
    with pytest.raises(ValueError, match="stored name"):
        Catalogue(events, commands)


def test_upcasters_lead_forward_only() -> None:
    with pytest.raises(ValueError, match="lead back"):
        Upcasters({"test.A.1": Step("test.B.1", placed), "test.B.1": Step("test.A.1", placed)})
    with pytest.raises(ValueError, match="both current and upcast"):
        Codec(Catalogue([Other], [Move]), Upcasters({"test.Other.1": Step("test.A.2", placed)}))


def test_the_catalogue_knows_every_name_and_type() -> None:
    assert CATALOGUE.events["sizhidao.Checked.1"] is type(checked())
    assert CATALOGUE.names[type(checked())] == "sizhidao.Checked.1"
    assert "log.CommandAccepted.1" in CATALOGUE.events
    assert all(name_of(kind) == name for name, kind in CATALOGUE.commands.items())
    assert not CATALOGUE.events.keys() & CATALOGUE.commands.keys()


class Given(Event, frozen=True, kw_only=True, tag="test.Given.1"):
    seat: str
    cards: tuple[str, ...]


class Taken(Event, frozen=True, kw_only=True, tag="test.Given.2"):
    seat: str
    cards: tuple[str, ...]
    place: str


def test_what_an_old_name_seals_is_opened_before_it_is_upcast() -> None:
    keys = HeldKeys({("test/1", "p1"): bytes(32)})
    given = Given(seat="p1", cards=("As", "Kd"))
    old = Codec(Catalogue([Given], [Move], {Given: ("cards",)})).with_keys(keys)
    steps = {"test.Given.1": Step("test.Given.2", lambda fields: {**fields, "place": "x"})}
    new = Codec(Catalogue([Taken], [Move], {Taken: ("cards",)}), Upcasters(steps))
    topic, content = old.encode("test/1", 1, ENVELOPE, given)

    opened = new.with_keys(keys).decode("test/1", 1, topic, content)
    assert (opened.event, opened.sealed) == (Taken(seat="p1", cards=given.cards, place="x"), ())
    closed = new.decode("test/1", 1, topic, content)
    assert closed.event == Taken(seat="p1", cards=("??", "??"), place="x")
    assert [one.audience for one in closed.sealed] == ["p1"]
    with pytest.raises(BrokenSealError):
        new.with_keys(keys).decode("test/1", 2, topic, content)
    for wrong in (
        content.replace(b'"??","??"', b'"??","As"'),
        content.replace(b'"seat":"p1"', b'"seat":"p2"'),
        content[: content.index(b',"sealed"')] + b"}",
    ):
        assert wrong != content
        with pytest.raises(UnreadableEventError):
            new.decode("test/1", 1, topic, wrong)
