"""Which language is answered: what a header prefers, by its weights (RFC 9110, 12.5.4)."""

import pytest

from replay.messages.language import Language, wished

EN, HANT, HANS = Language


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, EN),
        ("", EN),
        ("en", EN),
        ("en-GB,en;q=0.9", EN),
        ("zh", HANS),
        ("zh-CN", HANS),
        ("zh-SG", HANS),
        ("zh-Hans", HANS),
        ("zh-Hans-HK", HANS),
        ("zh-TW", HANT),
        ("zh-HK", HANT),
        ("zh-MO", HANT),
        ("zh-Hant", HANT),
        ("ZH-hant-tw", HANT),
        ("zh-Hant-CN", HANT),
        ("cmn-Hant", HANT),
        ("yue-HK", HANT),
        ("de-DE, fr;q=0.9, zh-TW;q=0.8, en;q=0.7", HANT),
        ("en;q=0.1, zh-CN;q=0.2", HANS),
        ("zh-CN;q=0.2, zh-TW;q=0.3, en;q=0.1", HANT),
        ("zh-TW, zh-CN", HANT),
        ("zh-CN, zh-TW", HANS),
        ("zh-TW;q=0, en", EN),
        ("zh-TW;q=0", EN),
        ("zh-TW;q=0, *", EN),
        ("*", EN),
        ("*;q=0.5, zh-TW", HANT),
        ("zh-TW;q=0.5, *", EN),
        ("zh-TW ; q=0.9 , en ; q=0.8", HANT),
        ("zh-TW;Q=1.000", HANT),
        ("zh-TW;q=1.001, en;q=0.1", EN),
        ("zh-TW;q=0.1234, en;q=0.1", EN),
        ("zh-TW;q=, en;q=0.1", EN),
        ("zh-TW;q=nan, en;q=0.1", EN),
        ("zh-TW;q=inf, en;q=0.1", EN),
        ("zh-TW;q=-1, en;q=0.1", EN),
        ("zh-TW;level=1, en;q=0.1", EN),
        ("zh_TW", EN),
        ("zhx, zh-", EN),
        (",,;;=,", EN),
        ("x" * 100_000, EN),
        ("a," * 50_000 + "zh-TW", EN),
    ],
)
def test_the_language_that_a_header_prefers(header: str | None, language: Language) -> None:
    assert wished(header) is language
