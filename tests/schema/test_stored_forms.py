"""What was ever stored must decode for ever, so no stored name changes its form."""

import pytest

from tests.schema.files import (
    FOLDER,
    KINDS,
    SEALING,
    sample_file,
    sample_of,
    schema_file,
    schema_of,
    topic_in,
)
from tests.schema.sampling import sample
from tests.schema.write import write_new

SAMPLES = sorted((FOLDER / "samples").glob("*.json"))


@pytest.mark.parametrize("name", KINDS)
def test_a_stored_name_has_a_schema_and_keeps_it(name: str) -> None:
    path = schema_file(name)

    assert path.exists(), f"{name} is new: run python -m tests.schema.write"
    assert path.read_text() == schema_of(name), f"{name} has changed its form: give it a new name"


@pytest.mark.parametrize("name", KINDS)
def test_a_stored_name_has_a_sample(name: str) -> None:
    assert sample_file(name).exists(), f"{name} is new: run python -m tests.schema.write"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_ever_stored_decodes(path: object) -> None:
    body = path.read_bytes()  # type: ignore[attr-defined]

    decoded = SEALING.decode("sample/1", 1, topic_in(body), body)

    assert decoded.envelope.actor == "ann"
    assert decoded.event is not None


@pytest.mark.parametrize("name", KINDS)
def test_a_sample_of_a_current_name_is_encoded_as_it_was(name: str) -> None:
    body = sample_file(name).read_bytes()
    decoded = SEALING.decode("sample/1", 1, topic_in(body), body)

    assert SEALING.encode("sample/1", 1, decoded.envelope, decoded.event) == (topic_in(body), body)
    assert type(decoded.event) is KINDS[name] or type(decoded.envelope.command) is KINDS[name]


def test_no_schema_is_left_of_a_name_that_is_gone_without_its_sample() -> None:
    schemas = {path.name.removesuffix(".schema.json") for path in FOLDER.glob("*.schema.json")}

    assert schemas == {path.name.removesuffix(".json") for path in SAMPLES}


def test_a_new_name_gets_its_files_and_the_old_ones_are_left_alone(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.schema.files.FOLDER", tmp_path)
    name = "sizhidao.BetMade.1"
    schema_file(name).write_text("kept")

    written = write_new()

    assert schema_file(name).read_text() == "kept"
    assert sample_file(name).read_bytes() == sample_of(name)
    assert len(written) == 2 * len(KINDS) - 1
    assert write_new() == []


def test_a_sample_of_an_unheard_of_type_is_not_guessed() -> None:
    with pytest.raises(TypeError, match="nobody has said"):
        sample(bytes)
