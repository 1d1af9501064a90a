"""What is wrong with a value that has not the form of a type, as a text."""

import re
from typing import Final

import msgspec

from domain.kernel.text import Text, text

_FAULTS: Final = (
    (
        re.compile(r"Expected `(?P<expected>[^`]+)`, got `(?P<got>[^`]+)`"),
        text("Expected `{expected}`, got `{got}`"),
    ),
    (
        re.compile(r"Expected `(?P<expected>[^`]+)` >= (?P<least>-?[0-9]+)"),
        text("Expected `{expected}` >= {least}"),
    ),
    (
        re.compile(r"Expected `(?P<expected>[^`]+)` <= (?P<most>-?[0-9]+)"),
        text("Expected `{expected}` <= {most}"),
    ),
    (
        re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL),
        text("Object contains unknown field `{field}`"),
    ),
    (
        re.compile(r"Invalid enum value '(?P<value>.*)'", re.DOTALL),
        text("Invalid enum value '{value}'"),
    ),
)
"""What msgspec says, and the template of it."""
_BOUNDS: Final = frozenset({"least", "most"})
_PLACE: Final = re.compile(r"(?P<fault>.*) - at `(?P<place>\$[^`]*)`", re.DOTALL)


def fault_of(error: msgspec.ValidationError) -> Text:
    """Return what is wrong with a value: msgspec's own sentence, made of what it speaks of.

    A sentence that is not known here says the same in all languages.
    """
    told = str(error)
    if found := _PLACE.fullmatch(told):
        return text("{fault} - at `{place}`", fault=_fault(found["fault"]), place=found["place"])
    return _fault(told)


def _fault(told: str) -> Text:
    for form, template in _FAULTS:
        if found := form.fullmatch(told):
            values = found.groupdict()
            bounds = {name: int(values[name]) for name in _BOUNDS & values.keys()}
            return template.of(**{**values, **bounds})
    return Text(told, {})
