"""Refusals: the answer to a command that the rules do not allow."""

from collections.abc import Collection, Mapping
from typing import ClassVar

import msgspec

from domain.kernel.text import Text, text, word


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A command was refused and nothing changed.

    `code` is stable and snake_case; `rule` is the clause that refuses; `text` says it in a sentence
    whose placeholders are the fields. Those in `worded` hold one of some words, such as a phase.
    Fields never hold a card that is not public.
    """

    code: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    text: ClassVar[str] = ""
    worded: ClassVar[Mapping[str, Collection[str]]] = {}

    def said(self) -> Text:
        """Return the sentence as a text, in which the fields of `worded` are texts themselves."""
        values = {
            name: word(str(value)) if name in self.worded else value
            for name, value in self.params().items()
        }
        return Text(self.text, values)

    def told(self) -> Text:
        """Return the sentence of the refusal, its code and its rule, as a text."""
        told = text("{refusal} ({code}, rule {rule})")
        return told.of(refusal=self.said(), code=self.code, rule=word(self.rule))

    def params(self) -> dict[str, object]:
        """Return the fields of the refusal, ready for JSON."""
        fields = msgspec.to_builtins(self)
        return dict(fields) if isinstance(fields, dict) else {}

    def __str__(self) -> str:
        """Return the sentence of the refusal, its code and its rule."""
        return str(self.told())
