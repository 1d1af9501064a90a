"""Reading a Containerfile, and doing in a folder what it does in an image."""

import json
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOTS = ("/opt/", "/wheels", "/srv/")


class Step(NamedTuple):
    """One instruction and what it says."""

    word: str
    said: str

    @property
    def arguments(self) -> list[str]:
        """The words that it says, of either form."""
        if self.said.startswith("["):
            return [str(one) for one in json.loads(self.said)]
        return shlex.split(self.said)


def stages(text: str) -> list[list[Step]]:
    """Return the instructions by stage; comments and continued lines are resolved."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    found: list[list[Step]] = []
    for line in lines.replace("\\\n", " ").splitlines():
        if line.strip():
            word, _, said = line.partition(" ")
            if word == "FROM":
                found.append([])
            found[-1].append(Step(word, said.strip()))
    return found


class Emulated:
    """A folder in which the first stage is done: its paths lie below this folder."""

    def __init__(self, context: Path, root: Path, python: Path) -> None:
        self.root = root
        self._context = context
        self._python = python
        self._folder = root

    def do(self, steps: list[Step], skipped: Callable[[str], bool]) -> Iterator[str]:
        """Do the steps; yield the commands that were run, not those that are skipped."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.root)}
        for step in steps:
            if step.word == "ENV":
                environment |= dict(each.split("=", 1) for each in step.arguments)
            elif step.word == "WORKDIR":
                self._folder = self._at(step.said)
                self._folder.mkdir(parents=True, exist_ok=True)
            elif step.word == "COPY":
                self._copy(step.arguments)
            elif step.word == "RUN" and not skipped(step.said):
                command = self._placed(step.said)
                subprocess.run(
                    ["/bin/sh", "-ec", command], cwd=self._folder, env=environment, check=True
                )
                yield command

    def _copy(self, arguments: list[str]) -> None:
        *sources, target = arguments
        for source in sources:
            found, place = self._context / source, self._folder / target
            if found.is_dir():
                shutil.copytree(found, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                place.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, place)

    def _at(self, path: str) -> Path:
        return self.root / path.removeprefix("/")

    def _placed(self, command: str) -> str:
        """Return a command with its absolute paths below the folder."""
        paths = "|".join(map(re.escape, ROOTS))
        placed = re.sub(rf"(?<![\w.])({paths})", rf"{self.root}\1", command)
        return re.sub(r"^python ", f"{self._python} ", placed)
