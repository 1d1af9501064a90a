"""The lock files pin everything, with hashes, and say nothing of where it comes from."""

import re
import tomllib
from collections.abc import Iterable

import pytest

from tests.arch.source import ROOT

LOCKS = ("run.txt", "build.txt", "dev.txt")
PIN = re.compile(r"([a-z0-9][a-z0-9-]*)==(\S+)(?: ; [^\\]+)?(?: --hash=sha256:[0-9a-f]{64})+")


def entries(text: str) -> list[str]:
    """The requirements of a lock file, one line each, comments left out."""
    joined = re.sub(r"\s*\\\n\s*", " ", text)
    return [line.strip() for line in joined.splitlines() if line.strip() and line[0] != "#"]


def unpinned(text: str) -> list[str]:
    """The entries that are not one exact version with at least one sha256."""
    return [entry for entry in entries(text) if not PIN.fullmatch(entry)]


def addresses(text: str) -> list[str]:
    """The lines, comments too, that name an index, an address or a path."""
    told = re.compile(r"://|--[a-z-]*(?:index|links|host)|(?:^|\s)@\s|\.(?:org|com|net)\b|/")
    return [line for line in text.splitlines() if told.search(line)]


def pins(name: str) -> dict[str, str]:
    """Name → version of one lock file."""
    text = (ROOT / "requirements" / name).read_text()
    return {m[1]: m[2] for m in map(PIN.fullmatch, entries(text)) if m}


def normal(requirements: Iterable[str]) -> set[str]:
    """The names in requirement lines, as the lock files write them."""
    return {re.split(r"[\[<>=~! ;]", line)[0].lower().replace("_", "-") for line in requirements}


@pytest.mark.parametrize("name", LOCKS)
def test_every_entry_is_pinned_with_hashes_and_has_no_address(name: str) -> None:
    text = (ROOT / "requirements" / name).read_text()
    assert len(entries(text)) > 1
    assert unpinned(text) == []
    assert addresses(text) == []


def test_everything_the_project_names_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    run = normal(project["project"]["dependencies"])
    build = normal(project["build-system"]["requires"])
    dev = normal(line for line in project["dependency-groups"]["dev"] if isinstance(line, str))
    assert run <= pins("run.txt").keys()
    assert build == normal(project["dependency-groups"]["build"])
    assert build <= pins("build.txt").keys()
    assert run | build | dev <= pins("dev.txt").keys()


@pytest.mark.parametrize("name", ["run.txt", "build.txt"])
def test_one_version_everywhere(name: str) -> None:
    assert pins(name).items() <= pins("dev.txt").items()


def test_a_loose_pin_and_an_address_are_found() -> None:
    good = f"a==1.0 \\\n    --hash=sha256:{'0' * 64}\n"
    assert unpinned(good) == addresses(good) == []
    assert unpinned(f"{good}b==1.0\nc>=2 --hash=sha256:{'0' * 64}\n") == [
        "b==1.0",
        f"c>=2 --hash=sha256:{'0' * 64}",
    ]
    # Put together here, so that no option or address stands in the project, not even as an example.
    options = [f"--{'-'.join(words)} x" for words in (
        ("index", "url"), ("extra", "index", "url"), ("find", "links"), ("trusted", "host"),
    )]  # fmt: skip
    stroke = chr(47)
    places = [f"# from https:{2 * stroke}host", f"# a{stroke}b.whl", "d @ z"]
    for line in (*options, *places):
        assert addresses(good + line) == [line]
