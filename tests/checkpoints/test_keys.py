"""The file of signing keys: who may read it, and what may stand in it."""

from base64 import b64encode
from pathlib import Path

import pytest

from domain.log.checkpoints.keys import (
    development_signing_path,
    make_signing_keys,
    read_signer,
    signing_keys_in,
)
from domain.log.checkpoints.notes import COSIGNATURE
from domain.log.errors import (
    BadKeysError,
    KeysExposedError,
    LogError,
    SigningKeysMissingError,
)
from replay.settings import SIGNING_SETTING, signer_for
from tests.checkpoints.given import NEW, OLD, ORIGIN
from tests.support.keys import key_file

A, B = (ORIGIN, bytes(range(32))), (ORIGIN, bytes(range(32, 64)))


def test_the_keys_of_a_file_sign_in_its_order(tmp_path: Path) -> None:
    path = key_file(tmp_path / "signing", B, A)
    path.write_text(f"# newest first\n\n{path.read_text()}")

    signer = read_signer(path)

    assert signer.origin == ORIGIN
    assert signer.verifiers == (NEW.verifier, OLD.verifier)


def test_a_witness_signs_with_the_same_kind_of_file(tmp_path: Path) -> None:
    (key,) = signing_keys_in(
        key_file(tmp_path / "w", ("witness.example/w", bytes(32))), COSIGNATURE
    )

    assert key.verifier.kind == COSIGNATURE


SEED = b64encode(bytes(range(32))).decode()


@pytest.mark.parametrize(
    "content",
    [
        "",
        "# nothing\n",
        f"{ORIGIN}\n",
        f"{ORIGIN} {SEED[:-1]}\n",
        f"{ORIGIN} {SEED[:40]}\n",
        f"{ORIGIN}+ {SEED}\n",
        f"two words {SEED}\n",
        f" {SEED}\n",
        f"{ORIGIN} {SEED}\n{ORIGIN} {SEED}\n",
        f"{ORIGIN} {SEED}\nother.example {b64encode(bytes(32)).decode()}\n",
        f"{ORIGIN} {SEED}\nmore\n",
    ],
)
def test_what_is_no_file_of_signing_keys(tmp_path: Path, content: str) -> None:
    path = key_file(tmp_path / "signing")
    path.write_text(content)

    with pytest.raises(BadKeysError) as refused:
        read_signer(path)
    assert SEED not in str(refused.value)


def test_a_file_that_others_may_read_is_refused(tmp_path: Path) -> None:
    path = key_file(tmp_path / "signing", A)
    path.chmod(0o640)

    with pytest.raises(KeysExposedError):
        read_signer(path)


def test_a_file_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(SigningKeysMissingError, match="signing"):
        read_signer(tmp_path / "signing")


def test_a_development_house_makes_its_own_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(SIGNING_SETTING, raising=False)
    log = tmp_path / "log.db"

    first = signer_for(f"sqlite:///{log}")

    path = development_signing_path(log)
    assert path.stat().st_mode & 0o777 == 0o600
    assert signer_for(f"sqlite:///{log}").verifiers == first.verifiers
    make_signing_keys(path, "another.example")
    assert read_signer(path).verifiers == first.verifiers


def test_the_setting_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SIGNING_SETTING, str(key_file(tmp_path / "signing", A)))

    assert signer_for("postgresql://host/database").verifiers == (OLD.verifier,)
    assert not development_signing_path(tmp_path / "log.db").exists()


def test_a_house_on_a_server_needs_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SIGNING_SETTING, raising=False)

    with pytest.raises(LogError, match=SIGNING_SETTING) as refused:
        signer_for("postgresql://host/database")
    assert refused.value.code == "signing_keys_missing"
