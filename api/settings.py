"""The service's own settings: the secrets of tokens, and how it guards itself."""

from pathlib import Path
from typing import Final

from api.roles import Role
from api.service.auth import Tokens
from api.service.auth.jwks import Jwks
from api.service.auth.provider import Claims, Provider
from api.service.auth.sessions import Manner
from api.service.guarding import Guarding
from api.service.logs import log_format
from api.service.rates import Rate
from domain.kernel.text import text
from domain.log.address import is_postgres, sqlite_path
from domain.log.errors import KeysMissingError, LogError
from domain.log.masters import keys_in, make_key_file
from replay.configuration import BadEnvironmentError, number, setting
from replay.doctor import Finding, why
from replay.guards import pairs, rate, words

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
    chosen = setting(TOKENS_SETTING)
    if chosen:
        try:
            secrets = keys_in(Path(chosen))
        except KeysMissingError:  # which names the setting of other keys
            raise TokensMissingError from None
        return Tokens(secrets, set_provider())
    path = None if is_postgres(url) else sqlite_path(url)
    if path is None:
        raise TokensMissingError
    return Tokens(make_key_file(_beside(path)), set_provider())


def access_finding(url: str) -> Finding:
    """Say whether there is what tells who asks: secrets of tokens, and keys of a provider."""
    name, path = text("access"), None if is_postgres(url) else sqlite_path(url)
    beside = None if path is None else _beside(path)
    try:
        if not setting(TOKENS_SETTING) and beside is not None and not beside.exists():
            set_provider()
            return Finding(
                name=name, fine=True, detail=text("secrets of tokens are made on first use")
            )
        tokens = tokens_for(url)
        tokens.require()
    except LogError as error:
        return Finding(name=name, fine=False, detail=why(error))
    return Finding(name=name, fine=True, detail=text("secrets of tokens can be used"))


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.tokens")


def set_provider() -> Provider | None:
    """Return the provider outside whose tokens count too, None if none is set.

    Raises `BadEnvironmentError` where its issuer is not said: keys may be those of many.
    """
    source, issuer = setting("PAIPU_JWKS"), setting("PAIPU_ISSUER")
    if not source:
        return None
    if not issuer:
        message = text("PAIPU_ISSUER says who issues tokens with the keys of PAIPU_JWKS")
        raise BadEnvironmentError(message)
    claims = Claims(
        issuer,
        setting("PAIPU_AUDIENCE"),
        setting("PAIPU_ROLE_CLAIM"),
        setting("PAIPU_SCOPE_CLAIM"),
        {word: Role(role) for word, role in pairs(setting("PAIPU_ROLES")).items()},
    )
    return Provider(Jwks(source, number("PAIPU_JWKS_SECONDS")), claims)


def set_guarding() -> Guarding:
    """Return how a service guards itself, as is set. Raises `BadEnvironmentError`."""
    return Guarding(
        manner=Manner(setting("PAIPU_TLS") == "yes", 60 * number("PAIPU_IDLE_MINUTES")),
        origins=frozenset(words(setting("PAIPU_ORIGINS"))),
        address=Rate(*rate(setting("PAIPU_RATE_ADDRESS"))),
        caller=Rate(*rate(setting("PAIPU_RATE_CALLER"))),
        logins=Rate(*rate(setting("PAIPU_RATE_LOGINS"))),
        sockets=number("PAIPU_SOCKETS"),
        log_requests=log_format() == "json",
    )


def set_proxies() -> tuple[str, ...]:
    """Return the proxies that are trusted to say whose requests they pass on; as a rule none."""
    return words(setting("PAIPU_PROXIES"))
