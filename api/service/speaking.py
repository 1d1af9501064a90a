"""In which language a client is answered: the one that its `Accept-Language` prefers."""

from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import Depends, Response
from starlette.requests import HTTPConnection

from replay.messages.language import Language, wished
from replay.messages.say import Say, saying

HEADER: Final = "Accept-Language"


def language_of(asked: HTTPConnection) -> Language:
    """Return the language of a request or a socket, English without a wish."""
    return wished(", ".join(asked.headers.getlist(HEADER)))


def in_language(language: Language) -> Mapping[str, str]:
    """Return the headers of an answer in a language that its client has asked for."""
    return {"Content-Language": language, "Vary": HEADER}


async def _language(connection: HTTPConnection) -> Language:
    return language_of(connection)


async def _say(connection: HTTPConnection, response: Response) -> Say:
    language = language_of(connection)
    response.headers.update(in_language(language))
    return saying(language)


Asked = Annotated[Language, Depends(_language)]
"""The language of the request."""
Spoken = Annotated[Say, Depends(_say)]
"""Says texts of an answer in the language of the request, and its headers tell which that is."""
