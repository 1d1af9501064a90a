"""Saying texts in a language: by catalogues that have every template of the program."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import tomli

from domain.kernel.text import Text
from replay.messages.language import Language

Say = Callable[[str], str]
"""Returns a text in one language; what is no text, such as a name, it returns as it is."""


def english(said: str) -> str:
    """Say a text in English, in which it is written."""
    return said


def saying(language: Language) -> Say:
    """Return who says texts in a language."""
    if language is Language.EN:
        return english
    catalogue = catalogue_of(language)
    return lambda said: _said(said, catalogue)


@cache
def catalogue_of(language: Language) -> Mapping[str, str]:
    """Return the templates of a language by the English ones; English has none.

    The sections of its file are for whoever reads that, and no template stands in two of them.
    """
    if language is Language.EN:
        return {}
    content = files(__package__).joinpath(f"{language}.toml").read_text("utf-8")
    found: dict[str, str] = {}
    for section in tomli.loads(content).values():
        assert not found.keys() & section.keys(), "no template stands in two sections"
        found |= section
    return found


def _said(said: str, catalogue: Mapping[str, str]) -> str:
    if not isinstance(said, Text):
        return said
    template = catalogue.get(said.template, said.template)
    if not said.params:
        return template
    params = {
        name: _said(value, catalogue) if isinstance(value, str) else value
        for name, value in said.params.items()
    }
    return template.format(**params)
