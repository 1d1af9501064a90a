"""Running `replay verify` and reading its report."""

import json
from pathlib import Path

from domain.log.streams import round_stream
from replay.cli import main
from tests.support.logs import url
from tests.support.tamper import tampered

Json = dict[str, object]
ROUNDS = 5
"""How many rounds the small log has."""


def run(path: Path, *arguments: object, code: int = 0) -> None:
    assert main(["verify", "--log", url(path), *map(str, arguments)]) == code


def lines(report: Path) -> list[Json]:
    return [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]


def told(report: Path) -> dict[str, Json]:
    """The lines for rounds; the last counts."""
    return {str(line["round"]): line for line in lines(report) if line["line"] == "round"}


def harmed(path: Path) -> None:
    tampered(path, round_stream("short"), lambda rows: [*rows[:6], *rows[7:]])
