"""Which sets of keys of a provider can be used."""

import json

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from api.service.auth.jwks import BadJwksError, keys_of
from tests.service.provider import ANOTHER, EC, ED, KEYS, RSA, jwk, published

WEAK = rsa.generate_private_key(65537, 1024)  # noqa: S505 -- which is what is refused
NO_KEYS = {
    "no JSON": "{",
    "no set": "[]",
    "no list": '{"keys": {}}',
    "nothing": '{"keys": []}',
    "too deep": '{"keys":' + "[" * 100_000,
    "a secret": json.dumps(
        {"keys": [{"kty": "oct", "k": "QUJD" * 11, "kid": "s", "alg": "HS256"}]}
    ),
    "no id": json.dumps({"keys": [jwk("EdDSA", ED)]}),
    "a number for an id": json.dumps({"keys": [jwk("EdDSA", ED, kid=1)]}),
    "for encryption": json.dumps({"keys": [jwk("EdDSA", ED, kid="a", use="enc")]}),
    "for signing only": json.dumps({"keys": [jwk("EdDSA", ED, kid="a", key_ops=["sign"])]}),
    "another algorithm": json.dumps({"keys": [jwk("RS256", RSA, kid="a", alg="PS256")]}),
    "HS256 with a public key": json.dumps({"keys": [jwk("RS256", RSA, kid="a", alg="HS256")]}),
    "one id twice": json.dumps({"keys": [jwk("EdDSA", one, kid="a") for one in (ED, ANOTHER)]}),
    "another curve": json.dumps(
        {"keys": [jwk("ES384", ec.generate_private_key(ec.SECP384R1()), kid="a")]}
    ),
    "a weak key": json.dumps({"keys": [jwk("RS256", WEAK, kid="a")]}),
    "a private key": json.dumps(
        {"keys": [{**jwt.get_algorithm_by_name("ES256").to_jwk(EC, as_dict=True), "kid": "a"}]}
    ),
    "too many": json.dumps({"keys": [jwk("EdDSA", ED, kid=str(n)) for n in range(65)]}),
}


@pytest.mark.parametrize("text", NO_KEYS.values(), ids=NO_KEYS)
def test_a_set_without_usable_keys_is_none(text: str) -> None:
    with pytest.raises(BadJwksError):
        keys_of(text)


def test_what_is_unusable_beside_usable_keys_is_left_out() -> None:
    more = {"odd": {"kty": "oct", "k": "QUJD", "kid": "odd"}, "text": {"kid": "text"}}
    assert set(keys_of(published(**more))) == set(KEYS)
