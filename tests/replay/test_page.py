"""`replay round --html`: one page of itself, escaped, masked as the text is, in every language."""

import re
import stat
from html.parser import HTMLParser
from pathlib import Path

import pytest

from domain.kernel.seats import Seat
from domain.log.store import Log, open_log
from replay.cli import main
from replay.errors import UNREADABLE
from replay.messages.language import Language
from replay.messages.say import saying
from replay.page import page
from replay.proof import prove
from replay.round import told_to
from replay.words import EVERYTHING, Viewer
from tests.replay.test_shengji_round import told
from tests.support.keys import KEYS
from tests.support.logs import SHORT, new_log, store, ticking, url

Capture = pytest.CaptureFixture[str]
VOID = frozenset({"meta"})
CARD = re.compile(r"\b(?:[2-9TJQKA][shdc]|BJ|SJ)\b")
STRANGE = '<script>alert("p")</script>&'


class Read(HTMLParser):
    """What a browser makes of a page: its elements, each closed, their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.text: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.text.append(data)


def page_of(log: Log, round_id: str, viewer: Viewer, language: Language = Language.EN) -> Read:
    proof = prove(log, round_id)
    assert proof is not None
    return Read(page(proof, viewer, None, language))


@pytest.mark.parametrize("language", Language)
def test_a_page_tells_every_event_and_check_in_its_language(
    language: Language, reader: Log, example: str
) -> None:
    proof, say = prove(reader, example), saying(language)
    assert proof is not None
    read = page_of(reader, example, None, language)
    whole = "\n".join(read.text)
    for entry in told_to(proof, None, None):
        words = entry.told.words
        assert all(say(one) in whole for one in (words.text, words.rule, *words.details))
    for check in proof.checks:
        assert say(check.name) in whole
        assert say(check.detail) in whole


def test_a_page_is_of_itself_and_runs_nothing(reader: Log, example: str) -> None:
    read = page_of(reader, example, None)
    assert not read.elements & {"script", "link", "img", "iframe", "object", "form", "a", "base"}
    assert not read.attributes & {"src", "href", "onload", "style", "action"}
    proof = prove(reader, example)
    assert proof is not None
    html = page(proof, None, None, Language.EN)
    assert "default-src 'none'" in html
    assert "http:" not in html
    assert "https:" not in html
    assert "url(" not in html


@pytest.mark.parametrize("viewer", [None, Seat("p1"), Seat("p2"), EVERYTHING])
def test_a_page_shows_the_cards_that_the_text_shows_and_no_others(
    viewer: Viewer, one: Path
) -> None:
    with open_log(url(one), now=ticking(), read_only=True, keys=KEYS) as log:
        proof, read = prove(log, "r"), page_of(log, "r", viewer)
    assert proof is not None
    shown = {
        card
        for entry in told_to(proof, viewer, None)
        for text in (entry.told.words.text, *entry.told.words.details)
        for card in CARD.findall(text)
    }
    assert set(CARD.findall("\n".join(read.text))) == shown


def test_names_are_escaped(tmp_path: Path) -> None:
    names = (STRANGE, "<b>", "&lt;")
    with new_log(tmp_path / "log.db") as log:
        store(log, STRANGE, SHORT, players=names, table="</title><i>")
        read = page_of(log, STRANGE, None)
    assert not read.elements & {"script", "b", "i"}
    whole = "\n".join(read.text)
    assert all(name in whole for name in (*names, "</title><i>"))


def test_the_page_is_a_new_file_of_its_owner(
    played: Path, example: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "round.html"
    said = told(played, capsys, "round", example, "--html", str(file), "--lang", Language.HANS)
    assert said == "已证实\n"
    assert stat.S_IMODE(file.stat().st_mode) == stat.S_IRUSR | stat.S_IWUSR
    assert '<html lang="zh-Hans">' in (before := file.read_text("utf-8"))

    again = ["round", example, "--html", str(file), "--log", url(played)]
    assert main(again) == UNREADABLE
    assert "nothing takes its place (cannot_write)" in capsys.readouterr().err
    assert file.read_text("utf-8") == before


def test_a_refused_reveal_writes_no_page(
    played: Path, example: str, tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "round.html"
    asked = ["round", example, "--reveal", "--html", str(file), "--log", url(played)]
    assert main(asked) == UNREADABLE
    assert "(reveal_refused)" in capsys.readouterr().err
    assert not file.exists()
