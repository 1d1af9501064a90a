"""Processes that begin at the same moment."""

import json
import subprocess
import sys
from pathlib import Path
from typing import cast

ROOT = Path(__file__).parents[2]
Told = dict[str, int]


def race(module: str, *arguments: tuple[str, ...]) -> list[Told]:
    """Start a module once for each of several arguments; return what each printed at its end.

    Each is told to begin once all are ready.
    """
    racers = [
        subprocess.Popen(
            [sys.executable, "-m", module, *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for words in arguments
    ]
    for racer in racers:
        assert racer.stdout is not None
        assert racer.stdout.readline() == "ready\n"
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("\n")
        racer.stdin.flush()
    told = []
    for racer in racers:
        output, _ = racer.communicate(timeout=60)
        assert racer.returncode == 0
        told.append(cast("Told", json.loads(output)))
    return told
