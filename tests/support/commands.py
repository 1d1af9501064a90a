"""The commands `replay` and `paipu` as a person runs them, each in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SECONDS = 120
"""No command of a test may take longer."""


def replay(
    *arguments: str | Path,
    seconds: float = SECONDS,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `replay`. Raises `subprocess.TimeoutExpired` when it does not end in time."""
    return _run(["-m", "replay"], arguments, seconds, environment, folder)


def paipu(
    *arguments: str | Path,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run `paipu`."""
    script = "import sys; from api.cli import main; sys.exit(main())"
    return _run(["-c", script], arguments, SECONDS, environment, folder)


def _run(
    program: list[str],
    arguments: tuple[str | Path, ...],
    seconds: float,
    environment: Mapping[str, str] | None,
    folder: Path | None,
) -> subprocess.CompletedProcess[str]:
    given = {**os.environ, **(environment or {})}
    return subprocess.run(
        [sys.executable, *program, *map(str, arguments)],
        capture_output=True,
        encoding=given.get("PYTHONIOENCODING", "utf-8"),
        timeout=seconds,
        check=False,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env=given,
    )
