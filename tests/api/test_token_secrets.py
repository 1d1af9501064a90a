"""What is said of secrets of tokens that are not there."""

from pathlib import Path

import pytest

from api.settings import TokensMissingError, tokens_for


def test_the_setting_is_named_where_the_file_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_TOKENS", str(tmp_path / "none"))
    with pytest.raises(TokensMissingError, match="PAIPU_TOKENS") as error:
        tokens_for("sqlite:///log.db")
    assert "PAIPU_KEYS" not in str(error.value)
    assert error.value.code == "tokens_missing"
