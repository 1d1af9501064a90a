"""`paipu demo` as a person runs it, in a process of its own, with bots that do not think long."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx

from api.settings import TOKENS_SETTING
from projections.store.address import VIEWS_SETTING
from replay.settings import KEYS_SETTING, LOG_SETTING
from tests.support.ports import free_port
from tests.support.service import PLAIN

PATIENCE = 180.0
BESIDE = Path(sys.executable).parent
LOG = Path("var") / "log.db"
FAST = ("--think", "10", "--pause", "0")
_SETTINGS = {LOG_SETTING, KEYS_SETTING, TOKENS_SETTING, VIEWS_SETTING}
_ASKED = re.compile(r'\{"at":"[^"]+","level":"INFO","logger":"paipu\.request",.*\}$')
_CURL = re.compile(r"curl -H 'Authorization: (?P<header>Bearer [^']+)' (?P<url>http\S+)")


class Demonstration:
    """The house of the usual log below a folder, which can be stopped and run again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {key: is_ for key, is_ in os.environ.items() if key not in _SETTINGS}
        self._out, self._errors = folder / "out", folder / "errors"
        self._process: subprocess.Popen[bytes] | None = None
        self._client = httpx.Client(
            base_url=f"{self.url}/v1", trust_env=False, timeout=PATIENCE, verify=PLAIN
        )

    def start(self) -> Self:
        """Run it, and wait until it says what to try."""
        words = ["demo", "--port", str(self.port), *FAST]
        with self._out.open("wb") as out, self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                [BESIDE / "paipu", *words],
                env=self.environment,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=errors,
                start_new_session=True,
            )
        self.until(lambda: "/docs\n" in self.told())
        header, _ = self.curl()
        self._client.headers["Authorization"] = header
        return self

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, while it runs."""
        assert self._process is not None
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert self._process.poll() is None, self.complaints()
            assert time.monotonic() < deadline, (self.told(), self.complaints())
            time.sleep(0.1)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stop it as Ctrl-C does, unless `how` says otherwise; return the exit code."""
        assert self._process is not None
        self._process.send_signal(how)
        code = self._process.wait(PATIENCE)
        self._process = None
        return code

    def close(self) -> None:
        """Stop it if it runs."""
        self._client.close()
        if self._process is not None:
            self.stop(signal.SIGKILL)

    def told(self) -> str:
        """Return what it has printed."""
        return self._out.read_text()

    def complaints(self) -> str:
        """Return what it has written to standard error, but for what only says what was asked."""
        lines = self._errors.read_text().splitlines(keepends=True)
        return "".join(line for line in lines if not _ASKED.match(line))

    def curl(self) -> tuple[str, str]:
        """Return the header and the address of the proposed call of curl."""
        found = _CURL.search(self.told())
        assert found is not None
        return found["header"], found["url"]

    def see(self, path: str) -> dict[str, Any]:
        """Look at something with the token that is shown."""
        answer = self._client.get(path)
        assert answer.status_code == httpx.codes.OK, answer.text
        seen: dict[str, Any] = answer.json()
        return seen

    def tables(self) -> dict[str, dict[str, Any]]:
        """Return the tables as they are."""
        return {
            line["table"]: self.see(f"/tables/{line['table']}")
            for line in self.see("/tables")["tables"]
        }

    def ended(self) -> set[str]:
        """Return the rounds that were settled at any table."""
        lists = [self.see(f"/tables/{table}/rounds?limit=1000") for table in self.tables()]
        lines = [line for found in lists for line in found["rounds"]]
        return {line["round"] for line in lines if line["status"] == "complete"}

    def run(self, command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours in the same folder."""
        name, *arguments = shlex.split(command)
        return subprocess.run(
            [BESIDE / Path(name).name, *arguments],
            env=self.environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )


@contextmanager
def demonstration(folder: Path) -> Iterator[Demonstration]:
    """Yield the demonstration of a folder, which runs, and stop it."""
    found = Demonstration(folder)
    try:
        yield found.start()
    finally:
        found.close()
