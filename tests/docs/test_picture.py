"""The picture of a replayed round shows what `replay round` prints."""

import html
import re

import pytest

import replay.cli
from tests.docs.conftest import Played
from tests.docs.demo import not_in
from tests.docs.markdown import DOCS

PICTURE = (DOCS / "images" / "round.svg").read_text(encoding="utf-8")
_TEXT = re.compile(r"<text [^>]*>([^<]*)</text>")
_LAST_HASH = re.compile(r", last hash [0-9a-f]{64}$", re.MULTILINE)


def lines_of(picture: str) -> list[str]:
    """Return the lines of text in a picture, from the top."""
    return [html.unescape(text) for text in _TEXT.findall(picture)]


def not_printed(picture: str, real: str) -> list[str]:
    """Which lines of a picture are not in the real output, in order; its hash is left out."""
    shown = [line for line in lines_of(picture) if not line.startswith("$ ")]
    shown = [line for line in shown if line.strip() != "…"]
    return not_in(tuple(shown), _LAST_HASH.sub("", real))


@pytest.fixture
def printed(played: Played, capsys: pytest.CaptureFixture[str]) -> str:
    assert replay.cli.main(["round", played.example, "--log", played.address]) == 0
    return capsys.readouterr().out


def test_every_line_of_the_picture_is_printed(printed: str) -> None:
    assert len(lines_of(PICTURE)) == PICTURE.count("<text") > 30
    assert lines_of(PICTURE)[0] == "$ replay round ID"
    assert not_printed(PICTURE, printed) == []


@pytest.mark.parametrize(
    ("true", "false"), [("59600", "59601"), ("Z9.3", "Z9.1"), ("p1    A", "p1         A")]
)
def test_a_line_that_is_not_printed_is_found(true: str, false: str, printed: str) -> None:
    assert len(not_printed(PICTURE.replace(true, false), printed)) >= 1
    assert len(not_printed(PICTURE, printed.replace(true, false))) >= 1
