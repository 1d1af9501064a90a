"""What is found wrong with the form of a request, as a text."""

from collections.abc import Mapping
from typing import Any, Final

from pydantic_core import PydanticKnownError

from domain.kernel.text import Text, text

_PLURALS: Final = ("", "s")
"""What stands behind a noun in some templates."""


def fault_said(fault: Mapping[str, Any], told: str) -> str:
    """Return a fault of pydantic's as a text: what was `told` of it, if its template makes that."""
    kind, values = fault["type"], fault.get("ctx", {})
    if kind == "union_tag_invalid":
        return text("Input should be one of {tags}", tags=values["expected_tags"])
    try:
        template = PydanticKnownError(kind, values or None).message_template
        for plural in _PLURALS if values else ():
            said = Text(template, {**values, "expected_plural": plural})
            if said == told:
                return said
    except (LookupError, TypeError, ValueError):  # a fault of our own, or with values of its own
        return told
    return Text(template, {}) if template == told else told
