"""Whoever has some keys reads exactly what it may see, and the public account without any."""

from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.log.codec import CODEC
from domain.log.envelope import Recorded
from domain.log.examine import examine
from domain.log.store import Log
from domain.sizhidao.visibility import HIDDEN_FROM_OTHERS, Viewer, seen_by

ROUNDS = ("short", "voided", "open", "tied")


def as_seen(recorded: Recorded, viewer: Viewer) -> Recorded:
    """What the rules of visibility leave of an event, without what could not be opened."""
    command = recorded.envelope.command
    envelope = replace(recorded.envelope, command=command and seen_by(viewer, command))
    return replace(recorded, envelope=envelope, event=seen_by(viewer, recorded.event), sealed=())


def test_a_viewers_keys_open_exactly_what_the_viewer_may_see(log: Log) -> None:
    assert log.keys is not None
    for round_id in ROUNDS:
        stream = f"round/{round_id}"
        rows, whole = log.read_stored(stream), log.read(stream)
        assert not any(one.closed for one in whole)
        for seat in (Seat("p1"), Seat("p2"), Seat("p3")):
            codec = CODEC.with_keys(log.keys.only(stream, seat))
            recorded, fault = examine(rows, codec)
            assert fault is None
            for seen, real in zip(recorded, whole, strict=True):
                assert replace(seen, sealed=()) == as_seen(real, seat)
                own = getattr(real.event, "seat", seat) == seat
                hides = type(real.event) in HIDDEN_FROM_OTHERS
                assert seen.closed == (hides and not own)


def test_without_keys_everything_public_is_read(log: Log) -> None:
    for round_id in ROUNDS:
        rows, whole = log.read_stored(f"round/{round_id}"), log.read(f"round/{round_id}")
        recorded, fault = examine(rows)
        assert fault is None
        assert [replace(one, sealed=()) for one in recorded] == [
            as_seen(one, None) for one in whole
        ]
        assert sum(one.closed for one in recorded) >= 3


def test_keys_of_another_round_or_of_the_house_open_nothing(log: Log) -> None:
    assert log.keys is not None
    rows = log.read_stored("round/open")
    for stream, audience in (("round/voided", "p1"), ("round/open", "house")):
        held = log.keys.only(stream, audience)
        assert held.of(stream, audience) is not None
        assert examine(rows, CODEC.with_keys(held)) == examine(rows)


def test_what_is_not_there_is_not_handed_out(log: Log) -> None:
    assert log.keys is not None
    assert log.keys.only("round/open", "p9").of("round/open", "p9") is None
    assert repr(log.keys.only("round/none", "p1")) == "HeldKeys()"
