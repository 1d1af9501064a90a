"""Tokens: who has none of this house is told nothing, whatever the token looks like."""

import base64
import hmac
import json
import time
from typing import Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.service.auth import Tokens
from domain.log.masters import keys_in
from tests.service.asking import House, problem

KID = "tokens"
RSA = generate_private_key(65537, 2048)
LEFT_OUT = object()


def secret(house: House) -> bytes:
    return keys_in(house.served.place.tokens)[KID]


def claims(**other: object) -> dict[str, Any]:
    now = int(time.time())
    usual = {"sub": "ann", "role": "player", "aud": "paipu", "iat": now, "exp": now + 600}
    return {name: one for name, one in {**usual, **other}.items() if one is not LEFT_OUT}


def part(content: object) -> str:
    text = content if isinstance(content, str) else json.dumps(content)
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()


def by_hand(header: object, body: object, signature: str = "") -> str:
    return f"{part(header)}.{part(body)}.{signature}"


def asked(house: House, token: str) -> httpx.Response:
    return house.stranger.get("/me", headers={"Authorization": f"Bearer {token}"})


def refused(house: House, token: str, code: str = "bad_token") -> None:
    answer = asked(house, token)
    assert problem(answer, 401, code) == {}
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert token == "" or token not in answer.text


def test_a_token_of_this_house_says_who_asks(house: House) -> None:
    token = jwt.encode(claims(), secret(house), "HS256", {"kid": KID})
    assert asked(house, token).json()["name"] == "ann"


@pytest.mark.parametrize("header", ["", "Bearer", "Basic YTpi", "bearer:x", "Token x"])
def test_without_a_token_nobody_is_known(house: House, header: str) -> None:
    headers = {"Authorization": header} if header else {}
    answer = house.stranger.get("/me", headers=headers)
    assert problem(answer, 401, "no_token") == {}
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_token_somewhere_else_is_none(house: House) -> None:
    token = house.guests["ann"].token
    answer = house.stranger.get("/me", params={"token": token, "access_token": token})
    problem(answer, 422, "bad_form")
    assert token not in answer.text
    problem(house.stranger.get("/me", headers={"Cookie": f"token={token}"}), 401, "no_token")


def test_an_expired_token_is_told_so(house: House) -> None:
    now = int(time.time())
    old = claims(iat=now - 700, exp=now - 60)
    refused(house, jwt.encode(old, secret(house), "HS256", {"kid": KID}), "token_expired")


NOT_OURS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "another audience": ({"aud": "another"}, {}),
    "no audience": ({"aud": LEFT_OUT}, {}),
    "no end": ({"exp": LEFT_OUT}, {}),
    "an end without end": ({"exp": float("inf")}, {}),
    "an end in words": ({"exp": "tomorrow"}, {}),
    "no beginning": ({"iat": LEFT_OUT}, {}),
    "a beginning to come": ({"iat": 4_000_000_000}, {}),
    "not valid before": ({"nbf": 4_000_000_000}, {}),
    "nobody": ({"sub": LEFT_OUT}, {}),
    "an empty name": ({"sub": ""}, {}),
    "a number for a name": ({"sub": 5}, {}),
    "a name with a stroke": ({"sub": "ann/bob"}, {}),
    "a name with a NUL": ({"sub": "ann\0"}, {}),
    "a name too long": ({"sub": "a" * 101}, {}),
    "half a character": ({"sub": "\ud800"}, {}),
    "no role": ({"role": LEFT_OUT}, {}),
    "an unknown role": ({"role": "owner"}, {}),
    "a role in capitals": ({"role": "OPERATOR"}, {}),
    "several roles": ({"role": ["operator", "player"]}, {}),
    "an object for a role": ({"role": {"operator": True}}, {}),
    "null for a role": ({"role": None}, {}),
    "another secret's name": ({}, {"kid": "another"}),
    "no secret's name": ({}, {"kid": ""}),
    "something critical": ({}, {"crit": ["exp"]}),
}


@pytest.mark.parametrize(("body", "header"), NOT_OURS.values(), ids=NOT_OURS)
def test_a_token_that_says_something_else_is_refused(
    house: House, body: dict[str, Any], header: dict[str, Any]
) -> None:
    refused(house, jwt.encode(claims(**body), secret(house), "HS256", {"kid": KID, **header}))


def test_a_token_of_another_secret_is_refused(house: House) -> None:
    for other in (b"x" * 32, secret(house)[:-1] + b"\0", secret(house).hex().encode()):
        refused(house, jwt.encode(claims(), other, "HS256", {"kid": KID}))


def test_a_token_that_was_changed_is_refused(house: House) -> None:
    head, _, signature = house.guests["ann"].token.split(".")
    refused(house, f"{head}.{part(claims(role='operator'))}.{signature}")
    refused(house, f"{head}.{part(claims())}.")


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE", ""])
def test_a_token_without_a_signature_is_refused(house: House, algorithm: str) -> None:
    header = {"alg": algorithm, "typ": "JWT", "kid": KID}
    refused(house, by_hand(header, claims(role="operator")))
    refused(house, by_hand(header, claims(role="operator"), part("signed")))


@pytest.mark.parametrize("algorithm", ["HS384", "HS512"])
def test_another_algorithm_is_refused_with_the_right_secret(house: House, algorithm: str) -> None:
    secret_of_64 = secret(house)
    with pytest.warns(jwt.InsecureKeyLengthWarning):
        token = jwt.encode(claims(), secret_of_64, algorithm, {"kid": KID})
    refused(house, token)


def test_algorithms_are_not_confused(house: House) -> None:
    """Neither is a signature of a key pair taken for ours, nor a public key for a secret."""
    refused(house, jwt.encode(claims(), RSA, "RS256", {"kid": KID}))
    public = RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    for algorithm in ("HS256", "RS256"):
        signed = by_hand({"alg": algorithm, "kid": KID}, claims(role="operator")).rstrip(".")
        signature = hmac.digest(public, signed.encode(), "sha256")
        refused(house, f"{signed}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}")


def test_a_token_brings_no_secret_with_it(house: House) -> None:
    key = {"kty": "oct", "k": part("x" * 32)}
    for header in ({"jwk": key}, {"jku": "http://127.0.0.1:9/"}, {"x5u": "http://127.0.0.1:9/"}):
        refused(house, jwt.encode(claims(), b"x" * 32, "HS256", {"kid": KID, **header}))


ODD = {
    "no token at all": "x",
    "two parts": "a.b",
    "four parts": "a.b.c.d",
    "dots": "..",
    "no base64": "?.?.?",
    "a header that is no JSON": by_hand("{", {}),
    "a list for a header": by_hand(["HS256"], {}),
    "a header too deep": by_hand('{"alg":' + "[" * 5_000 + "]" * 5_000 + "}", {}),
    "a list for a secret's name": by_hand({"alg": "HS256", "kid": [KID]}, {}),
    "an object for a secret's name": by_hand({"alg": "HS256", "kid": {}}, {}),
    "a list of algorithms": by_hand({"alg": ["HS256"], "kid": KID}, {}),
    "no content": by_hand({"alg": "HS256", "kid": KID}, ""),
    "very long": "x" * 12_000,
}


@pytest.mark.parametrize("token", ODD.values(), ids=ODD)
def test_what_is_no_token_is_refused(house: House, token: str) -> None:
    refused(house, token)


def test_bytes_for_a_token_are_refused(house: House) -> None:
    headers = {b"Authorization": b"Bearer \xff\xfe\x80"}
    problem(house.stranger.get("/me", headers=headers), 401, "bad_token")


def test_nothing_of_the_secrets_is_shown_by_what_holds_them(house: House) -> None:
    tokens = Tokens(keys_in(house.served.place.tokens))
    assert repr(tokens) == f"Tokens({KID})"


def test_of_two_tokens_none_counts(house: House) -> None:
    client = house.guests["ann"].client
    token = client.headers["authorization"]
    twice = [("authorization", token), ("authorization", token)]
    with httpx.Client(base_url=client.base_url) as bare:
        problem(bare.get("/me", headers=twice), 401, "no_token")
        assert bare.get("/me", headers=twice[:1]).status_code == 200
