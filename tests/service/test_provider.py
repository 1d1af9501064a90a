"""Tokens of a provider outside: by its keys, its issuer and for us, and in no other way."""

import base64
import hmac
import json
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.roles import Caller, Role, Scope
from api.service.auth.jwks import BadJwksError, Jwks
from api.service.auth.provider import Claims, Provider
from api.service.auth.tokens import Tokens, now
from api.service.problems import ProblemError
from tests.service.provider import (
    ANOTHER,
    AUDIENCE,
    ED,
    ISSUER,
    KEYS,
    LEFT_OUT,
    RSA,
    claims,
    jwk,
    part,
    published,
    publishing,
    signed,
    written,
)
from tests.support.service import PATIENCE

OWN = {"own": bytes(range(32))}
MEANT = {"guests": Role.PLAYER, "office": Role.OPERATOR, "watch": Role.AUDITOR}
CLAIMS = Claims(ISSUER, AUDIENCE, "groups", "scope", MEANT)


@pytest.fixture
def tokens(tmp_path: Path) -> Iterator[Tokens]:
    (tmp_path / "keys").write_text(published())
    found = Tokens(OWN, Provider(Jwks(str(tmp_path / "keys"), 3600), CLAIMS))
    with found.reading():
        yield found


def refused(tokens: Tokens, token: str, code: str = "bad_token") -> None:
    with pytest.raises(ProblemError) as error:
        tokens.read(token)
    assert (error.value.status_code, error.value.problem.code) == (401, code)
    assert token not in error.value.problem.detail


def until(true: Callable[[], bool]) -> None:
    """Wait until something is true that must become so."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("kid", KEYS)
def test_a_token_of_the_provider_says_who_asks(tokens: Tokens, kid: str) -> None:
    known = tokens.known(signed(kid))
    assert known.who == Caller("ann", Role.PLAYER)
    assert known.until - known.issued == 600


def test_tokens_of_this_house_count_as_before(tokens: Tokens) -> None:
    bob = Caller("bob", Role.AUDITOR)
    ours = Tokens(OWN).make(bob, timedelta(minutes=1), now())
    assert tokens.read(ours) == bob
    refused(tokens, f"{ours}x")


@pytest.mark.parametrize(
    ("groups", "role"),
    [
        ("office", Role.OPERATOR),
        (["everybody", "watch"], Role.AUDITOR),
        (["guests", "guests"], Role.PLAYER),
    ],
)
def test_a_role_is_what_the_words_of_the_provider_mean(
    tokens: Tokens, groups: object, role: Role
) -> None:
    assert tokens.read(signed("ed", claims(groups=groups))).role is role


def test_scopes_of_others_grant_nothing(tokens: Tokens) -> None:
    def scopes(told: object) -> frozenset[Scope] | None:
        return tokens.read(signed("ed", claims(scope=told))).scopes

    assert scopes(LEFT_OUT) is None
    assert scopes("openid read") == frozenset({Scope.READ})
    assert scopes("openid profile") == scopes("") == frozenset()


NOT_FOR_US: dict[str, dict[str, object]] = {
    "another issuer": {"iss": "https://evil.example"},
    "an issuer with a stroke more": {"iss": ISSUER + "/"},
    "issuers": {"iss": [ISSUER]},
    "no issuer": {"iss": LEFT_OUT},
    "another audience": {"aud": "another"},
    "our own audience": {"aud": "paipu"},
    "no audience": {"aud": LEFT_OUT},
    "no end": {"exp": LEFT_OUT},
    "an end in words": {"exp": "4000000000"},
    "an end in pieces": {"exp": 4_000_000_000.5},
    "no beginning": {"iat": LEFT_OUT},
    "a login in words": {"auth_time": "now"},
    "nobody": {"sub": LEFT_OUT},
    "a name with a stroke": {"sub": "a/b"},
    "no role": {"groups": LEFT_OUT},
    "no role of ours": {"groups": ["everybody"]},
    "a role of ours that is not meant": {"groups": "operator"},
    "two roles": {"groups": ["guests", "office"]},
    "an object for roles": {"groups": {"office": True}},
    "a role in a role's place": {"groups": LEFT_OUT, "role": "operator"},
    "a list of scopes": {"scope": ["read"]},
}


@pytest.mark.parametrize("other", NOT_FOR_US.values(), ids=NOT_FOR_US)
def test_a_token_that_is_not_for_us_is_refused(tokens: Tokens, other: dict[str, object]) -> None:
    refused(tokens, signed("ed", claims(**other)))


@pytest.mark.parametrize("claim", ["iat", "nbf", "auth_time"])
def test_a_token_that_is_still_to_come_is_refused(tokens: Tokens, claim: str) -> None:
    refused(tokens, signed("ed", claims(**{claim: int(time.time()) + 60})))


def test_clocks_may_differ_a_little_both_ways(tokens: Tokens) -> None:
    here = int(time.time())
    assert tokens.read(signed("ed", claims(iat=here + 5, nbf=here + 5))).name == "ann"
    assert tokens.read(signed("ed", claims(iat=here - 99, exp=here - 5))).name == "ann"
    refused(tokens, signed("ed", claims(iat=here + 30)))
    refused(tokens, signed("ed", claims(exp=here - 30)), "token_expired")


def forged(header: dict[str, Any], key: bytes) -> str:
    """Return a token that is signed with some bytes as if they were a secret."""
    text = f"{part(header)}.{part(claims(groups='office'))}"
    signature = hmac.digest(key, text.encode(), "sha256")
    return f"{text}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"


@pytest.mark.parametrize("kid", KEYS)
@pytest.mark.parametrize("algorithm", ["HS256", "HS512", "none", "None", "RS256", "ES256", "EdDSA"])
def test_a_public_key_is_no_secret(tokens: Tokens, kid: str, algorithm: str) -> None:
    """Whatever a forger writes of algorithms, a key is used for its own only."""
    public = KEYS[kid][1].public_key()
    forms = [
        public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
        public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo),
        json.dumps(jwk(*KEYS[kid])).encode(),
        b"",
    ]
    for form in forms:
        refused(tokens, forged({"alg": algorithm, "kid": kid}, form))


def test_a_key_is_for_its_own_algorithm(tokens: Tokens) -> None:
    for kid in KEYS:
        for other, (algorithm, key) in KEYS.items():
            if other != kid:
                refused(tokens, written({"alg": algorithm, "kid": kid}, claims(), algorithm, key))
    for algorithm in ("RS384", "PS256"):
        refused(tokens, written({"alg": algorithm, "kid": "rsa"}, claims(), algorithm, RSA))


def test_kinds_of_keys_are_kept_apart(tokens: Tokens) -> None:
    """Our own secret is named by no token of the provider, nor its key by one of ours."""
    refused(tokens, jwt.encode(claims(), ED, "EdDSA", {"kid": "own"}))
    ours = {"sub": "ann", "role": "operator", "aud": "paipu", "iat": 0, "exp": 4_000_000_000}
    for kid in (*KEYS, "", "another"):
        refused(tokens, jwt.encode(ours, OWN["own"], "HS256", {"kid": kid}))
    refused(tokens, jwt.encode({**ours, "aud": AUDIENCE}, OWN["own"], "HS256", {"kid": "own"}))


def test_a_token_brings_no_key_with_it(tokens: Tokens) -> None:
    own = jwk("EdDSA", ANOTHER, kid="mine")
    for header in (
        {"jwk": own},
        {"jku": "http://127.0.0.1:9/keys"},
        {"x5u": "http://127.0.0.1:9/"},
        {"x5c": ["MIIB"]},
        {"kid": "../../keys"},
        {"kid": "mine", "jwk": own},
        {"kid": ["ed"]},
        {"kid": None},
    ):
        named = {"alg": "EdDSA", "kid": "ed", **header}
        refused(tokens, written(named, claims(), "EdDSA", ANOTHER))
    refused(tokens, signed("ed", crit=["exp"]))
    refused(tokens, signed("ed", crit=["b64"], b64=False))


def test_a_file_is_there_when_the_house_begins(tmp_path: Path) -> None:
    jwks = Jwks(str(tmp_path / "none"), 60)
    for begin in (jwks.require, jwks.start):
        with pytest.raises(BadJwksError):
            begin()


def test_keys_are_changed_while_both_count_and_an_old_one_ends_with_its_listing() -> None:
    with publishing(published()) as at:
        jwks = Jwks(at.url, 3600, rest=0.02)
        tokens = Tokens(OWN, Provider(jwks, CLAIMS))
        with tokens.reading():
            old = signed("ed")
            assert tokens.read(old).name == "ann"
            at.text = published(next=jwk("EdDSA", ANOTHER, kid="next"))
            new = jwt.encode(claims(), ANOTHER, "EdDSA", {"kid": "next"})
            refused(tokens, new)  # it is looked for now, and nobody waits for it
            until(lambda: jwks.key("next") is not None)
            assert tokens.read(new).name == tokens.read(old).name == "ann"
            at.text = json.dumps({"keys": [jwk("EdDSA", ANOTHER, kid="next")]})
            refused(tokens, signed("rsa", kid="unknown"))
            until(lambda: jwks.key("ed") is None)
            refused(tokens, old)
            assert tokens.read(new).name == "ann"


def test_unknown_keys_make_nobody_ask_the_provider_again_and_again() -> None:
    with publishing(published()) as at:
        tokens = Tokens(OWN, Provider(Jwks(at.url, 3600, rest=3600), CLAIMS))
        with tokens.reading():
            for number in range(200):
                refused(tokens, signed("ed", kid=f"unknown {number}"))
            assert at.asked == 1


def test_a_provider_that_is_away_leaves_its_last_keys_and_is_told_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with publishing(published()) as at:
        tokens = Tokens(OWN, Provider(Jwks(at.url, 0.02, rest=0.01), CLAIMS))
        assert Tokens(OWN).health == "absent"
        with tokens.reading():
            until(lambda: tokens.health == "current")
            at.status = 503
            until(lambda: tokens.health == "failing")
            assert tokens.read(signed("ed")).name == "ann"
            at.status, at.text = 200, "no keys at all"
            asked = at.asked
            until(lambda: at.asked > asked + 2)
            assert tokens.read(signed("ec")).name == "ann"
            at.text = published()
            until(lambda: tokens.health == "current")
    told = [one.getMessage() for one in caplog.records if one.name == "paipu.tokens"]
    assert sum("cannot be read" in one for one in told) == 1, "once, each time that it begins"
    assert sum("can be read again" in one for one in told) == 1


def test_a_house_begins_also_while_its_provider_is_away() -> None:
    with publishing(published()) as at:
        at.status = 500
        tokens = Tokens(OWN, Provider(Jwks(at.url, 0.02, rest=0.01), CLAIMS))
        with tokens.reading():
            assert tokens.health == "failing"
            refused(tokens, signed("ed"))
            at.status = 200
            until(lambda: tokens.health == "current")
            assert tokens.read(signed("ed")).name == "ann"
