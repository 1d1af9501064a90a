"""The integrity digest: the same for the same rules, another one for others."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from domain.shengji.ruleset import ruleset as shengji
from domain.sizhidao.ruleset import ruleset as sizhidao
from replay import integrity as module
from replay.integrity import integrity
from tests.arch.source import ROOT


def framed(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def by_hand(root: Path, *settings: bytes) -> str:
    """The digest as `docs/operation.md` describes it."""
    content = b"paipu.integrity.3\0"
    for one in settings:
        content += framed(b"1") + framed(one)
    for versions in ("projections/migrations/versions", "projections/store/migrations/versions"):
        newest = max(path.name for path in (root / versions).glob("0*.py"))
        content += framed(newest.partition("_")[0].encode())
    for schema in sorted((root / "tests" / "schema").glob("*.schema.json")):
        content += framed(schema.name.removesuffix(".schema.json").encode())
        told = json.loads(schema.read_text(encoding="utf-8"))
        content += framed(json.dumps(told, sort_keys=True, separators=(",", ":")).encode())
    for path in sorted(
        (root / "domain").rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()
    ):
        content += framed(path.relative_to(root).as_posix().encode())
        content += framed(path.read_bytes())
    return sha256(content).hexdigest()


def elsewhere(tmp_path: Path, change: Callable[[Path], None]) -> str:
    """The digest of a changed copy of the program."""
    for package in ("domain", "replay", "projections"):
        shutil.copytree(ROOT / package, tmp_path / package)
    change(tmp_path)
    program = "from replay.integrity import integrity; print(integrity())"
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


def windows_line_ends(root: Path) -> None:
    for path in (root / "domain").rglob("*.py"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def another_rule(root: Path) -> None:
    path = root / "domain" / "sizhidao" / "turns.py"
    path.write_bytes(path.read_bytes() + b"\n# another\n")


def another_file(root: Path) -> None:
    (root / "domain" / "sizhidao" / "zz.py").touch()


def in_the_log(root: Path) -> None:
    (root / "domain" / "log" / "zz.py").touch()


def another_migration(root: Path) -> None:
    path = root / "projections" / "store" / "revision.py"
    known = re.compile(r"^(REVISIONS: .*)\)$", re.MULTILINE)
    changed, found = known.subn(r'\1, "9999")', path.read_text())
    assert found == 1
    path.write_text(changed)


def compiled(root: Path) -> None:
    (root / "domain" / "__pycache__").mkdir(exist_ok=True)
    (root / "domain" / "__pycache__" / "zz.cpython-311.pyc").touch()


def outside_the_rules(root: Path) -> None:
    (root / "replay" / "zz.py").touch()


def test_it_is_what_the_page_says() -> None:
    settings = (
        json.dumps(msgspec.to_builtins(one), separators=(",", ":")).encode()
        for one in (sizhidao(), shengji())
    )
    assert integrity() == by_hand(ROOT, *settings)


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (windows_line_ends, True),
        (outside_the_rules, True),
        (compiled, True),
        (in_the_log, False),
        (another_migration, False),
        (another_rule, False),
        (another_file, False),
    ],
)
def test_it_changes_with_the_rules_only(
    change: Callable[[Path], None], same: bool, tmp_path: Path
) -> None:
    assert (elsewhere(tmp_path, change) == integrity()) == same


def test_files_that_are_changed_under_a_running_program_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "domain"
    shutil.copytree(ROOT / "domain", root)
    monkeypatch.setattr(module, "files", lambda _: root)
    before = integrity()
    (root / "sizhidao" / "pots.py").write_text("# other pots\n")
    assert integrity() != before
