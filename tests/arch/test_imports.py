"""The import contracts of pyproject.toml hold, and each of them can be broken."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arch.source import PACKAGES, ROOT

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """What the import linter says of the packages that lie in a folder."""
    command = [sys.executable, "-c", LINT, "--no-logo", "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A throw-away copy of the four packages and of their contracts."""
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=ignored)
    return tmp_path


def test_the_contracts_are_kept() -> None:
    told = lint(ROOT)
    assert told.returncode == 0, told.stdout
    assert "0 broken" in told.stdout


@pytest.mark.parametrize(
    ("module", "source", "contract"),
    [
        ("domain/stray.py", "import replay\n", "packages:"),
        ("projections/stray.py", "import api\n", "packages:"),
        ("domain/utils.py", "", "domain:"),
        ("domain/kernel/stray.py", "import domain.cards\n", "domain:"),
        ("domain/cards/stray.py", "import domain.chips\n", "domain:"),
        ("domain/chips/stray.py", "import domain.cards\n", "domain:"),
        ("domain/cards/stray.py", "import domain.fairness\n", "domain:"),
        ("domain/fairness/stray.py", "import domain.sizhidao\n", "domain:"),
        ("domain/fairness/stray.py", "import random\n", "rules know no chance"),
        ("domain/sizhidao/stray.py", "import domain.log\n", "domain:"),
        ("domain/sizhidao/stray.py", "import domain.house\n", "domain:"),
        ("domain/house/stray.py", "import domain.sizhidao.ruleset\n", "domain:"),
        ("domain/house/table/stray.py", "import domain.sizhidao.state\n", "domain:"),
        ("domain/house/match/stray.py", "import domain.shengji.state\n", "domain:"),
        ("domain/house/table/stray.py", "import domain.shengji.ruleset\n", "domain:"),
        ("domain/house/wallet/stray.py", "import domain.log.store\n", "domain:"),
        ("domain/flow/stray.py", "import domain.log.store\n", "domain:"),
        ("domain/flow/stray.py", "import time\n", "rules know no chance"),
        ("domain/house/stray.py", "import datetime\n", "rules know no chance"),
        ("domain/kernel/stray.py", "import random\n", "rules know no chance"),
        ("domain/cards/stray.py", "import secrets\n", "rules know no chance"),
        ("domain/chips/stray.py", "from os import path\n", "rules know no chance"),
        ("domain/sizhidao/stray.py", "from datetime import datetime\n", "rules know no chance"),
        ("domain/paipu/stray.py", "import eventsourcing.domain\n", "rules know no chance"),
        ("api/stray.py", "import eventsourcing.persistence\n", "only domain.log"),
        ("projections/stray.py", "import eventsourcing\n", "only domain.log"),
        ("projections/stray/view.py", "import sqlalchemy.orm\n", "views are computed"),
    ],
)
def test_a_stray_import_is_refused(copy: Path, module: str, source: str, contract: str) -> None:
    path = copy / module
    path.parent.mkdir(exist_ok=True)
    (path.parent / "__init__.py").touch()
    path.write_text(source)
    told = lint(copy)
    assert told.returncode == 1, told.stdout + told.stderr
    broken = [line for line in told.stdout.splitlines() if "BROKEN" in line.split()]
    assert any(line.startswith(contract) for line in broken), told.stdout
