"""A demonstration log to try the documentation on, and ways to harm it."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import api.cli
from domain.log.masters import development_keys_path
from projections.store.address import VIEWS_SETTING
from replay.settings import KEYS_SETTING, LOG_SETTING
from tests.docs.markdown import Block

LOG = Path("var") / "log.db"
BIN = Path(sys.executable).parent
IDS = re.compile(
    r"\b(?:[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|seed-\d+-\d{6})\b"
)
_PLACE = re.compile(r"(?<= )ID\b")
_HASHES = re.compile(r"\b[0-9a-f]{64}\b")
_TIMES = re.compile(
    r"\b(?:\d\d:\d\d:\d\d\.\d{3}|\d{4}-\d\d-\d\d(?: UTC| \d\d:\d\d(?::\d\d)?|T[\d:.]+Z))"
)
_RUNS = re.compile(r"(?:\w+=\S* )*(?:\.venv/bin/)?(?:replay|paipu)\b")
_ASSIGNS = re.compile(r"([A-Z]+)=\$\(.*\)")


class Said(NamedTuple):
    """A command in an example, and the lines of its output that are shown."""

    command: str
    output: tuple[str, ...]


def play_into(folder: Path) -> str:
    """Play a few sample rounds into the usual log below a folder; return the example's id."""
    log = folder / LOG
    words = ["sample", "--rounds", "3", "--matches", "0", "--seed", "7"]
    assert api.cli.main([*words, "--log", f"sqlite:///{log}"]) == 0
    with closing(sqlite3.connect(log)) as database:
        (stream,) = database.execute(
            "SELECT originator_id FROM events WHERE originator_id LIKE 'round/%'"
            " ORDER BY position DESC LIMIT 1"
        ).fetchone()
    return str(stream).removeprefix("round/")


def harmed(log: Path, copy: Path, statement: str, *values: object) -> str:
    """Copy a log and its keys without what guards it, change the copy, and return its address."""
    shutil.copy(log, copy)
    shutil.copy(development_keys_path(log), development_keys_path(copy))
    with closing(sqlite3.connect(copy)) as database:
        guards = database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in guards.fetchall():
            database.execute(f"DROP TRIGGER {name}")
        assert database.execute(statement, values).rowcount > 0
        database.commit()
    return f"sqlite:///{copy}"


def with_an_award_changed(log: Path, copy: Path, round_id: str) -> str:
    """Harm a log as docs/replay.md tells it: one award, its hashes left as they were."""
    return harmed(
        log,
        copy,
        "UPDATE events SET state = CAST(substr(state, 1, 64) ||"
        " replace(CAST(substr(state, 65) AS TEXT), '59600', '59601') AS BLOB)"
        " WHERE originator_id = ? AND originator_version = 38",
        f"round/{round_id}",
    )


def with_its_end_cut_off(log: Path, copy: Path, round_id: str) -> str:
    """Harm a log by taking away the last two facts of a decision."""
    statement = "DELETE FROM events WHERE originator_id = ? AND originator_version > 40"
    return harmed(log, copy, statement, f"round/{round_id}")


def with_its_opening_removed(log: Path, copy: Path, round_id: str) -> str:
    """Harm a log by taking away a round's first event."""
    statement = "DELETE FROM events WHERE originator_id = ? AND originator_version = 1"
    return harmed(log, copy, statement, f"round/{round_id}")


def with_all_of_it_removed(log: Path, copy: Path, round_id: str) -> str:
    """Harm a log by taking away a round; that its commands were accepted is still told."""
    return harmed(log, copy, "DELETE FROM events WHERE originator_id = ?", f"round/{round_id}")


def without_its_keys(log: Path, copy: Path) -> str:
    """Copy a log as somebody gets it who is to read no hidden card."""
    shutil.copy(log, copy)
    return f"sqlite:///{copy}"


def said_in(block: Block) -> list[Said]:
    """Return the commands of a console or shell block with what is shown of their output."""
    if block.language not in {"console", "sh"}:
        return []
    found = list[Said]()
    for line in block.text.replace("\\\n", " ").splitlines():
        if line.startswith("$ ") or (block.language == "sh" and line and line[0] != "#"):
            found.append(Said(line.removeprefix("$ ").partition(" #")[0].strip(), ()))
        elif found and block.language == "console":
            found[-1] = found[-1]._replace(output=(*found[-1].output, line))
    return found


class Shell:
    """Runs the commands of one page after another, in a folder that has a demonstration log."""

    def __init__(self, folder: Path, example: str) -> None:
        self._folder, self._example = folder, example
        ours = {LOG_SETTING, VIEWS_SETTING, KEYS_SETTING}
        outside = {name: value for name, value in os.environ.items() if name not in ours}
        self._settings = outside | {"PATH": f"{BIN}:{os.environ['PATH']}"}
        (folder / ".venv").mkdir()
        (folder / ".venv" / "bin").symlink_to(BIN)

    def run(self, command: str) -> tuple[int, str] | None:
        """Run a command of ours and return exit code and output; None for other people's."""
        if assigned := _ASSIGNS.fullmatch(command):
            code, output = self._sh(f'{command}; printf %s "${assigned[1]}"')
            self._settings[assigned[1]] = output
            return (code, "") if output else (1, f"{command} gives nothing")
        # An id in the docs is that of a demonstration long gone, or the word ID.
        spoken = _PLACE.sub(self._example, IDS.sub(self._example, command)).replace("…", "")
        return self._sh(spoken) if _RUNS.match(command) else None

    def _sh(self, command: str) -> tuple[int, str]:
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self._folder,
            env=self._settings,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr


def not_in(shown: tuple[str, ...], real: str) -> list[str]:
    """Which lines of an example are not in the real output, in order; ids and hashes are alike."""
    lines = iter(alike(real).splitlines())
    wanted = [line for line in map(str.rstrip, shown) if line not in {"", "…"}]
    return [line for line in wanted if alike(line) not in lines]


def alike(text: str) -> str:
    return _TIMES.sub("TIME", _HASHES.sub("HASH", IDS.sub("ID", text)))
