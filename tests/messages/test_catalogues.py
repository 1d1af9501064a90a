"""Every text of the program is in all languages, with its placeholders, and nothing else is."""

import ast

import pytest

from replay.messages.language import Language
from replay.messages.say import catalogue_of
from tests.arch.source import python_files
from tests.messages.simplified import WORDINGS, simplified
from tests.messages.sources import columns, fields, templates, words
from tests.messages.write import FOLDER, catalogue, derived

CHINESE = (Language.HANT, Language.HANS)
ELSEWHERE = frozenset({"words", "settings", "forms", "columns"})
"""Sections of what is no template in the source: words and columns out of lists, pydantic's."""
UNSAID = {"expected_plural", "field_type", "parsed"}
"""What others say in English only: pydantic the plural of a noun, and which type of Python it
meant, and a parser of TOML what it has found where."""
NOT_IN_GB2312 = "啰"


def things() -> set[str]:
    """What a route may say that there is none of."""
    return {
        str(node.args[0].value)
        for path in python_files(["api"])
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "no_such"
        and isinstance(node.args[0], ast.Constant)
    }


@pytest.mark.parametrize("language", CHINESE)
def test_every_template_is_in_the_language(language: Language) -> None:
    known = catalogue_of(language)
    missing = {one.template: one.where for one in templates() if one.template not in known}
    assert missing == {}, f"to be written into replay/messages/{language}.toml"


@pytest.mark.parametrize("language", CHINESE)
def test_every_word_of_a_list_is_in_the_language(language: Language) -> None:
    said = words() | {f"there is no such {thing}" for thing in things()}
    latin = {one for one in said if any(char.isalpha() and char.isascii() for char in one)}
    seats = {"♠A", "T", "A", "B", "p1", "p2", "p3", "p4", "2-K", "9-J", "ok"}
    assert sorted(latin - seats - catalogue_of(language).keys()) == []


@pytest.mark.parametrize("language", CHINESE)
def test_every_column_of_a_report_is_in_the_language(language: Language) -> None:
    assert catalogue(language)["columns"].keys() == {one.label.template for one in columns()}


def test_no_text_is_left_that_nobody_says() -> None:
    said = {one.template for one in templates()}
    unsaid = [
        template
        for section, texts in catalogue(Language.HANT).items()
        for template in texts
        if section not in ELSEWHERE and template not in said
    ]
    assert unsaid == []
    listed = words() | said | {f"there is no such {thing}" for thing in things()}
    spoken = catalogue(Language.HANT)
    assert sorted({*spoken["words"], *spoken["settings"]} - listed) == []


@pytest.mark.parametrize("language", CHINESE)
def test_a_translation_has_exactly_the_placeholders_of_its_template(language: Language) -> None:
    for template, translation in catalogue_of(language).items():
        if "{" in translation or "{" in template:
            assert fields(translation) == fields(template) - UNSAID, template


def test_a_text_is_given_exactly_what_its_template_names() -> None:
    wrong = [
        f"{one.where}: {one.template}"
        for one in templates()
        if one.values is not None and not fields(one.template) <= one.values
    ]
    assert wrong == []


def test_the_simplified_texts_are_those_of_the_traditional_ones() -> None:
    assert (FOLDER / f"{Language.HANS}.toml").read_text("utf-8") == derived(), (
        "`python -m tests.messages.write` writes them"
    )


@pytest.mark.parametrize(
    ("language", "charset", "beside"),
    [(Language.HANT, "big5", ""), (Language.HANS, "gb2312", NOT_IN_GB2312)],
)
def test_every_character_is_one_of_its_script(
    language: Language, charset: str, beside: str
) -> None:
    strange = {
        char
        for text in catalogue_of(language).values()
        for char in text
        if "\u4e00" <= char <= "\u9fff" and char not in beside
        if char.encode(charset, "ignore") == b""
    }
    assert strange == set()


def test_wordings_differ_where_the_mainland_says_it_otherwise() -> None:
    texts = "".join(catalogue_of(Language.HANS).values())
    assert [one for one in WORDINGS if simplified(one) == one] == []
    assert [one for one in WORDINGS.values() if one not in texts] == []
