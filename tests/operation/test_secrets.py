"""Secrets in addresses are shown by nothing, and what cannot work is set by nobody."""

from pathlib import Path

import pytest

import api.cli
from domain.log.address import shown
from replay.registry import BY_NAME, SETTINGS

SECRET = "never-told"  # noqa: S105 -- of no server
SHOWN = {
    f"postgresql://paipu:{SECRET}@db.example/paipu": "postgresql://paipu:***@db.example/paipu",
    f"postgres://paipu:{SECRET}@db.example/paipu": "postgres://paipu:***@db.example/paipu",
    f"postgresql://u:a/{SECRET}?@{SECRET}@h/d": "postgresql://u:***@h/d",
    f"postgresql:///d?password={SECRET}&sslmode=require": (
        "postgresql:///d?password=***&sslmode=require"
    ),
    f"postgresql:///d?pass%77ord={SECRET}": "postgresql:///d?pass%77ord=***",
    f"postgresql:///d?port=1&sslpassword={SECRET}&sslkey=/a&passfile=/b": (
        "postgresql:///d?port=1&sslpassword=***&sslkey=/a&passfile=/b"
    ),
    f"postgresql://h/d?scram_client_key={SECRET}&require_auth=scram-sha-256": (
        "postgresql://h/d?scram_client_key=***&require_auth=scram-sha-256"
    ),
    f"host=h password={SECRET}": "host=h password=***",
    f"https://u:{SECRET}@login.example/keys": "https://u:***@login.example/keys",
    f"https://login.example/keys?p=policy&access_token={SECRET}": (
        "https://login.example/keys?p=policy&access_token=***"
    ),
    f"https://login.example/keys?api_key={SECRET}#token={SECRET}": (
        "https://login.example/keys?api_key=***#token=***"
    ),
    f"https://login.example/keys?sig={SECRET};code={SECRET}": (
        "https://login.example/keys?sig=***;code=***"
    ),
    "https://login.example:8443/keys?p=policy": "https://login.example:8443/keys?p=policy",
    "postgresql://paipu@db.example:5433/paipu": "postgresql://paipu@db.example:5433/paipu",
    "sqlite:///var/log.db": "sqlite:///var/log.db",
}


@pytest.mark.parametrize("address", SHOWN)
def test_an_address_is_shown_without_its_secrets(address: str) -> None:
    assert shown(address) == SHOWN[address]
    assert SECRET not in shown(address)


@pytest.mark.parametrize("name", [one.name for one in SETTINGS if one.show is not str])
@pytest.mark.parametrize(
    "address",
    [
        "postgres://u:{secret}@h/d",
        "postgresql://h/d?password={secret}",
        "postgresql://h/d?sslpassword={secret}",
        "https://h.example/keys?token={secret}",
    ],
)
def test_the_settings_are_listed_without_secrets(
    name: str, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, address.format(secret=SECRET))
    code = api.cli.main(["settings"])
    told = capsys.readouterr()
    assert SECRET not in told.out + told.err
    assert (code == 0) == ("***" in told.out)


IMPOSSIBLE = {
    "PAIPU_TRACES": [
        *("http://", "https://", "http://:4318", "http:///v1", "http://h:0", "http://h:70000"),
        *("http://h:-1", "http://h:x", "http://a b", "http://h\r\nX: y", "http://h\t", "http://-"),
        *("http://h/?token=x", "http://h#x", "ftp://h", "h:4318", "http://[zz]:1"),
    ],
    "PAIPU_JWKS": [
        *("https://", "https://:443/keys", "https://h:0/keys", "https://h:70000/keys"),
        *("https://h\r\n/keys", "https://a b/keys", "http://h/keys", "https://h/keys\n"),
        *("keys\r\n.json", "keys\0.json", "ftp://h/keys"),
    ],
    "PAIPU_METRICS": [
        *("9100", ":9100", "h:0", "h:70000", "h:-1", "h:", "a b:9100", "h\r\n:9100", " :9100"),
        *("[::1:9100", "::1:9100", "h/x:9100", "[]:9100", "h:९"),
    ],
    "PAIPU_ORIGINS": [
        *(",", " , ", "https://", "https://h:0", "https://h:70000", "https://h:443", "https://h:"),
        *("https://h/", "h", "https://H", "https://h\n"),
    ],
    "PAIPU_PROXIES": [",", " ", "10.0.0.1/33", "10.0.0.1/8", "proxy.example", "10.0.0.1\r\n10"],
    "PAIPU_ROLES": [",", "=operator", "a=king", "a=player,a=operator"],
    "PAIPU_RATE_CALLER": ["0/10", "10/0", "-1/10", "10", "1000001/1", "1/86401", "1/1\n", "९/1"],
    "PAIPU_KEYS": ["a\r\nb", "a\0b", "a\x7f"],
    "PAIPU_TOKENS": ["a\nb"],
    "PAIPU_SIGNING_KEYS": ["a\nb"],
    "PAIPU_PERSON": ["a/b", " ann", "ann\n", "a" * 101],
    "PAIPU_ISSUER": ["a b", "a\r\n", "é"],
    "PAIPU_PAUSE": ["-1", "86401", "1.5", "+1", "1e3", " 1", "९"],
    "PAIPU_LANG": ["zh", "EN", "en\n"],
}
"""Values that look like something, and that nothing could be done with."""


@pytest.mark.parametrize(
    ("name", "value"), [(name, one) for name, values in IMPOSSIBLE.items() for one in values]
)
def test_what_cannot_work_is_refused_by_name_and_form(name: str, value: str) -> None:
    assert not BY_NAME[name].form.fits(value)


POSSIBLE = {
    "PAIPU_TRACES": ["http://collector:4318", "https://u:p@h.example/otlp", "http://[::1]:4318"],
    "PAIPU_JWKS": [
        *("https://login.example/keys?p=policy", "http://127.0.0.1:9/k", "http://[::1]:9/k"),
        "/run/paipu/jwks.json",
    ],
    "PAIPU_METRICS": ["0.0.0.0:9100", "[::]:9100", "localhost:1", "paipu_metrics.example:65535"],
    "PAIPU_ORIGINS": ["https://play.example", "https://a.example:8443, http://[::1]:8080"],
    "PAIPU_PROXIES": ["10.0.0.1, 192.168.0.0/16, ::1"],
    "PAIPU_ROLES": ["staff=operator,guest=player"],
    "PAIPU_PERSON": ["王小明", "o"],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, one) for name, values in POSSIBLE.items() for one in values]
)
def test_what_can_work_is_set(name: str, value: str) -> None:
    assert BY_NAME[name].form.fits(value)


@pytest.mark.parametrize(
    "address",
    [
        *("postgresql://", "postgresql://h", "postgresql://h:0/d", "postgresql://h:70000/d"),
        *("postgresql:///d?port=5432,0", "postgresql://h:x/d", "postgresql://h\r\n/d"),
        *("sqlite:///", "sqlite://", "sqlite:///a\nb", "mysql://h/d", "log.db", "memory"),
    ],
)
@pytest.mark.parametrize("name", ["PAIPU_LOG", "PAIPU_VIEWS"])
def test_an_address_of_no_log_and_of_no_views_is_refused(
    name: str,
    address: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAIPU_LOG", "sqlite:///nowhere/log.db")
    monkeypatch.setenv(name, address)
    assert api.cli.main(["migrate"]) == 2
    assert capsys.readouterr().err.endswith(("(bad_log_address)\n", "(bad_views_address)\n"))
    assert not [*tmp_path.iterdir()], "nothing is made of what is refused"
