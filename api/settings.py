"""The service's own settings from the environment: the secrets of tokens."""

import os
from pathlib import Path
from typing import Final

from api.service.auth import Tokens
from domain.log.address import is_postgres, sqlite_path
from domain.log.errors import KeysMissingError
from domain.log.masters import keys_in, make_key_file

TOKENS_SETTING: Final = "PAIPU_TOKENS"


class TokensMissingError(KeysMissingError):
    """There is no secret to make or to read tokens with."""

    code = "tokens_missing"

    def __init__(self) -> None:
        Exception.__init__(self, f"{TOKENS_SETTING} names the file with the secrets of tokens")


def tokens_for(url: str) -> Tokens:
    """Return what makes and reads the tokens of a house.

    The secrets are in the file that `PAIPU_TOKENS` names; a development house has one beside its
    log, made on first use. Raises the `LogError` of a file that cannot be used.
    """
    chosen = os.environ.get(TOKENS_SETTING)
    if chosen:
        return Tokens(keys_in(Path(chosen)))
    path = None if is_postgres(url) else sqlite_path(url)
    if path is None:
        raise TokensMissingError
    return Tokens(make_key_file(path.with_name(f"{path.name}.tokens")))
