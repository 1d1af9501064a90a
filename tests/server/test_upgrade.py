"""Databases of earlier revisions with events in them: migrated, all is read, proven, gone on with.

The events are those of a log of 0.1.0, whose cards stand in clear, and of a house whose cards are
sealed; both were written to a file and are copied, row by row, with their positions.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copy

import psycopg
import pytest
from alembic import command

from api.rounds import Rounds
from domain.kernel.decider import Origin
from domain.log.envelope import Recorded
from domain.log.errors import NotMigratedError
from domain.log.store import CommandInfo, Log, Receipt, open_log
from domain.log.streams import ROUNDS
from domain.sizhidao import commands
from domain.sizhidao.state import Betting
from domain.sizhidao.waiting import waiting
from projections.compare import Verdict, compare
from projections.migrations.upgrade import configuration, migrate, transaction
from projections.store.address import views_beside
from projections.store.engine import open_views
from projections.store.errors import ViewsMissingError
from projections.store.upgrade import migrate_views
from projections.totals import faults_of
from replay.proof import prove
from tests.projections.room import room_with_all
from tests.projections.rows import catch_up
from tests.server.conftest import execute
from tests.support.keys import KEYS
from tests.support.logs import SHORT, new_log, store, ticking, url
from tests.support.postgres import new_database

OLD = Path(__file__).parents[1] / "upgrade" / "log-0.1.0.db"
_EVENTS = "SELECT originator_id, originator_version, topic, state FROM events ORDER BY position"
_KEYS = "SELECT stream, audience, master, wrapped, made_at FROM data_keys"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of today in a file: an evening of a house, closed."""
    path = tmp_path_factory.mktemp("sealed") / "log.db"
    with new_log(path) as log:
        room_with_all(log, rounds=1)
    return path


def selected(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


@contextmanager
def database_of(revision: str, path: Path) -> Iterator[str]:
    """A database of an earlier revision, with the rows of a file that such a database can hold."""
    with new_database(migrated=False) as address:
        with transaction(address) as connection:
            command.upgrade(configuration(connection), revision)
        append = b"SELECT append_events(%s, %s, %s, %s)"
        with psycopg.connect(address) as connection:
            columns = zip(*selected(path, _EVENTS), strict=True)
            connection.execute(append, [list(column) for column in columns])
            if revision >= "0003":
                insert = "INSERT INTO data_keys VALUES (%s, %s, %s, %s, %s)"
                connection.cursor().executemany(insert, selected(path, _KEYS))
        yield address


def require_sound(log: Log, rounds: int) -> None:
    """Every stream is read, every round proven, and views are made that fit."""
    streams = {name: log.read(name) for name in log.streams()}
    assert sum(map(len, streams.values())) == log.last_position()
    proofs = [prove(log, name.removeprefix(ROUNDS)) for name in streams if name.startswith(ROUNDS)]
    assert len(proofs) == rounds
    assert all(proof is not None and proof.proven for proof in proofs)
    require_remembered(log, [one for facts in streams.values() for one in facts])


def require_remembered(log: Log, facts: Sequence[Recorded]) -> None:
    """Every command that was accepted is, asked again, answered with its receipt."""
    seen = 0
    for fact in facts:
        envelope = fact.envelope
        receipt = log.receipt_of(envelope.actor, envelope.command_id)
        if envelope.command is None or receipt is None or receipt.stream != fact.stream:
            continue
        info = CommandInfo(
            actor=envelope.actor,
            origin=envelope.origin,
            command_id=envelope.command_id,
            target=fact.stream,
            command=envelope.command,
        )
        assert log.answered(info) == receipt, (fact.stream, fact.version)
        seen += 1
    assert seen > 20


def require_projected(log: Log, address: str) -> None:
    with open_views(views_beside(address)) as views:
        catch_up(log, views)
        streams = {name: log.read(name) for name in log.streams()}
        compared = compare(views, log, streams).values()
        assert {one.verdict for each in compared for one in each} == {Verdict.EQUAL}
        assert list(faults_of(views, log)) == []
        assert views.place("chips").position == log.last_position()


def go_on(log: Log) -> None:
    """Play a new round, and a fold in every round that waits for a bet."""
    store(log, "new", SHORT)
    rounds = Rounds(log)
    folded = 0
    for stream in list(log.streams(ROUNDS)):
        round_id = stream.removeprefix(ROUNDS)
        state = rounds.state(round_id)
        if isinstance(state, Betting):
            (seat,) = waiting(state).seats
            fold = commands.Fold(seat=seat)
            answer = rounds.ask(round_id, fold, actor="late", command_id=stream)
            assert isinstance(answer, Receipt)
            again = rounds.ask(round_id, fold, actor="late", command_id=stream)
            assert isinstance(again, Receipt)
            assert (again.repeated, again.hash) == (True, answer.hash)
            folded += 1
    assert folded == 1


def upgraded(address: str, rounds: int) -> None:
    """Migrate what is there; read, prove, project, go on, and do all of that again."""
    with pytest.raises(ViewsMissingError):
        open_views(views_beside(address))
    migrate(address)
    migrate(address)
    migrate_views(views_beside(address))
    with open_log(address, now=ticking(), keys=KEYS) as log:
        require_sound(log, rounds)
        require_projected(log, address)
        go_on(log)
        require_sound(log, rounds + 1)
        require_projected(log, address)


def test_an_empty_database() -> None:
    with new_database(migrated=False) as address:
        migrate(address)
        migrate_views(address)
        with open_log(address, now=ticking(), keys=KEYS) as log:
            room_with_all(log, rounds=1)
            require_projected(log, address)


def test_a_server_of_revision_0002_with_cards_in_clear() -> None:
    with database_of("0002", OLD) as address:
        before = execute(address, _EVENTS)
        with pytest.raises(NotMigratedError):
            open_log(address, now=ticking(), keys=KEYS)
        upgraded(address, rounds=4)
        assert execute(address, _EVENTS)[: len(before)] == before


def test_a_server_of_revision_0003_with_sealed_cards(sealed: Path) -> None:
    with database_of("0003", sealed) as address:
        before = execute(address, _EVENTS)
        upgraded(address, rounds=5)
        assert execute(address, _EVENTS)[: len(before)] == before


def test_a_file_of_revision_0001(tmp_path: Path) -> None:
    path = Path(copy(OLD, tmp_path / "log.db"))
    assert selected(path, "SELECT version_num FROM alembic_version") == [("0001",)]
    before = selected(path, _EVENTS)
    with pytest.raises(NotMigratedError):
        open_log(url(path), now=ticking(), keys=KEYS)
    upgraded(url(path), rounds=4)
    assert selected(path, _EVENTS)[: len(before)] == before


def test_a_round_from_before_can_be_voided() -> None:
    with database_of("0002", OLD) as address:
        migrate(address)
        with open_log(address, now=ticking(), keys=KEYS) as log:
            rounds = Rounds(log)
            (round_id,) = (
                stream.removeprefix(ROUNDS)
                for stream in log.streams(ROUNDS)
                if isinstance(rounds.state(stream.removeprefix(ROUNDS)), Betting)
            )
            voided = rounds.ask(
                round_id,
                commands.VoidRound(),
                actor="operator/x",
                command_id="void",
                origin=Origin.OPERATOR,
            )
            assert isinstance(voided, Receipt)
            proof = prove(log, round_id)
            assert proof is not None
            assert (proof.proven, proof.status) == (True, "voided")
