"""All refusals with their sentences, for whoever makes a client."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated

from fastapi import Response
from pydantic import Field

from api.service.answers import Answer
from domain.kernel.refusal import Refusal
from domain.kernel.text import word
from replay.messages.language import Language
from replay.messages.say import saying

InLanguages = Annotated[dict[str, str], Field(description="the same by language: en, zh-Hant …")]


class RefusalAnswer(Answer):
    """A refusal; several have one code where games say it in other words."""

    code: str
    rule: Annotated[str, Field(description="the clause that refuses")]
    texts: Annotated[InLanguages, Field(description="placeholders are `params` of the problem")]
    params: Annotated[tuple[str, ...], Field(description="the names of the placeholders")]
    words: Annotated[
        dict[str, dict[str, InLanguages]],
        Field(description="what stands for the values of a parameter that is one of some words"),
    ]


class RefusalsAnswer(Answer):
    """All refusals, by their codes."""

    refusals: tuple[RefusalAnswer, ...]


async def listed() -> Response:
    """List all refusals of the rules: code, rule, and the sentence in every language."""
    return Response(_listed(), media_type="application/json")


@cache
def _listed() -> bytes:
    kinds = sorted(_below(Refusal), key=lambda kind: (kind.code, kind.rule))
    answer = RefusalsAnswer(refusals=tuple(map(_answer, kinds)))
    return answer.model_dump_json().encode()


def _below(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for one in kind.__subclasses__():
        if one.__module__.partition(".")[0] == "domain":
            yield one
        yield from _below(one)


def _answer(kind: type[Refusal]) -> RefusalAnswer:
    return RefusalAnswer(
        code=kind.code,
        rule=kind.rule,
        texts=_said(kind.text),
        params=kind.__struct_fields__,
        words={
            name: {str(one): _said(one) for one in words} for name, words in kind.worded.items()
        },
    )


def _said(template: str) -> dict[str, str]:
    return {language.value: saying(language)(word(template)) for language in Language}
