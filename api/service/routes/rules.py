"""The texts of the rules that this program plays by, for whoever plays (GLI-19 4.4.1)."""

import hashlib
import re
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

from fastapi import Response
from pydantic import Field

from api.service.answers import Answer

NAMES: Final = ("sizhidao", "shengji", "house")
_VERSION: Final = re.compile(r"# .*, version (\d+)")


class RulesAnswer(Answer):
    """The rules of a game, or of the house around the games, in one version."""

    name: Annotated[str, Field(description="the game, or `house`")]
    version: Annotated[int, Field(description="which rounds name that are played by it")]
    sha256: Annotated[str, Field(description="of the text in UTF-8, in hex")]
    text: Annotated[str, Field(description="in Markdown, as it is published")]


class AllRulesAnswer(Answer):
    """All rules, in every version that this program plays by."""

    rules: tuple[RulesAnswer, ...]


async def rules() -> Response:
    """Tell the rules by which rounds are played and the house is kept, with their versions."""
    return Response(_rules(), media_type="application/json")


@cache
def _rules() -> bytes:
    return AllRulesAnswer(rules=tuple(map(_answer, NAMES))).model_dump_json().encode()


def _answer(name: str) -> RulesAnswer:
    # The folder is that of docs/, by a link in the checkout and as files in a wheel.
    content = files("api").joinpath("rules", f"{name}.md").read_bytes()
    text = content.decode()
    version = _VERSION.match(text)
    assert version is not None
    digest = hashlib.sha256(content).hexdigest()
    return RulesAnswer(name=name, version=int(version[1]), sha256=digest, text=text)
