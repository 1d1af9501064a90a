"""Runs the examples of a guide for clients, in order, against a service of its own."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from api.serving import PAUSE_SETTING
from api.settings import TOKENS_SETTING
from projections.store.address import VIEWS_SETTING
from replay.settings import KEYS_SETTING, LOG_SETTING
from tests.docs.demo import BIN, Said, said_in
from tests.docs.markdown import Block
from tests.support.ports import free_port
from tests.support.service import PATIENCE, PLAIN

PORT = "8420"
CURL = Path(__file__).with_name("curl.py")
OURS = {LOG_SETTING, VIEWS_SETTING, KEYS_SETTING, TOKENS_SETTING, PAUSE_SETTING}
_EXPORT = re.compile(r"export ([A-Z]+)=(.*)")


class Ran(NamedTuple):
    """A command of the guide, and what it really printed."""

    said: Said
    code: int
    output: str


class Guide:
    """A folder in which the commands of a guide are run one after another."""

    def __init__(self, folder: Path, *, stand_in: bool = False) -> None:
        self._folder = folder / "here"
        self._folder.mkdir()
        path = f"{BIN}:{os.environ['PATH']}"
        if stand_in or shutil.which("curl") is None:
            path = f"{_curl_in(folder)}:{path}"
        self._port = str(free_port())
        self._servers: list[subprocess.Popen[bytes]] = []
        outside = {name: value for name, value in os.environ.items() if name not in OURS}
        self._settings = outside | {"PATH": path}

    def run(self, said: Said) -> Ran:
        """Run a command; one that ends in `&` goes on, and is waited for until it answers."""
        command = said.command.replace(PORT, self._port)
        if command.endswith("&"):
            self._start(command.removesuffix("&"))
            return Ran(said, 0, "")
        if found := _EXPORT.fullmatch(command):
            done = self._sh(f"printf %s {found[2]}")
            self._settings[found[1]] = done.stdout
            return Ran(said, done.returncode or (not done.stdout), done.stderr)
        done = self._sh(command)
        return Ran(said, done.returncode, done.stdout + done.stderr)

    def program(self, text: str) -> Ran:
        """Run a program in Python."""
        (self._folder / "client.py").write_text(text, encoding="utf-8")
        done = self._sh(f"{shlex.quote(sys.executable)} client.py")
        return Ran(Said("client.py", ()), done.returncode, done.stdout + done.stderr)

    def _sh(self, command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self._folder,
            env=self._settings,
            capture_output=True,
            text=True,
            check=False,
            timeout=4 * PATIENCE,
        )

    def _start(self, command: str) -> None:
        log = self._folder / "served.log"
        with log.open("ab") as told:
            server = subprocess.Popen(
                shlex.split(command), cwd=self._folder, env=self._settings, stdout=told, stderr=told
            )
        self._servers.append(server)
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            answer = httpx.get(f"http://127.0.0.1:{self._port}/v1/health", verify=PLAIN)
        except httpx.TransportError:
            return False
        return answer.status_code == httpx.codes.OK

    def end(self) -> None:
        """Stop what was started."""
        for server in self._servers:
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0


def _curl_in(folder: Path) -> Path:
    """Put a curl into a folder below, and return that."""
    place = folder / "bin"
    place.mkdir()
    (place / "curl").write_text(f'#!/bin/sh\nexec "{sys.executable}" "{CURL}" "$@"\n')
    (place / "curl").chmod(0o755)
    return place


@contextmanager
def guide_in(folder: Path, *, stand_in: bool = False) -> Iterator[Guide]:
    """Yield a guide's folder, and stop afterwards what was started there."""
    guide = Guide(folder, stand_in=stand_in)
    try:
        yield guide
    finally:
        guide.end()


def console(blocks: list[Block]) -> list[Said]:
    """Return the commands of a page."""
    return [said for block in blocks for said in said_in(block)]


def like(shown: str, real: str) -> bool:
    """Say whether a line is as shown, where `…` stands for anything."""
    return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), real, re.DOTALL) is not None
