"""Every page: its links lead somewhere, its make targets exist, it leaves nothing open."""

import re
from pathlib import Path

import pytest

from tests.arch.source import ROOT, shown
from tests.docs.markdown import DOCS, all_pages, anchors, blocks, links, page, prose, spans

# Written apart so that this file does not hold what it forbids.
OPEN = re.compile(rf"\b(?:{'TO'}DO|{'FIX'}ME|{'T'}BD|{'XX'}X)\b", re.IGNORECASE)
_TARGET = re.compile(r"[a-z]+")


def broken(path: Path, text: str) -> list[str]:
    """Which relative links of a page lead nowhere."""
    return [link for link in links(text) if not _leads_somewhere(path, link)]


def _leads_somewhere(path: Path, link: str) -> bool:
    if re.match(r"[a-z]+:", link):
        return True  # an address outside; nothing here may ask the network
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    if not target.is_relative_to(ROOT) or not target.exists():
        return False
    return not anchor or anchor in anchors(target.read_text(encoding="utf-8"))


def made(text: str) -> set[str]:
    """Which make targets a page names in its code."""
    indented = re.findall(r"^ {4}(make .*)$", prose(text), re.MULTILINE)
    fenced = [line.removeprefix("$ ") for block in blocks(text) for line in block.text.splitlines()]
    targets = set[str]()
    for said in (*spans(prose(text)), *indented, *fenced):
        words = said.partition("#")[0].split()
        if words[:1] == ["make"]:
            targets.update(word for word in words[1:] if _TARGET.fullmatch(word))
    return targets


def targets_of(makefile: str) -> set[str]:
    return set(re.findall(r"^([a-z]+):(?!=)", makefile, re.MULTILINE))


def test_every_relative_link_and_anchor_leads_somewhere() -> None:
    found = {shown(path): broken(path, path.read_text(encoding="utf-8")) for path in all_pages()}
    assert {name: links for name, links in found.items() if links} == {}


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("glossary.md", True),
        ("rules/sizhidao.md#z1-table", True),
        ("rules/sizhidao.md#z0-nothing", False),
        ("rules/", True),
        ("#commands", True),
        ("#nothing", False),
        ("nothing.md", False),
        ("../../outside.md", False),
        ("https://example.org/x", True),
    ],
)
def test_a_link_that_leads_nowhere_is_found(link: str, leads: bool) -> None:
    assert broken(DOCS / "commands.md", f"[x]({link})") == ([] if leads else [link])


def test_every_make_target_named_exists() -> None:
    targets = targets_of((ROOT / "Makefile").read_text(encoding="utf-8"))
    named = {path: made(path.read_text(encoding="utf-8")) for path in all_pages()}
    assert set().union(*named.values()) >= {"setup", "check"}
    unknown = {shown(path): names - targets for path, names in named.items() if names - targets}
    assert unknown == {}


def test_make_targets_are_found_in_code_only() -> None:
    indented, fenced = "    make setup ARGS='-k Z4'  # make a\n", "```sh\n$ make fix lint\n```\n"
    text = f"make room, `make clean`\n\n{indented}{fenced}"
    assert made(text) == {"clean", "setup", "fix", "lint"}
    assert targets_of("PY := x\nrun: setup ## play\n$(X): y\n\t@make z\n") == {"run"}


def test_no_page_leaves_anything_open() -> None:
    pages = {shown(path): path.read_text(encoding="utf-8") for path in all_pages()}
    assert "docs/replay.md" in pages
    assert [name for name, text in pages.items() if OPEN.search(text)] == []
    words = ("TO-DO", "FIX-ME", "T-BD", "XX-X")
    assert all(OPEN.search(f"a ({word.replace('-', '')}: b)") for word in words)


def not_listed(index: str, pages: list[Path]) -> list[str]:
    """Which pages the index links neither by themselves nor by their folder."""
    linked = {(DOCS / link.partition("#")[0]).resolve() for link in links(index)}
    return [shown(path) for path in pages if not linked & {path, path.parent}]


def test_the_index_leads_to_every_page() -> None:
    pages = [path for path in all_pages() if path != DOCS / "README.md"]
    pages = [path for path in pages if DOCS in path.parents or path.parent == ROOT]
    assert not_listed(page("README.md"), pages) == []
    assert not_listed("[x](glossary.md)", [DOCS / "glossary.md", DOCS / "log.md"]) == [
        "docs/log.md"
    ]
