"""The steps of the image are done in a clean folder, as far as they are about this program."""

import subprocess
import sys
from pathlib import Path

import pytest

from replay.integrity import integrity
from tests.arch.source import ROOT
from tests.operation.container import Emulated, Step, stages

FIRST = stages((ROOT / "deploy/Containerfile").read_text())[0]
SCRIPT = """
from importlib.resources import files
import api.cli
from replay.integrity import integrity
assert api.cli.main(["migrate"]) == 0
assert files("api").joinpath("rules/house.md").is_file()
print(api.cli.__file__, integrity())
"""


def is_of_packages(command: str) -> bool:
    """Whether it fetches packages or makes an environment: they are the same as here."""
    return "venv" in command or "--require-hashes" in command


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Emulated:
    """The first stage done in a folder, with the packages that are here."""
    root = tmp_path_factory.mktemp("image")
    for name in ("paipu", "build"):
        folder = root / "opt" / name
        (folder / "bin").mkdir(parents=True)
        words = [f'#!/bin/sh\nexec {sys.executable} -m pip "$@"']
        if name == "paipu":
            words = [f'#!/bin/sh\nexec {sys.executable} -m pip "$@" --target {folder}/lib']
        (folder / "bin/pip").write_text("\n".join(words))
        (folder / "bin/pip").chmod(0o755)
    emulated = Emulated(ROOT, root, Path(sys.executable))
    done = list(emulated.do(FIRST, is_of_packages))
    assert len(done) == 2
    return emulated


def test_the_image_is_made_of_what_is_copied_into_it(built: Emulated) -> None:
    """It holds the whole program, its migrations among it."""
    ran = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT],
        env={"PYTHONPATH": f"{built.root}/opt/paipu/lib", "PAIPU_LOG": "sqlite:///log.db"},
        cwd=built.root,
        capture_output=True,
        text=True,
        check=True,
    )
    *_, place, digest = ran.stdout.split()
    assert place.startswith(str(built.root))
    assert digest == integrity()


def test_packages_are_installed_by_their_hashes() -> None:
    fetching = [step for step in FIRST if step.word == "RUN" and "--requirement" in step.said]
    assert len(fetching) == 2
    assert all("--require-hashes" in step.said for step in fetching)
    others = [step for step in FIRST if "install" in step.said and step not in fetching]
    assert [("--no-index" in step.said, "--no-deps" in step.said) for step in others] == [
        (True, True)
    ]


def test_steps_of_a_containerfile_are_read() -> None:
    text = '# x\nFROM a:1 AS b\nRUN one \\\n  two\n\nFROM c:2\nCMD ["x", "y z"]\n'
    first, second = stages(text)
    assert first == [Step("FROM", "a:1 AS b"), Step("RUN", "one    two")]
    assert second[-1].arguments == ["x", "y z"]
