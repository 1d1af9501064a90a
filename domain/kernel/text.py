"""Texts: sentences in English that know what they are made of, so that they can be said otherwise.

A text is the English sentence itself, and goes wherever a string goes. Whoever shows it to a person
may say it in another language (`replay.messages`); what is stored or sent as JSON stays English.
"""

from collections.abc import Iterable
from typing import Self


class Text(str):
    """A sentence made of a template and the values of its placeholders.

    Values that are texts are said in the other language too, everything else stays as it is.
    """

    __slots__ = ("params", "template")

    template: str
    params: dict[str, object]

    def __new__(cls, template: str, params: dict[str, object]) -> Self:
        """Return the sentence. Without values the template is the sentence, braces and all."""
        made = super().__new__(cls, template.format(**params) if params else template)
        made.template = template
        made.params = params
        return made

    def of(self, **params: object) -> "Text":
        """Return the text with values for its placeholders."""
        return Text(self.template, params)

    def __reduce__(self) -> tuple[type["Text"], tuple[str, dict[str, object]]]:
        """Other processes are sent what the text is made of."""
        return Text, (self.template, self.params)


def text(template: str, /, **params: object) -> Text:
    """Return a text. A test looks for every template that is written out here in all languages."""
    return Text(template, params)


def joined(separator: str, parts: Iterable[str]) -> Text:
    """Return texts one after another, with a separator that may be a text too."""
    values: dict[str, object] = {f"part{number}": part for number, part in enumerate(parts)}
    template = "{separator}".join(f"{{{name}}}" for name in values)
    return Text(template, {**values, "separator": separator} if values else {})


def text_of(error: Exception) -> Text:
    """Return what an error says; one made without a text says the same in all languages."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, Text) else Text(str(error), {})


def reason_of(error: OSError) -> Text:
    """Return why an operating system refuses, as it says it itself."""
    return word(error.strerror or type(error).__name__)


def plainly(value: object) -> str:
    """Return a text as a plain string: what msgspec encodes in its place.

    Raises `TypeError` for everything else, which cannot be encoded.
    """
    if isinstance(value, Text):
        return str(value)
    message = f"a {type(value).__name__} cannot be encoded"
    raise TypeError(message)


def word(name: str) -> Text:
    """Return a name out of a fixed list, such as a phase's, as a text that people can read."""
    return Text(name, {})
