"""The bytes of the chain, pinned: whoever changes them can no longer verify what is stored."""

from hashlib import sha256

from domain.log.chain import HEADER, ORIGIN, TAG, event_hash
from domain.log.store import Log
from tests.log.given import asked, bet, checked, write

BODY = b'{"envelope":{},"event":{}}'
ONE = "727ef8cec4527faca1baf151fefdff902813fd5dd096536fa3a7368058a8f554"
TWO = "f7790518febaa6eabd79ffd31d50eff426bf34d2e3e210eb7147642b3be38059"
FIRST = (
    b'{"envelope":{"recorded_at":"2026-01-02T03:04:05.678901Z","actor":"ann","origin":"player",'
    b'"command_id":"1","command":{"type":"sizhidao.Bet.1","seat":"p1","points":50}},'
    b'"event":{"type":"sizhidao.BetMade.1","seat":"p1","points":50,"all_in":false}}'
)
SECOND = (
    b'{"envelope":{"recorded_at":"2026-01-02T03:04:05.678901Z","actor":"ann","origin":"player",'
    b'"command_id":"1"},"event":{"type":"sizhidao.Checked.1","seat":"p1"}}'
)
HEADS = (
    "5d33c9284cb6448380c87d27d1a5b775cc9e49e414ebd1bca852ed3b3c6f4fd1",
    "b3e34f921230272fc693d9de6d7031abe58ee49b211ea55fe6d428c7fd5c6a8d",
)


def test_the_hash_of_a_first_event() -> None:
    assert event_hash("round/1", 1, "game.Thing.1", ORIGIN, BODY).hex() == ONE


def test_the_hash_of_a_later_event_in_a_stream_named_in_chinese() -> None:
    previous = bytes(range(32))

    assert event_hash("wallet/甲", 2**40, "game.Thing.2", previous, b"").hex() == TWO


def test_the_formula_spelt_out() -> None:
    spelt = (
        b"paipu.event.1\0"
        b"\0\0\0\x07round/1"
        b"\0\0\0\0\0\0\0\x01"
        b"\0\0\0\x0cgame.Thing.1" + bytes(32) + b"\0\0\0\x1a" + BODY
    )

    assert spelt.startswith(TAG)
    assert sha256(spelt).hexdigest() == ONE


def test_every_field_is_in_the_hash_and_none_runs_into_another() -> None:
    hashes = [
        event_hash("round/1", 1, "game.Thing.1", ORIGIN, BODY),
        event_hash("round/11", 1, "game.Thing.1", ORIGIN, BODY),
        event_hash("round/1", 2, "game.Thing.1", ORIGIN, BODY),
        event_hash("round/1", 1, "game.Thing.2", ORIGIN, BODY),
        event_hash("round/1", 1, "game.Thing.1", bytes(31) + b"\x01", BODY),
        event_hash("round/1", 1, "game.Thing.1", ORIGIN, BODY + b" "),
        event_hash("round/1g", 1, "ame.Thing.1", ORIGIN, BODY),
        event_hash("round/", 1, "1game.Thing.1", ORIGIN, BODY),
    ]

    assert len(set(hashes)) == len(hashes)


def test_the_stored_bytes_of_a_decision(log: Log) -> None:
    log.append([write("round/1", 0, bet(), checked())], asked("1"))

    first, second = log.read_stored("round/1")

    assert first.state == ORIGIN + bytes.fromhex(HEADS[0]) + FIRST
    assert second.state == bytes.fromhex(HEADS[0] + HEADS[1]) + SECOND
    assert (HEADER, first.topic, second.topic) == (64, "sizhidao.BetMade.1", "sizhidao.Checked.1")
