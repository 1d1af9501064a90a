"""`replay whatif`: the same actions under other settings, and what differs then."""

import json
from pathlib import Path
from typing import Any

import pytest

from replay.cli import main
from tests.golden.test_records import RECORDS, document

Capture = pytest.CaptureFixture[str]
GOLDEN = Path(__file__).parent.parent / "golden"
RECORD = GOLDEN / "sizhidao" / "00299.paipu.toml"
"""p2 wins 30,000 in the second playoff; p4 gets 300 of an earlier pot back."""

WITHOUT_STACKS = """
paipu = 1
game = "sizhidao"
rules = 1
head = "p1"
actions = [
  "deal p2 2s 3d 4c 5h", "deal p3 6s 7d 8c 9h", "deal p1 Ts Jd Qc Kh",
  "p1 bet 100", "p2 fold", "p3 fold @clock",
]
[settings]
cap = 2000
[[seats]]
player = "A"
[[seats]]
player = "B"
[[seats]]
player = "C"
"""


def asked(capsys: Capture, path: Path, *settings: str, code: int = 0) -> dict[str, Any]:
    words = [word for one in settings for word in ("--set", one)]
    assert main(["whatif", str(path), *words, "--json"]) == code
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return told


def differing(told: dict[str, Any]) -> dict[str, tuple[object, object]]:
    return {one["path"]: (one["recorded"], one["what_if"]) for one in told["differences"]}


def test_z9_1_another_basis_of_the_rake_changes_rake_and_nets_alone(capsys: Capture) -> None:
    told = asked(capsys, RECORD, "rake_basis=pot", "rake_bp=300")

    assert [(one["path"], one["what_if"]) for one in told["settings"]] == [
        ("rake_bp", 300),
        ("rake_basis", "pot"),
    ]
    # Of the net winning 30,000 at 5 %; of the pot of 45,000 at 3 %.
    assert differing(told) == {
        "rake.p2": (1500, 1350),
        "rake.p4": (0, 15),
        "net.p2": (28500, 28650),
        "net.p4": (-14500, -14515),
    }
    recorded, what_if = told["parted"]
    assert recorded["rule"] == what_if["rule"] == "Z9.1"
    assert (recorded["number"], what_if["number"]) == (77, 77)
    for outcome in (told["recorded"], told["what_if"]):
        assert sum(outcome["net"].values()) + sum(outcome["rake"].values()) == 0


def test_the_account_tells_the_same_in_lines(capsys: Capture) -> None:
    assert main(["whatif", str(RECORD), "--set", "rake_basis=pot", "--set", "rake_bp=300"]) == 0

    told = capsys.readouterr()
    assert told.err == ""
    lines = [line.split() for line in told.out.splitlines()]
    assert ["rake_basis", "net", "pot"] in lines
    assert ["net.p2", "28500", "28650", "+150"] in lines
    assert ["net.p4", "-14500", "-14515", "-15"] in lines


def test_a_setting_that_is_not_another_one_changes_nothing(capsys: Capture) -> None:
    told = asked(capsys, RECORD, "rake_bp=500")
    assert told["settings"] == told["differences"] == []
    assert told["parted"] is None
    assert told["recorded"] == told["what_if"]

    assert main(["whatif", str(RECORD), "--set", "rake_bp=500"]) == 0
    out = capsys.readouterr().out
    assert "no setting differs" in out
    assert "every fact is the same" in out
    assert "the results are the same" in out


def test_z6_4_an_action_that_is_refused_then_is_named(capsys: Capture) -> None:
    told = asked(capsys, RECORD, "max_playoffs=1", code=1)
    assert differing(told) == {"status": ("settled", "illegal")}
    assert told["what_if"]["error"] == {"code": "round_over", "action": 31}

    assert main(["whatif", str(RECORD), "--set", "max_playoffs=1"]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("what if: action 31, deal p2 Ac Ah 3s As, is refused: ")
    assert "round_over" in last


def test_a_stack_that_was_the_cap_stays_when_the_cap_is_another(
    tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "short.paipu.toml"
    path.write_text(WITHOUT_STACKS, encoding="utf-8")

    told = asked(capsys, path, "cap=150")

    assert {one["path"]: one["what_if"] for one in told["settings"]} == {"cap": 150, "entry": 150}
    assert differing(told) == {}, "bets of 100 above an ante of 50 are within either cap"


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("rake=5", "unknown field `rake`"),
        ("rake_basis=gross", "rake_basis"),
        ("rake_bp=five", "rake_bp"),
        ("rake_bp=10001", "rake_bp"),
        ("allow_check=1", "allow_check"),
    ],
)
def test_a_setting_that_means_nothing_is_told(word: str, why: str, capsys: Capture) -> None:
    assert main(["whatif", str(RECORD), "--set", word]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert why in told.err


@pytest.mark.parametrize("word", ["rake_bp", "=5", "rake bp=5", "rake.bp=5"])
def test_what_is_no_setting_is_told_before_anything_is_read(word: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["whatif", "nowhere", "--set", word])
    assert ended.value.code == 2
    assert "KEY=VALUE" in capsys.readouterr().err


def test_a_setting_that_is_named_twice_is_told(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["whatif", str(RECORD), "--set", "rake_bp=1", "--set", "ante=1", "--set", "rake_bp=1"])
    assert ended.value.code == 2
    assert "rake_bp is set twice" in capsys.readouterr().err


def test_no_file_is_told(tmp_path: Path, capsys: Capture) -> None:
    assert main(["whatif", str(tmp_path / "none"), "--set", "ante=1"]) == 2
    assert "cannot be opened" in capsys.readouterr().err


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.name)
def test_every_record_under_its_own_settings_is_the_same(path: Path, capsys: Capture) -> None:
    recorded = document(path)
    own = "play_seconds=20" if recorded.game == "shengji" else "split_seconds=10"
    key, _, seconds = own.partition("=")
    code = int(
        json.loads(path.with_name(path.name[:-11] + ".json").read_text())["status"] == "illegal"
    )

    told = asked(capsys, path, own, code=code)

    assert getattr(recorded.opening.settings, key) == int(seconds) or told["settings"]
    assert told["differences"] == []
    assert told["parted"] is None
