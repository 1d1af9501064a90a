"""What an operator is told at a terminal is in the language that is asked for, all of it."""

import re
from pathlib import Path

import msgspec
import pytest

import api.cli
import replay.cli
from domain.kernel.forms import fault_of
from domain.sizhidao.ruleset import Ruleset
from replay.text import cells

Capture = pytest.CaptureFixture[str]
LATIN = re.compile(r"[A-Za-z]{2,}")
ZH = ("--lang", "zh-Hant")


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A house in which a few rounds were played, for tests that change nothing."""
    address = f"sqlite:///{tmp_path_factory.mktemp('house')}/log.db"
    sample = ["sample", "--rounds", "0", "--matches", "0", "--seed", "7"]
    assert api.cli.main([*sample, "--log", address]) == 0
    return address


def test_a_house_is_looked_at(log: str, capsys: Capture) -> None:
    assert api.cli.main(["doctor", "--log", log, *ZH]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line[:2] != "相符"] == []
    names = [line.strip().partition("  ")[2].strip().partition("：")[0] for line in lines]
    assert names[:7] == ["存取", "完整性", "設定", "金鑰", "簽章金鑰", "日誌", "記錄時間"]
    for line in lines:
        assert cells(line[: line.index(names[lines.index(line)])]) == 12
    told = " ".join(line for line in lines if "簽章金鑰" not in line and "檢視表" not in line)
    assert {one for one in LATIN.findall(told) if not re.fullmatch("[0-9a-f]+|dev", one)} == set()
    assert api.cli.main(["doctor", "--log", log, "--expect", "x", "--lang", "zh-Hans"]) == 1
    assert "\n不符        完整性：摘要 " in capsys.readouterr().out


def test_a_log_that_cannot_be_used_is_told(tmp_path: Path, capsys: Capture) -> None:
    nowhere = f"sqlite:///{tmp_path}/none.db"
    for command in (["report", "rake"], ["backup", f"{tmp_path}/copy"], ["purge", "--look"]):
        assert api.cli.main([*command, "--log", nowhere, *ZH]) == 2
        said = f"paipu: {tmp_path}/none.db 沒有日誌；`paipu migrate` 會建立 (log_missing)\n"
        assert capsys.readouterr().err == said


def test_a_backup_is_told_and_what_is_lost_of_it(log: str, tmp_path: Path, capsys: Capture) -> None:
    copy = str(tmp_path / "copy")
    assert api.cli.main(["backup", copy, "--log", log, *ZH]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert re.fullmatch("新增 [0-9]+ 個事件，至位置 [0-9]+，資料金鑰 [0-9]+ 把", first)
    assert second == "其中不含檢視表、主金鑰、簽章金鑰與權杖。"
    other = f"sqlite:///{tmp_path}/elsewhere/other.db"
    (tmp_path / "elsewhere").mkdir()
    assert api.cli.main(["restore", copy, "--log", other, "--lang", "zh-Hans"]) == 2
    told = capsys.readouterr().out.splitlines()
    assert re.fullmatch("[0-9]+ 个事件，至位置 [0-9]+，数据密钥 [0-9]+ 把", told[0])
    assert re.fullmatch("遗失  主密钥 dev-[0-9a-f]+：数据密钥 [0-9]+ 把，例如 [^ ]+ 的", told[1])
    assert "不符        0" in told
    assert re.fullmatch("office：[0-9]+ 笔记录", told[-1])
    assert api.cli.main(["restore", copy, "--log", log, *ZH]) == 2
    assert capsys.readouterr().err.startswith("paipu: 備份只能還原至新的日誌")


def test_a_purge_is_told(log: str, capsys: Capture) -> None:
    assert api.cli.main(["purge", "--look", "--log", log, *ZH]) == 0
    assert capsys.readouterr().out.startswith("將銷毀 0 局的金鑰，這些局在 ")
    assert api.cli.main(["purge", "--log", log, "--as", "o", *ZH]) == 2
    assert capsys.readouterr().err.startswith("paipu: 請以 --reason TEXT 說明原因：")


RECORDS = {
    "": "paipu：不是格式 1 的牌譜",
    "paipu = ": "不是 TOML：第 1 行第 9 字有誤",
    'paipu = 1\ngame = "x"': "game：須為 sizhidao, shengji 之一",
    'paipu = 1\ngame = "sizhidao"\nrules = 1\n[settings]\nante = 0': (
        "設定不合規定：`int` 須 >= 1，在 `$.ante`"
    ),
    'paipu = 1\ngame = "sizhidao"\nrules = 1\n[settings]\nanti = 0': (
        "設定不合規定：沒有 `anti` 這一項"
    ),
    'paipu = 1\ngame = "sizhidao"\nrules = 1\n[settings]\nmax_players = 2': (
        "設定不合規定：最多人數少於最少人數"
    ),
}


@pytest.mark.parametrize("content", RECORDS)
@pytest.mark.parametrize("command", [["run"], ["whatif", "--set", "ante=5"]], ids=str)
def test_why_a_record_cannot_be_read_is_told(
    command: list[str], content: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "a.paipu.toml"
    path.write_text(content)
    assert replay.cli.main([*command, str(path), *ZH]) == 2
    assert capsys.readouterr().err == f"replay: {path}: {RECORDS[content]}\n"
    missing = tmp_path / "none"
    assert replay.cli.main([*command, str(missing), *ZH]) == 2
    assert capsys.readouterr().err == f"replay: {missing}: 無法開啟：沒有這個檔案或資料夾\n"


WRONG: tuple[object, ...] = ("1", 1.5, None, True, [1], {}, 0, -(2**70), 2**70)


@pytest.mark.parametrize(
    "settings",
    [
        *({"ante": one} for one in WRONG),
        *({"rake_basis": one} for one in ("x", 5, "a'b`c", "line\nend")),
        *({"x": 1}, {"line\nend": 1}, {"`": 1}),
    ],
    ids=str,
)
def test_what_is_wrong_with_a_setting_is_known_in_all_languages(settings: object) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(settings, Ruleset)
    said = fault_of(raised.value)
    assert str(said) == str(raised.value)
    assert said.params


def test_a_bad_setting_is_told_in_the_language_that_is_set(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("PAIPU_LANG", "zh-Hans")
    monkeypatch.setenv("PAIPU_TRACES", "http://")
    form = "http://HOST:PORT 或 https://HOST:PORT"
    for main, prefix in ((api.cli.main, "paipu"), (replay.cli.main, "replay")):
        assert main(["--help"]) == 2
        said = f"{prefix}: PAIPU_TRACES 须为 {form} (bad_environment)\n"
        assert capsys.readouterr().err == said
    monkeypatch.setenv("PAIPU_LANG", "zh")
    assert api.cli.main(["settings"]) == 2
    told = capsys.readouterr().err
    assert told == "paipu: PAIPU_LANG is en or zh-Hant or zh-Hans (bad_environment)\n"
