"""Data keys: made with a stream's first event, wrapped by master keys, wrapped anew."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.rounds import Rounds
from domain.kernel.decider import Origin
from domain.log.accepted import CommandAccepted, input_of, stream_of
from domain.log.errors import (
    CommandReusedError,
    DamagedDataKeyError,
    DataKeyError,
    DataKeyGoneError,
    KeysMissingError,
    LogError,
    UnknownMasterKeyError,
)
from domain.log.keys import KeyRing, WrappedKey
from domain.log.masters import MasterKeys
from domain.log.store import Log, open_log
from domain.log.table import Table
from domain.sizhidao import commands
from tests.contract.conftest import migrated
from tests.log.given import P1, asked, bet, dealt, ticking, write
from tests.support.keys import KEY, KEYS, OLD_KEY
from tests.support.leaks import CARD
from tests.support.logs import SHORT, opening_of, store, url

ROTATED = MasterKeys({"new": OLD_KEY, "test": KEY})


def opened(path: Path, keys: MasterKeys | None = KEYS, *, read_only: bool = False) -> Log:
    return open_log(url(path), now=ticking(), keys=keys, read_only=read_only)


def table_of(path: Path) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT stream, audience, master FROM data_keys ORDER BY 1, 2")
        return found.fetchall()


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        assert connection.execute(statement, values).rowcount > 0


# ---- no key, no deal


def test_without_a_key_no_round_is_opened_and_the_error_says_what_to_do(path: Path) -> None:
    with opened(path, None) as log:
        rounds, before = Rounds(log), log.last_position()
        with pytest.raises(KeysMissingError, match="PAIPU_KEYS names the file") as error:
            rounds.ask("new", opening_of("new"), actor="house", command_id="1")
        assert error.value.code == "keys_missing"
        assert log.last_position() == before
    assert not [row for row in table_of(path) if row[0] == "round/new"]


def test_without_a_key_nothing_is_dealt_or_split(path: Path) -> None:
    with opened(path, None) as log:
        version = len(log.read("round/open"))
        before = log.last_position()
        with pytest.raises(KeysMissingError):
            log.append([write("round/open", version, dealt())], asked("x"))
        deal = commands.Deal(seat=P1, cards=dealt().cards)
        with pytest.raises(KeysMissingError):
            log.append([write("round/open", version, bet())], asked("x", deal))
        assert log.last_position() == before


def test_without_a_key_what_hides_nothing_goes_on(path: Path) -> None:
    with opened(path, None) as log:
        version = len(log.read("round/open"))

        assert log.append([write("round/open", version, bet())], asked("x")).version == version + 1
        assert log.append([write("table/1", 0, bet())], asked("y")).version == 1


def test_a_round_has_a_key_for_every_seat_and_the_house(path: Path) -> None:
    assert [row for row in table_of(path) if row[0] == "round/short"] == [
        ("round/short", audience, "test") for audience in ("house", "p1", "p2", "p3")
    ]
    assert {row[0] for row in table_of(path)} == {
        "round/short",
        "round/voided",
        "round/open",
        "round/tied",
    }


def test_no_key_is_made_later(path: Path) -> None:
    with opened(path) as log:
        log.append([write("table/1", 0, bet())], asked("1"))
        with pytest.raises(DataKeyGoneError, match="no key for p1"):
            log.append([write("table/1", 1, dealt())], asked("2"))
        assert not [row for row in table_of(path) if row[0] == "table/1"]


def test_opening_a_round_again_leaves_its_keys_alone(path: Path) -> None:
    with opened(path) as log:
        before = log.read("round/short")
        rounds = Rounds(log)
        rounds.ask("short", opening_of("short"), actor="other", command_id="1")
        with pytest.raises(LogError) as error:
            log.append([write("round/short", 0, dealt())], asked("2"))
        assert error.value.code == "version_conflict"
    with opened(path) as log:
        assert log.read("round/short") == before


def test_a_failed_opening_can_be_repeated(path: Path) -> None:
    with opened(path) as log:
        assert log.keys is not None
        log.keys.make("round/new", ["house", "p1"])  # and then the process was killed
        log.keys.of("round/new", "p1")
        store(log, "new", SHORT)

        assert not any(one.closed for one in log.read("round/new"))


# ---- keys that are not what they were


def test_another_key_of_the_same_id(path: Path) -> None:
    wrong = MasterKeys({"test": OLD_KEY})
    with opened(path, wrong) as log, pytest.raises(DamagedDataKeyError) as error:
        log.read("round/short")
    assert str(error.value) == "the key of round/short for p2 does not open under master key test"
    assert (error.value.stream, error.value.master) == ("round/short", "test")


def test_a_lost_master_key(path: Path) -> None:
    other = MasterKeys({"other": KEY})
    with opened(path, other) as log, pytest.raises(UnknownMasterKeyError) as error:
        log.read("round/short")
    assert error.value.code == "unknown_master_key"
    assert str(error.value) == (
        "the keys of round/short are wrapped by master key test, which is not here"
    )


@pytest.mark.parametrize("damage", [b"", b"short", bytes(60), bytes(200)])
def test_a_damaged_wrapped_key(path: Path, damage: bytes) -> None:
    change(
        path,
        "UPDATE data_keys SET wrapped = ? WHERE stream = 'round/short' AND audience = 'p2'",
        damage,
    )
    with opened(path) as log:
        with pytest.raises(DataKeyError) as error:
            log.read("round/short")
        assert CARD.findall(str(error.value)) == []
        assert error.value.__context__ is None
        assert log.read("round/voided")


def test_wrapped_keys_do_not_open_in_the_place_of_others(path: Path) -> None:
    other = "(SELECT wrapped FROM data_keys WHERE stream = ? AND audience = ?)"
    put = f"UPDATE data_keys SET wrapped = {other} WHERE stream = 'round/short' AND audience = 'p2'"  # noqa: S608 -- all of it stands here
    for place in (("round/short", "p3"), ("round/voided", "p2")):
        change(path, put, *place)
        with opened(path) as log, pytest.raises(DamagedDataKeyError):
            log.read("round/short")


# ---- rotation


def test_wrapping_anew_makes_the_old_master_key_dispensable(path: Path) -> None:
    with opened(path) as log:
        before = {stream: log.read(stream) for stream in log.streams("round/")}
    with opened(path, ROTATED) as log:
        assert {stream: log.read(stream) for stream in log.streams("round/")} == before
        store(log, "new", SHORT)
        assert log.keys is not None
        assert log.keys.rewrap() == 16
        assert log.keys.rewrap() == 0
        assert {stream: log.read(stream) for stream in before} == before
    with opened(path, MasterKeys({"new": OLD_KEY})) as log:
        assert {stream: log.read(stream) for stream in before} == before
        assert not any(one.closed for one in log.read("round/new"))
    assert {master for _, _, master in table_of(path)} == {"new"}


def test_a_log_that_is_open_goes_on_while_keys_are_wrapped_anew(path: Path) -> None:
    with opened(path) as log, opened(path, ROTATED) as other:
        version = len(log.read("round/open"))
        assert other.keys is not None
        other.keys.rewrap()

        assert len(log.read("round/open")) == version
        log.append([write("round/open", version, dealt())], asked("x"))
        assert other.read("round/open")[-1].event == dealt()


def test_old_wrappings_are_not_left_in_the_file(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        old = [row[0] for row in connection.execute("SELECT wrapped FROM data_keys")]
    with opened(path, ROTATED) as log:
        assert log.keys is not None
        log.keys.rewrap()
        content = b"".join(file.read_bytes() for file in path.parent.glob("log.db*"))
    assert len(old) == 16
    assert not [wrapped for wrapped in old if wrapped in content]


# ---- what was asked


def test_what_was_asked_with_cards_is_remembered_under_a_key(log: Log) -> None:
    for one in log.read("round/voided"):
        command = one.envelope.command
        if command is None:
            continue
        (entry,) = log.read(stream_of(one.envelope.actor, one.envelope.command_id))
        assert isinstance(entry.event, CommandAccepted)
        hides = isinstance(command, commands.Deal | commands.Split)
        assert (entry.event.input == input_of("round/voided", command)) is not hides
        assert entry.event.input == log.codec.input_of("round/voided", command)


def test_the_same_cards_asked_of_two_rounds_are_remembered_differently(log: Log) -> None:
    deal = commands.Deal(seat=P1, cards=dealt().cards)

    assert log.codec.input_of("round/voided", deal) != log.codec.input_of("round/open", deal)


def test_a_repeat_gets_its_receipt_and_other_cards_are_refused(path: Path) -> None:
    deal = commands.Deal(seat=P1, cards=dealt().cards)
    with opened(path) as log:
        version = len(log.read("round/open"))
        first = log.append(
            [write("round/open", version, dealt())], asked("x", deal, target="round/open")
        )
    with opened(path, ROTATED) as log:
        again = log.answered(asked("x", deal, target="round/open"))
        assert again is not None
        assert (again.repeated, again.hash) == (True, first.hash)
        assert log.append(
            [write("round/open", 7, dealt())], asked("x", deal, target="round/open")
        ).repeated
        other = commands.Deal(seat=P1, cards=deal.cards[::-1])
        for command in (other, commands.Call(seat=P1)):
            with pytest.raises(CommandReusedError):
                log.answered(asked("x", command, target="round/open"))
    with opened(path, None) as log, pytest.raises(KeysMissingError):
        log.answered(asked("x", deal, target="round/open"))


# ---- every kind of table


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def any_table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    with migrated(request.param, tmp_path) as address, open_log(address, now=ticking()) as log:
        yield log._table  # noqa: SLF001 -- the seam under test


def wrapped(stream: str, audience: str, content: bytes = b"\x00x") -> WrappedKey:
    return WrappedKey(stream, audience, "m", content, "2026-01-02T03:04:05+00:00")


def test_a_table_of_keys(any_table: Table) -> None:
    keys = any_table.keys
    rows = [wrapped(f"round/{number}", seat) for number in (1, 2) for seat in ("p1", "p2")]
    keys.add(rows)
    keys.add([wrapped("round/1", "p1", b"other"), wrapped("round/1", "p3")])

    assert sorted(keys.of("round/1")) == [*rows[:2], wrapped("round/1", "p3")]
    assert keys.of("round/3") == []
    everyone = sorted([*rows, wrapped("round/1", "p3")])
    assert keys.page(("", ""), 9) == everyone
    assert keys.page(("round/1", "p2"), 2) == everyone[2:4]

    new = rows[0]._replace(master="n", wrapped=b"new")
    stale = rows[1]._replace(wrapped=b"stale"), rows[1]._replace(wrapped=b"lost")
    assert keys.exchange([(rows[0], new), stale]) == 1
    assert sorted(keys.of("round/1"))[:2] == [new, rows[1]]

    assert keys.erase("round/1") == 3
    assert keys.erase("round/1") == 0
    assert keys.page(("", ""), 9) == rows[2:]


def test_a_round_is_sealed_and_opened_in_every_kind_of_log(any_table: Table) -> None:
    log = Log(any_table, ticking(), keys=KeyRing(KEYS, any_table.keys, ticking()))
    store(log, "r", SHORT)

    assert not any(one.closed for one in log.read("round/r"))
    assert sum(one.closed for one in Log(any_table, ticking()).read("round/r")) == 3
    rotated = Log(any_table, ticking(), keys=KeyRing(ROTATED, any_table.keys, ticking()))
    assert rotated.keys is not None
    assert rotated.keys.rewrap() == 4
    assert rotated.read("round/r") == log.read("round/r")
    assert all(one.envelope.origin in Origin for one in log.read("round/r"))
