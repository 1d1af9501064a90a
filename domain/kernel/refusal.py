"""Refusals: the answer to a command that the rules do not allow."""

from typing import ClassVar

import msgspec


class Refusal(msgspec.Struct, frozen=True, kw_only=True):
    """A command was refused and nothing changed.

    `code` is stable and snake_case; `rule` is the clause that refuses; `text` says it in a sentence
    whose placeholders are the fields. Fields never hold a card that is not public.
    """

    code: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    text: ClassVar[str] = ""

    def params(self) -> dict[str, object]:
        """Return the fields of the refusal, ready for JSON."""
        fields = msgspec.to_builtins(self)
        return dict(fields) if isinstance(fields, dict) else {}

    def __str__(self) -> str:
        """Return the sentence of the refusal, its code and its rule."""
        return f"{self.text.format(**self.params())} ({self.code}, rule {self.rule})"
