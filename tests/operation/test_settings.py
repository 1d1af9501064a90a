"""What is set comes from the environment, else from a file, else it is the usual; nothing odd."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import api.cli
import replay.cli
from replay.configuration import CONFIG_SETTING, in_file, number, setting
from replay.registry import SETTINGS, Setting

PASSWORD = "never-told"  # noqa: S105 -- of no server
LOG = f"postgresql://paipu:{PASSWORD}@db.example/paipu"


class Desk:
    """Where somebody sets something, and looks what came of it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.file = folder / "paipu.toml"
        self._patch = patch
        for one in SETTINGS:
            patch.delenv(one.name, raising=False)

    def write(self, text: str | bytes, mode: int = 0o600) -> None:
        in_file.cache_clear()  # a process reads its file once
        self.file.write_bytes(text.encode() if isinstance(text, str) else text)
        self.file.chmod(mode)
        self._patch.setenv(CONFIG_SETTING, str(self.file))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return Desk(tmp_path, monkeypatch)


def test_the_environment_goes_before_the_file_and_the_file_before_the_usual(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.write(f'pause = 5\ndispute_hours = 9\nlog = "{LOG}"\nperson = ""\n')
    monkeypatch.setenv("PAIPU_PAUSE", "7")
    monkeypatch.setenv("PAIPU_DISPUTE_HOURS", "")
    monkeypatch.setenv("PAIPU_PASUE", "8")
    monkeypatch.setenv("PAIPU_TRACES", f"https://paipu:{PASSWORD}@collector.example:4318")
    assert (number("PAIPU_PAUSE"), number("PAIPU_DISPUTE_HOURS")) == (7, 9)
    assert (setting("PAIPU_LOG"), setting("PAIPU_PERSON")) == (LOG, "")
    assert number("PAIPU_CHECKPOINT_EVENTS") == 1000

    assert api.cli.main(["settings"]) == 0
    told = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines()}
    assert told["PAIPU_PAUSE"] == ["environment", "7"]
    assert told["PAIPU_DISPUTE_HOURS"] == [str(desk.file), "9"]
    assert told["PAIPU_LOG"] == [str(desk.file), "postgresql://paipu:***@db.example/paipu"]
    assert told["PAIPU_CHECKPOINT_EVENTS"] == ["usual", "1000"]
    traces = "https://collector.example:4318"
    assert told["PAIPU_TRACES"] == ["environment", traces.replace("//", "//paipu:***@")]
    assert told["PAIPU_PASUE"] == ["is", "no", "setting"]
    assert [name for name in told if name != "PAIPU_PASUE"] == [one.name for one in SETTINGS]


BAD = {
    "paus = 3": "'paus' is no setting",
    "PAUSE = 3": "'PAUSE' is no setting",
    "[log]": "log is sqlite:///PATH or postgresql://HOST/DATABASE",
    'pause = "3"': "pause is a whole number, 0 to 86400",
    "pause = 3.5": "pause is a whole number, 0 to 86400",
    "pause = true": "pause is a whole number, 0 to 86400",
    "pause = -1": "pause is a whole number, 0 to 86400",
    "pause = 86401": "pause is a whole number, 0 to 86400",
    f"dispute_hours = {'9' * 4000}": "dispute_hours is a whole number, 1 to 8784",
    "keys = 3": "keys is the path of a file",
    f'log = "pg://u:{PASSWORD}@h/d"': "log is sqlite:///PATH or postgresql://HOST/DATABASE",
    f'views = "postgresql://u:{PASSWORD}@h:x/d"': "views is sqlite:///PATH or postgres",
    f'log = "{PASSWORD}': "no TOML at line 1, column 18",
    f"pause = {'[' * 9000}": "no file of settings",
    "#" * 70_000: "no file of settings",
}


@pytest.mark.parametrize("written", BAD, ids=[text[:20] for text in BAD])
@pytest.mark.parametrize("main", [api.cli.main, replay.cli.main], ids=["paipu", "replay"])
def test_a_file_with_something_wrong_is_told_before_anything_begins(
    main: Callable[[list[str]], int],
    written: str,
    desk: Desk,
    capsys: pytest.CaptureFixture[str],
) -> None:
    desk.write(written)
    assert main(["--help"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert f"PAIPU_CONFIG {desk.file}: {BAD[written]}" in told.err
    assert told.err.endswith(" (bad_config)\n")
    assert PASSWORD not in told.err


def test_a_file_that_cannot_be_read_is_told(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in (str(desk.file), str(desk.file.parent), "/dev/zero"):
        monkeypatch.setenv(CONFIG_SETTING, path)
        assert api.cli.main(["settings"]) == 2
        assert f"{path}: " in capsys.readouterr().err
    pipe = desk.file.with_name("pipe")
    os.mkfifo(pipe)
    monkeypatch.setenv(CONFIG_SETTING, str(pipe))
    assert api.cli.main(["settings"]) == 2
    desk.write(b"log = '\xff'")
    assert api.cli.main(["settings"]) == 2
    assert "it is no text" in capsys.readouterr().err


def test_a_password_in_a_file_that_anybody_may_read_is_refused(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    for mode, code in ((0o644, 2), (0o604, 2), (0o640, 0), (0o600, 0)):
        desk.write(f'log = "{LOG}"', mode)
        assert api.cli.main(["settings"]) == code
        told = capsys.readouterr()
        assert told.err.endswith(" (config_exposed)\n" if code else "")
        assert PASSWORD not in told.out + told.err
    desk.write("pause = 5", 0o646)  # who may change it may say where the log is
    assert api.cli.main(["settings"]) == 2
    assert "anybody may change" in capsys.readouterr().err
    desk.write('log = "postgresql://paipu@db.example/paipu"', 0o644)
    assert api.cli.main(["settings"]) == 0


FORMED = [one for one in SETTINGS if not one.form.opens and not one.form.fits("\n")]


@pytest.mark.parametrize("one", FORMED, ids=[one.name for one in FORMED])
def test_a_setting_of_the_environment_that_is_wrong_is_told_and_not_quoted(
    one: Setting, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not one.usual or one.form.fits(one.usual)
    monkeypatch.setenv(one.name, f"\n{PASSWORD}")
    assert api.cli.main(["settings"]) == 2
    assert capsys.readouterr().err == (f"paipu: {one.name} is {one.form.told} (bad_environment)\n")
