"""Settings by which a service guards itself are refused where they could not work."""

import pytest

from replay.guards import are_origins, are_roles, is_jwks


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("https://play.example", True),
        ("https://play.example:8443, http://127.0.0.1:8420", True),
        ("https://play.example:443", False),
        ("http://play.example:80", False),
        ("https://play.example:99999", False),
    ],
)
def test_an_origin_is_as_a_browser_writes_it(text: str, good: bool) -> None:
    assert are_origins(text) is good


def test_a_word_of_a_provider_means_one_role() -> None:
    assert are_roles("staff=operator,guests=player")
    assert not are_roles("staff=operator,staff=auditor")


def test_an_address_of_keys_is_in_small_letters() -> None:
    assert is_jwks("https://id.example/keys")
    assert not is_jwks("HTTPS://id.example/keys")
    assert not is_jwks("HTTP://127.0.0.1/keys")
