"""A dump of all tables of a server gives no card away that was not shown, however long one tries.

The attacker has every row of every table, views and keys included, the server's own log too, and
knows everything but the master keys. What is tried against it is what `tests.sealing` tries against
a file.
"""

import re
from itertools import combinations
from pathlib import Path

import psycopg
import pytest

from domain.cards.card import PACK
from domain.log.store import open_log
from tests.projections.rows import catch_up
from tests.sealing.test_no_card_is_stored import (
    ACTIONS,
    HAND,
    as_json,
    attacks_on_a_deal,
    digests,
)
from tests.server.conftest import Store, execute
from tests.support.keys import KEY, KEYS
from tests.support.leaks import CARD
from tests.support.logs import OPEN, VOIDED, store, ticking
from tests.support.postgres import shared_server

TABLES = {
    "accounts", "aces_captured", "adjustments", "alembic_version", "balances", "contest_steps",
    "contests", "data_keys", "disputes", "events", "interruptions", "journal", "journal_days",
    "levels", "match_rounds", "match_seats", "matches", "office", "pots", "projections", "rake",
    "round_seats", "rounds", "scores", "tree_tiles", "trick_plays", "tricks", "views_version",
}  # fmt: skip


@pytest.fixture
def attacked(store: Store) -> Store:
    """Rounds of which no card was ever shown, projected; the hands of one are tried for."""
    play(store)
    catch_up(store.log, store.views)
    return store


def play(to: Store) -> None:
    store(to.log, "r", ACTIONS)
    store(to.log, "voided", VOIDED)
    store(to.log, "open", OPEN)


def dump(url: str) -> dict[str, bytes]:
    """Every row of every table, as its bytes are, and as a client would be told them."""
    names = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'"
    found = {}
    for (name,) in execute(url, names):
        parts = []
        for form in ("binary", "text"):
            with (
                psycopg.connect(url) as connection,
                connection.cursor().copy(f"COPY {name} TO STDOUT (FORMAT {form})".encode()) as copy,
            ):
                parts += [bytes(part) for part in copy]
        found[str(name)] = b"\n".join(parts)
    return found


def test_all_hands_tried_against_a_dump_of_all_tables(attacked: Store) -> None:
    dumped = dump(attacked.url)
    assert dumped.keys() == TABLES
    assert all(dumped.values())
    haystack = digests(b"\n".join(dumped.values()))
    attack = attacks_on_a_deal(attacked.log)
    slip = next(iter(attack(as_json(HAND))))
    execute(attacked.url, f"CREATE TABLE slip AS SELECT '{slip.hex()}'::text AS input")
    control = digests(dump(attacked.url)["slip"])  # as if one of them had been stored
    found, caught = [], set()
    for hand in combinations(PACK, 4):
        for guess in attack(as_json(hand)):
            if guess in haystack:
                found.append(hand)
            if guess in control:
                caught.add(hand)
    assert caught == {HAND}
    assert found == []


def test_no_card_and_no_key_stands_in_a_dump(attacked: Store) -> None:
    dumped = dump(attacked.url)
    events = dumped.pop("events")
    assert events.count(b'"cards":["??","??","??","??"]') > 10
    assert re.findall(rb'"[2-9TJQKA][shdc]"', events) == []
    keys = dumped.pop("data_keys")
    for content in (events, keys, *dumped.values()):
        assert KEY not in content
        assert KEY.hex().encode() not in content
    for name, content in dumped.items():
        assert CARD.findall(content.decode("latin-1")) == [], name


def test_the_server_writes_no_card_into_its_own_log(attacked: Store) -> None:
    database = attacked.url.rpartition("/")[2]
    path = Path(shared_server().folder, "log")
    before = len(path.read_bytes())
    # As when an operator looks for a slow statement: every statement and its values are written.
    execute(attacked.url, f"ALTER DATABASE {database} SET log_min_duration_statement = 0")
    try:
        with open_log(attacked.url, now=ticking(), keys=KEYS) as log:
            store(log, "again", OPEN)
    finally:
        execute(attacked.url, f"ALTER DATABASE {database} RESET log_min_duration_statement")
    written = path.read_bytes()[before:]
    values = b"".join(
        bytes.fromhex(word.decode()) for word in re.findall(rb"x((?:[0-9a-f]{2}){20,})", written)
    )
    assert values.count(b'"cards":["??","??","??","??"]') >= 6
    for content in (written, values):
        assert re.findall(rb'"[2-9TJQKA][shdc]"', content) == []
