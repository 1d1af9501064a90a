"""No file says where on somebody's machine it was written."""

import re

import pytest

from tests.arch.source import shown, text_files

# Written apart so that this file does not hold what it forbids.
_FOLDERS = "work|root|home|Users"
LOCAL = re.compile(r"(?<![\w.})\]$*-])/(?:" + _FOLDERS + r")(?![\w-])|\b[A-Z]:\\Users\b")


def test_no_file_holds_a_local_path() -> None:
    found: list[str] = []
    seen = 0
    for path in text_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # not a text
        seen += 1
        found += [f"{shown(path)}: {hit[0]}" for hit in LOCAL.finditer(text)]
    assert seen > 1
    assert found == []


@pytest.mark.parametrize("before", ["", '"', "see ", "(", "file://"])
@pytest.mark.parametrize("folder", ["work/x", "root", "home/ann/paipu"])
def test_local_paths_are_recognised(before: str, folder: str) -> None:
    assert LOCAL.search(f"{before}/{folder}")


@pytest.mark.parametrize(
    "text", ["/v1/checkpoints/root", "{id}/root", "/rooted", "and/work", "/v1/rounds", "./home"]
)
def test_other_slashes_are_left_alone(text: str) -> None:
    assert not LOCAL.search(text)


def test_the_readers_of_a_commit_are_all_looked_at() -> None:
    names = {shown(path) for path in text_files()}
    assert {"Makefile", ".ci/run", ".gitignore", "tests/arch/test_paths.py"} <= names
    assert not [name for name in names if name.startswith((".venv/", ".git/"))]
