"""Nothing that is stored in clear gives a card away, however long somebody tries.

The attacker has the file and its journal, and knows everything but the keys: names, seats, times,
forms, tags. It tries all hands, in the order of the pack, and so the hands here are dealt.
"""

import json
import re
from base64 import b64decode
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import pytest

from domain.cards.card import PACK
from domain.kernel.seats import Seat
from domain.log import chain
from domain.log.accepted import input_of
from domain.log.framing import framed, framed_text
from domain.log.store import Log, open_log
from domain.sizhidao import commands
from tests.sealing.conftest import HIDDEN_ROUNDS
from tests.support.keys import KEYS
from tests.support.leaks import CARD
from tests.support.logs import store, ticking, url
from tests.support.tables import migrate

HAND = ("3s", "9h", "Kd", "7c")
OTHER = ("4s", "Th", "2d", "Qc")
THIRD = ("5s", "Jh", "Ad", "8c")
ACTIONS = (
    f"deal p2 {' '.join(HAND)}",
    f"deal p3 {' '.join(OTHER)}",
    f"deal p1 {' '.join(THIRD)}",
    "p1 bet 50",
    "p2 call",
    "p3 call",
    "p2 split 3s Kd | 9h 7c",
)
"""After the deal and one split; p2's cards are sealed in a deal and a split, each a command too."""

COMMITMENT = b"paipu.commitment.1\0"
INPUT = b"paipu.input.1\0"
Attack = Callable[[bytes], Iterator[bytes]]


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Log]]:
    """A log while it is open, so that its journal is there too."""
    path = tmp_path_factory.mktemp("attacked") / "log.db"
    migrate(url(path))
    with open_log(url(path), now=ticking(), keys=KEYS) as log:
        store(log, "r", ACTIONS)
        yield path, log


def everything(path: Path) -> bytes:
    """All bytes in the file and its companions."""
    files = sorted(path.parent.glob(f"{path.name}*"))
    assert f"{path.name}-wal" in [file.name for file in files]
    return b"".join(file.read_bytes() for file in files)


def digests(content: bytes) -> frozenset[bytes]:
    """Every 32 bytes in a row, also those written as hex or in Base64."""
    found = {content[place : place + 32] for place in range(len(content) - 31)}
    found |= {bytes.fromhex(word.decode()) for word in re.findall(rb"[0-9a-f]{64}", content)}
    for word in re.findall(rb"[0-9A-Za-z+/]{40,}={0,2}", content):
        whole = b64decode(word[: len(word) // 4 * 4])
        found |= {whole[place : place + 32] for place in range(len(whole) - 31)}
    return frozenset(found)


def clear_bodies(log: Log, version: int) -> tuple[bytes, Callable[[bytes], bytes]]:
    """What precedes a body in its hash, and the body as it would be with these cards in clear."""
    row = log.read_stored("round/r")[version - 1]
    body = json.loads(row.state[chain.HEADER :])
    assert len(body.pop("sealed")) == 2
    text = json.dumps(body, separators=(",", ":")).encode()
    hidden = b'["??","??","??","??"]'
    assert text.count(hidden) == 2
    before = b"".join(
        (
            chain.prefix_of("round/r"),
            version.to_bytes(8, "big"),
            framed_text(row.topic),
            row.state[:32],
        )
    )
    return before, lambda cards: text.replace(hidden, cards)


def attacks_on_a_deal(log: Log) -> Attack:
    """What a hand's four cards could have been hashed to, by somebody who forgot to seal."""
    target = framed_text("round/r")
    before, body = clear_bodies(log, 5)

    def attack(cards: bytes) -> Iterator[bytes]:
        fields = b'{"cards":' + cards + b"}"
        command = b'{"type":"sizhidao.Deal.1","seat":"p2","cards":' + cards + b"}"
        yield sha256(INPUT + target + framed(command)).digest()
        yield sha256(fields).digest()
        yield sha256(COMMITMENT + fields).digest()
        yield sha256(COMMITMENT + bytes(32) + fields).digest()
        yield sha256(before + framed(body(cards))).digest()

    return attack


def as_json(cards: tuple[str, ...]) -> bytes:
    return b'["' + '","'.join(cards).encode() + b'"]'


def test_all_hands_tried_against_everything_in_clear(stored: tuple[Path, Log]) -> None:
    path, log = stored
    haystack = digests(everything(path))
    attack = attacks_on_a_deal(log)
    planted = frozenset(attack(as_json(HAND)))  # as if it had been stored in one of those ways
    tried = 0
    found, control = [], set()
    for hand in combinations(PACK, 4):
        guesses = list(attack(as_json(hand)))
        found += [hand for guess in guesses if guess in haystack]
        control |= {hand for guess in guesses if guess in planted}
        tried += 1

    assert tried == 270_725
    assert control == {HAND}
    assert found == []


def test_all_splits_tried_against_everything_in_clear(stored: tuple[Path, Log]) -> None:
    path, log = stored
    haystack = digests(everything(path))
    target = framed_text("round/r")
    split = commands.Split(seat=Seat("p2"), front=("3s", "Kd"), back=("9h", "7c"))  # type: ignore[arg-type]
    unkeyed = bytes.fromhex(input_of("round/r", split))
    tried, control = 0, 0
    for front in combinations(PACK, 2):
        begun = b'{"type":"sizhidao.Split.1","seat":"p2","front":' + as_json(front) + b',"back":'
        for back in combinations(PACK, 2):
            command = begun + as_json(back) + b"}"
            guess = sha256(INPUT + target + framed(command)).digest()
            assert guess not in haystack
            control += guess == unkeyed
            tried += 1

    assert tried == 1326 * 1326
    assert control == 1
    assert bytes.fromhex(log.codec.input_of("round/r", split)) in haystack


def test_no_card_is_written_anywhere(stored: tuple[Path, Log]) -> None:
    path, _ = stored
    content = everything(path)

    assert b'"cards":["??","??","??","??"]' in content
    assert re.findall(rb'"[2-9TJQKA][shdc]"', content) == []
    for body in re.findall(rb'\{"envelope":.*?\}\]?\}', content):
        bare = re.sub(rb'"(commitment|box)":"[^"]*"', b"", body)
        assert CARD.findall(bare.decode("ascii", "replace")) == []


@pytest.mark.parametrize("round_id", HIDDEN_ROUNDS)
def test_no_row_of_a_round_that_was_never_shown_holds_a_card(log: Log, round_id: str) -> None:
    seen = 0
    for row in log.read_stored(f"round/{round_id}"):
        body = json.loads(row.state[chain.HEADER :])
        seen += len(body.pop("sealed", ()))
        assert CARD.findall(json.dumps(body)) == []
    assert seen >= 6


def boxes(log: Log) -> dict[tuple[str, str], list[bytes]]:
    """All sealed bytes, by stored name of what they are beside and by part."""
    found: dict[tuple[str, str], list[bytes]] = {}
    for stream in log.streams("round/"):
        for row in log.read_stored(stream):
            for part in json.loads(row.state[chain.HEADER :]).get("sealed", ()):
                found.setdefault((row.topic, part["part"]), []).append(b64decode(part["box"]))
    return found


def test_the_length_of_what_is_sealed_tells_nothing(log: Log) -> None:
    found = boxes(log)

    assert len(found) == 4
    assert {name: len(set(map(len, parts))) for name, parts in found.items()} == dict.fromkeys(
        found, 1
    )
    nonces = [box[:12] for parts in found.values() for box in parts]
    assert len(set(nonces)) == len(nonces) > 20


def test_the_same_cards_are_never_the_same_bytes(tmp_path: Path) -> None:
    rows = []
    for name in ("a", "b"):
        migrate(url(tmp_path / name))
        with open_log(url(tmp_path / name), now=ticking(), keys=KEYS) as log:
            store(log, "r", ACTIONS)
            rows.append([json.loads(row.state[64:]) for row in log.read_stored("round/r")])
    for first, second in zip(*rows, strict=True):
        for one, other in zip(first.pop("sealed", ()), second.pop("sealed", ()), strict=True):
            assert one.pop("box") != other.pop("box")
            assert one.pop("commitment") != other.pop("commitment")
            assert one == other
        assert first == second


def test_no_object_that_holds_keys_shows_them(log: Log) -> None:
    assert log.keys is not None
    key = log.keys.of("round/open", "p1")
    held = log.keys.only("round/open", "p1")
    assert key is not None
    shown = repr([KEYS, log.keys, key, held])

    assert (
        shown
        == "[MasterKeys(test), KeyRing(MasterKeys(test)), DataKey(…), HeldKeys(round/open p1)]"
    )
    for secret in (key.handed_out(), bytes(range(32))):
        assert repr(secret)[2:-1] not in shown
        assert secret.hex() not in shown
