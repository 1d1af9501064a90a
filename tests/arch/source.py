"""Where the source is, and what is looked at."""

from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("domain", "projections", "api", "replay")

_NOT_OURS = {".git", ".venv", ".hypothesis", "build", "dist", "var"}
_CACHES = ("cache", "cache__", ".egg-info")


def python_files(folders: Iterable[str] = (*PACKAGES, "tests")) -> list[Path]:
    """Every Python file below the named folders of the checkout, in order of name."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


def text_files(folder: Path = ROOT) -> Iterator[Path]:
    """Every file of the checkout that a commit could hold, caches and environments left out."""
    for path in sorted(folder.iterdir()):
        if path.is_file():
            if path.suffix != ".pyc":
                yield path
        elif path.name not in _NOT_OURS and not path.name.endswith(_CACHES):
            yield from text_files(path)


def shown(path: Path) -> str:
    """The path as the reader of a failure knows it, from the root of the checkout."""
    return path.relative_to(ROOT).as_posix()
