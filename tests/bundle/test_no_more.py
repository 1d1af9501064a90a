"""A bundle opens what its viewer may see and nothing else, however long somebody tries."""

import json
import re
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from domain.cards.card import PACK
from domain.cards.packs import FOUR_PACKS
from domain.fairness.committed import Where, leaf_of
from domain.fairness.tree import leaf_hash
from domain.flow.openings import cut_decks
from domain.kernel.seats import Seat
from domain.log.keys import DataKey
from domain.log.sealing import Place, _context
from domain.log.store import Log, open_log
from domain.sizhidao.events import CardsDealt
from replay.bundle.form import Bundle, written
from replay.bundle.make import Order, bundle_of
from replay.words import EVERYTHING, Viewer
from tests.bundle.conftest import Bundled
from tests.support.keys import KEYS
from tests.support.leaks import CARD, Secrets
from tests.support.logs import store, ticking, url
from tests.support.shengji_leaks import ShengjiSecrets
from tests.support.tables import migrate

CASES: list[tuple[str, Viewer]] = [
    (round_id, viewer)
    for round_id in ("t1", "t2", "t4", "t5", "m1", "m2")
    for viewer in (None, Seat("p1"), Seat("p2"), Seat("p3"))
]


def bodies(bundle: Bundle) -> Iterator[tuple[str, int, Any]]:
    """Yield stream, version and body of every row."""
    for stream in bundle.streams:
        for row in stream.rows:
            yield stream.stream, row.version, json.loads(row.body)


@pytest.mark.parametrize(("round_id", "viewer"), CASES)
def test_its_keys_open_the_viewers_sealed_parts_and_no_others(
    bundled: Bundled, round_id: str, viewer: Viewer
) -> None:
    bundle = bundled(round_id, viewer)
    opened, closed = 0, 0
    for stream, version, body in bodies(bundle):
        for part in body.get("sealed", ()):
            name = (body["envelope"]["command"] if part["part"] == "command" else body["event"])[
                "type"
            ]
            context = _context(Place(stream, version), part["part"], part["audience"], name)
            keys = [DataKey(key.key).open(b64decode(part["box"]), context) for key in bundle.keys]
            opens = any(one is not None for one in keys)
            assert opens == (part["audience"] == viewer and stream == f"round/{round_id}")
            opened, closed = opened + opens, closed + (not opens)
    assert closed > 0
    assert (opened > 0) == (viewer is not None)


@pytest.mark.parametrize(("round_id", "viewer"), CASES)
def test_no_card_is_told_that_the_viewer_may_not_know(
    log: Log, bundled: Bundled, round_id: str, viewer: Viewer
) -> None:
    facts = [one.event for one in log.read(f"round/{round_id}")]
    secrets = Secrets(facts) if round_id.startswith("t") else ShengjiSecrets(facts)
    bundle = bundled(round_id, viewer)
    clear = [json.dumps({**body, "sealed": []}) for _, _, body in bodies(bundle)]
    told = "\n".join((bundle.report, *clear, *(one.card for one in bundle.openings)))
    assert set(CARD.findall(told)) <= secrets.ever(viewer)


def digests(bundle: Bundle) -> frozenset[bytes]:
    """Every 32 bytes that stand in a bundle by themselves, also as hex."""
    found = set[bytes]()
    for text in (written(bundle), *(row.body for one in bundle.streams for row in one.rows)):
        words = re.findall(rb'"([0-9A-Za-z+/]{43}=)"', text)
        found |= {b64decode(word) for word in words}
        found |= {bytes.fromhex(word.decode()) for word in re.findall(rb"[0-9a-f]{64}", text)}
    return frozenset(found)


@pytest.mark.parametrize(("round_id", "viewer"), [*CASES[:16], ("m2", Seat("p1"))])
def test_no_card_fits_a_leaf_that_is_not_opened(
    log: Log, bundled: Bundled, round_id: str, viewer: Viewer
) -> None:
    """All cards at all places, with every salt that the bundle has, and with none."""
    bundle, decks = (
        bundled(round_id, viewer),
        cut_decks(one.event for one in log.read(f"deck/{round_id}")),
    )
    told = digests(bundle)
    salts = {bytes(32), b"", *(one.salt for one in bundle.openings[:8])}
    own = {(one.stage, one.index) for one in bundle.openings}
    faces = {*PACK} if round_id.startswith("t") else {*FOUR_PACKS}
    for deck in decks:
        where = Where(round_id, deck.deck.stage)
        for index in range(deck.deck.cards):
            for card in faces:
                for salt in salts:
                    fits = leaf_of(where, index, card, salt) in told
                    assert not fits or (where.stage, index) in own
    assert bytes.fromhex(*decks[0].deck.secret) not in told


def test_no_hand_fits_a_commitment_a_hash_or_what_was_asked(log: Log, bundled: Bundled) -> None:
    """All hands in the order of the pack, among them one that is dealt so, and the right ones."""
    bundle = bundled("t1", Seat("p3"))
    facts = [one.event for one in log.read("round/t1")]
    hands = [fact.cards for fact in facts if isinstance(fact, CardsDealt)]
    assert len(hands) == 3
    told, salts = digests(bundle), [b"", bytes(32)]
    others = [hand for hand in combinations(PACK, 4) if hand[0] == PACK[0]]
    for hand in (*hands, *others):
        plain = json.dumps({"cards": hand}, separators=(",", ":")).encode()
        for salt in salts:
            assert sha256(b"paipu.commitment.1\0" + salt + plain).digest() not in told
            assert leaf_hash(salt + plain) not in told
        for seat in ("p1", "p2"):
            command = json.dumps(
                {"type": "sizhidao.Deal.1", "seat": seat, "cards": hand}, separators=(",", ":")
            ).encode()
            framed = b"\0\0\0\x08round/t1" + len(command).to_bytes(4, "big") + command
            assert sha256(b"paipu.input.1\0" + framed).digest() not in told


HANDS = ("3s 9h Kd 7c", "4s Th 2d Qc")
MINE = "5s Jh Ad 8c"


def house(path: Path, others: tuple[str, str]) -> Log:
    """A log with one round, in which p2 and p3 are dealt these and fold."""
    migrate(url(path))
    log = open_log(url(path), now=ticking(), keys=KEYS)
    second, third = others
    actions = (f"deal p2 {second}", f"deal p3 {third}", f"deal p1 {MINE}", "p1 bet 50")
    store(log, "r", (*actions, "p2 call", "p3 fold", "p1 split 5s Ad | Jh 8c"))
    return log


def shape(bundle: Bundle) -> object:
    """A bundle without what is chance: what is encrypted, hashes, keys."""
    plain = json.loads(written(bundle))
    for stream in plain["streams"]:
        for row in stream["rows"]:
            body = json.loads(b64decode(row.pop("body")))
            for part in body.get("sealed", ()):
                part["box"], part["commitment"] = len(part["box"]), len(part["commitment"])
            row["body"], row["hash"], row["previous"] = body, len(row["hash"]), len(row["previous"])
            if row["name"] == "log.CommandAccepted.1":
                body["event"]["input"] = len(body["event"]["input"])
                for result in body["event"]["results"]:
                    result["hash"] = len(result["hash"])
    for key in plain["keys"]:
        key["key"] = len(key["key"])
    return plain


@pytest.mark.parametrize("viewer", [None, Seat("p1"), EVERYTHING])
def test_houses_that_differ_in_hidden_cards_give_bundles_that_do_not(
    tmp_path: Path, viewer: Viewer
) -> None:
    shapes = []
    for number, others in enumerate((HANDS, (HANDS[1], HANDS[0]), ("6s 6h 6d 6c", HANDS[0]))):
        with house(tmp_path / f"{number}.db", others) as log:
            shapes.append(shape(bundle_of(log, Order("r", viewer), None)))
    if viewer == EVERYTHING:  # which shows that they are compared at all
        assert shapes[0] != shapes[1]
    else:
        assert shapes[0] == shapes[1] == shapes[2]
