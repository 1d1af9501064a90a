"""docs/log.md says what the program does."""

import re
from pathlib import Path

from domain.log import errors
from domain.log.errors import LogError
from domain.log.examine import Kind
from tests.log.test_chain import HEADS

DOCS = Path(__file__).parents[2] / "docs" / "log.md"


def test_the_docs_name_every_code_and_fault_and_the_pinned_hashes() -> None:
    text = DOCS.read_text()
    codes = {
        kind.code
        for kind in vars(errors).values()
        if isinstance(kind, type) and issubclass(kind, LogError) and kind is not LogError
    }

    assert set(re.findall(r"^\| `([a-z_]+_[a-z_]+|unstorable)` \|", text, re.MULTILINE)) >= codes
    assert not [kind for kind in Kind if f"`{kind}`" not in text]
    assert "\n".join(HEADS) in text
