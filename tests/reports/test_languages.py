"""Reports are told to people in their language; what programs read is the same in all of them."""

import csv
import re
from io import StringIO
from typing import Any

import pytest

from api.reports.ask import Choice
from api.reports.catalogue import REPORTS
from api.reports.form import Kind
from api.reports.period import Wanted
from replay.messages.language import Language
from replay.messages.say import saying
from replay.text import cells
from tests.messages.sources import columns
from tests.reports.conftest import House

CHINESE = (Language.HANT, Language.HANS)
NAMES = frozenset({"UTC", "SHA"})
LATIN = re.compile(r"[A-Za-z_]{2,}")
WORDED = frozenset(one.name for one in columns() if one.words)


def choice_of(name: str) -> Choice:
    return Choice(Wanted(), filters=dict.fromkeys(REPORTS[name].needed, "ann"))


def free(told: dict[str, Any]) -> str:
    """What stands in the rows and is nobody's word: names, ids, reasons, digests, times."""
    kept = [one["name"] for one in told["columns"] if one["name"] not in WORDED]
    return " ".join(str(row[name]) for row in told["rows"] for name in kept)


@pytest.mark.parametrize("name", REPORTS)
def test_no_word_of_english_is_left(house: House, name: str) -> None:
    language = Language.HANT  # from which the other one is made, sign by sign
    choice, told = choice_of(name), house.report(name, choice_of(name))
    theirs = {*LATIN.findall(free(told)), *NAMES, name, "ann"}
    words = house.told(name, choice, "text", saying(language)).decode()
    assert set(LATIN.findall(words)) - theirs == set()
    content = house.told(name, choice, "csv", saying(language)).decode("utf-8-sig")
    heads = [line for line in csv.reader(StringIO(content, newline="")) if line[0][:2] == "# "]
    assert [line[0] for line in heads if LATIN.search(line[0]) and "SHA" not in line[0]] == []
    assert heads[1][1] == saying(language)(REPORTS[name].title) != REPORTS[name].title


@pytest.mark.parametrize("name", REPORTS)
def test_what_programs_read_is_the_same(house: House, name: str) -> None:
    choice, say = choice_of(name), saying(Language.HANT)
    for form in ("json", "parquet"):
        assert house.told(name, choice, form, say) == house.told(name, choice, form)
    told = [house.told(name, choice, "csv", one).decode() for one in (say, str)]
    rows = [
        [line for line in csv.reader(StringIO(one, newline="")) if "# " not in line[0][:3]]
        for one in told
    ]
    assert rows[0] == rows[1] != []


@pytest.mark.parametrize("language", CHINESE)
def test_columns_are_aligned_by_what_a_terminal_shows(house: House, language: Language) -> None:
    for name in ("performance", "payouts", "liability", "statement", "opponents"):
        told = house.report(name, choice_of(name))
        assert told["columns"][-1]["kind"] in {Kind.POINTS, Kind.COUNT}
        words = house.told(name, choice_of(name), "text", saying(language)).decode()
        _, table, _ = words.split("\n\n")
        lines = table.splitlines()[: 1 + len(told["rows"])]
        assert len({cells(line) for line in lines}) == 1 < len(lines), name


def test_a_spreadsheet_shows_columns_by_names_and_in_words(house: House) -> None:
    content = house.told("rake", choice_of("rake"), "csv", saying(Language.HANT)).decode()
    assert content.startswith("\ufeff# 報表,rake\r\n# 標題,公點（依玩家、池底與局）\r\n")
    assert "\r\n# 玩家,派彩筆數,公點\r\nplayer,awards,rake\r\n" in content
    assert not house.told("rake", choice_of("rake"), "csv").startswith(b"\xef\xbb\xbf")


def test_a_period_is_told_in_words(house: House) -> None:
    choice = Choice(Wanted(since="2030-01-01"), "Asia/Taipei")
    words = house.told("wins", choice, "text", saying(Language.HANS)).decode().splitlines()
    assert words[0] == "大额赢额与投注 · 2030-01-01 至 现在"
    assert "无活动" in words
