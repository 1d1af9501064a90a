"""The oracle is a second reading of the rules: it knows nothing of the product's code."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.arch.source import PACKAGES, ROOT


def imported(source: str) -> Iterator[str]:
    """The modules that a source imports."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module)):
                yield module
            case _:
                pass


def ours(source: str) -> list[str]:
    """What a source imports of the product."""
    return [module for module in imported(source) if module.split(".")[0] in PACKAGES]


def test_the_oracle_imports_nothing_of_the_product() -> None:
    files: list[Path] = sorted((ROOT / "tests/oracle").rglob("*.py"))
    assert len(files) > 20
    assert {path.name: ours(path.read_text()) for path in files if ours(path.read_text())} == {}


def test_an_import_of_the_product_is_found() -> None:
    assert ours("import tests.oracle\nfrom domain.shengji import units\nimport api") == [
        "domain.shengji",
        "api",
    ]
