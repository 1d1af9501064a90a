"""Documents that are no record: each is refused by one clear line, and the others still run."""

from pathlib import Path

import pytest

from domain.paipu.document import UnreadableRecordError
from domain.paipu.read import read_document
from domain.paipu.run import run
from replay.cli import main
from tests.support.records import SEAT, actions, record, seat

LINE = 400
"""No line on an error need be longer, however long what it complains about."""

UNREADABLE: dict[str, tuple[str, str]] = {
    "no paipu": (record(top={"paipu": None}), "paipu"),
    "another format": (record(top={"paipu": "2"}), "paipu"),
    "format as a flag": (record(top={"paipu": "true"}), "paipu"),
    "format as a fraction": (record(top={"paipu": "1.0"}), "paipu"),
    "format as text": (record(top={"paipu": '"1"'}), "paipu"),
    "no game": (record(top={"game": None}), "game"),
    "a game that is not read": (record(top={"game": '"mahjong"'}), "game"),
    "a game in capitals": (record(top={"game": '"Sizhidao"'}), "game"),
    "a game as a list": (record(top={"game": '["sizhidao"]'}), "game"),
    "a game as a number": (record(top={"game": "1"}), "game"),
    "no rules": (record(top={"rules": None}), "rules"),
    "other rules": (record(top={"rules": "2"}), "rules"),
    "rules as a flag": (record(top={"rules": "true"}), "rules"),
    "rules as a fraction": (record(top={"rules": "1.0"}), "rules"),
    "no head": (record(top={"head": None}), "head"),
    "a head that is not seated": (record(top={"head": '"p4"'}), "head"),
    "a head below the first": (record(top={"head": '"p0"'}), "head"),
    "a head with a zero": (record(top={"head": '"p01"'}), "head"),
    "a head that is a player": (record(top={"head": '"ann"'}), "head"),
    "a head as a number": (record(top={"head": "1"}), "head"),
    "no actions": (record(top={"actions": None}), "actions"),
    "actions as text": (record(top={"actions": '"p1 fold"'}), "actions"),
    "actions as a table": (record(top={"actions": "{}"}), "actions"),
    "an action as a number": (record(top={"actions": '["p1 fold", 7]'}), "number 1"),
    "an action as a list": (record(top={"actions": '[["p1 fold"]]'}), "number 0"),
    "an action as a date": (record(top={"actions": "[1979-05-27]"}), "number 0"),
    "an unknown key": (record(top={"dealer": '"p1"'}), "dealer"),
    "a key of the other game": (record(top={"levels": "{}"}), "levels"),
    "an unknown table": (record(after=["[other]"]), "other"),
    "a round as a number": (record(top={"round": "7"}), "round"),
    "a table as a list": (record(top={"table": "[]"}), "table"),
    "meta as text": (record(top={"meta": '"x"'}), "meta"),
    "fairness as tables": (record(after=["[[fairness]]"]), "fairness"),
    "settings as text": (record().replace("[settings]", 'settings = "x"'), "settings"),
    "settings as tables": (record().replace("[settings]", "[[settings]]"), "settings"),
    "an unknown setting": (record(settings=["blinds = 1"]), "blinds"),
    "a setting in capitals": (record(settings=["Ante = 50"]), "Ante"),
    "a flag as points": (record(settings=["ante = true"]), "ante"),
    "a fraction as points": (record(settings=["ante = 50.5"]), "ante"),
    "a whole fraction as points": (record(settings=["ante = 50.0"]), "ante"),
    "text as points": (record(settings=['ante = "50"']), "ante"),
    "infinite points": (record(settings=["cap = inf"]), "cap"),
    "points that are no number": (record(settings=["cap = nan"]), "cap"),
    "no points": (record(settings=["ante = 0"]), "ante"),
    "points below zero": (record(settings=["ante = -50"]), "ante"),
    "points above all bounds": (record(settings=["cap = 9223372036854775808"]), "cap"),
    "a cap below the ante": (record(settings=["cap = 49"]), "cap"),
    "a number as flag": (record(settings=["allow_check = 1"]), "allow_check"),
    "text as flag": (record(settings=['allow_check = "true"']), "allow_check"),
    "an unknown choice": (record(settings=['rake_basis = "gross"']), "rake_basis"),
    "a choice in capitals": (record(settings=['after_all_in = "Call"']), "after_all_in"),
    "a choice as a flag": (record(settings=["buy_in_rounding = true"]), "buy_in_rounding"),
    "a rake above all": (record(settings=["rake_bp = 10001"]), "rake_bp"),
    "a rake below zero": (record(settings=["rake_bp = -1"]), "rake_bp"),
    "a table of one": (record(settings=["min_players = 1"]), "min_players"),
    "more seats than the pack deals": (record(settings=["max_players = 14"]), "max_players"),
    "least above most": (record(settings=["min_players = 6", "max_players = 5"]), "max_players"),
    "no time": (record(settings=["act_seconds = 0"]), "act_seconds"),
    "a setting as a table": (record(settings=["ante = {}"]), "ante"),
    "no seats": (record(seats=[]), "seats"),
    "too few seats": (record(seats=[SEAT] * 2), "2 seats"),
    "too many seats": (record(seats=[SEAT] * 8), "8 seats"),
    "too few for the table": (record(settings=["min_players = 4"]), "3 seats"),
    "too many for the table": (record(settings=["max_players = 3"], seats=[SEAT] * 4), "4 seats"),
    "seats as text": (record(seats=[], top={"seats": '"abc"'}), "seats"),
    "seats as one table": (record(seats=[], after=["[seats]"]), "seats"),
    "a seat as text": (record(seats=[], top={"seats": '["a", "b", "c"]'}), "p1"),
    "a seat without player": (record(seats=[SEAT, SEAT, ["stack = 100"]]), "p3"),
    "a player as a number": (record(seats=[SEAT, seat(player="7"), SEAT]), "p2"),
    "a player as a flag": (record(seats=[SEAT, seat(player="true"), SEAT]), "p2"),
    "an unknown key of a seat": (record(seats=[SEAT, SEAT, (*SEAT, "chips = 1")]), "chips"),
    "a stack as a flag": (record(seats=[SEAT, SEAT, seat("true")]), "p3"),
    "a stack as a fraction": (record(seats=[SEAT, SEAT, seat("15000.0")]), "p3"),
    "a stack as text": (record(seats=[SEAT, SEAT, seat('"15000"')]), "p3"),
    "a stack below the ante": (record(seats=[SEAT, SEAT, seat("49")]), "p3"),
    "a stack below zero": (record(seats=[seat("-1"), SEAT, SEAT]), "p1"),
    "a stack above all bounds": (record(seats=[SEAT, seat("9223372036854775808"), SEAT]), "p2"),
    "a key twice": (record() + record(), "line"),
    "a seat's key twice": (record(seats=[SEAT, SEAT, (*SEAT, "stack = 1")]), "line"),
    "a setting twice": (record(settings=["ante = 50", "ante = 50"]), "line 8"),
    "no TOML": ("四支刀\n", "line 1"),
    "JSON": ('{"paipu": 1}\n', "line 1"),
    "nothing": ("", "paipu"),
    "only a comment": ("# paipu = 1\n", "paipu"),
    "a zero byte": (record() + "\0", "line"),
    "a zero byte in a name": (record(seats=[SEAT, SEAT, seat(player='"a\0b"')]), "line"),
    "an escape in a name, raw": (record(seats=[SEAT, SEAT, seat(player='"\x1b"')]), "line"),
    "a byte order mark": ("\ufeff" + record(), "byte order mark"),
    "lines that end in returns": (record().replace("\n", "\r"), "line 1"),
    "half of a pair": (record(seats=[SEAT, SEAT, seat(player='"\\ud800"')]), "line"),
    "a control character in a key": (record(after=['"\\u001b[2J" = 1']), "x1b"),
}

every_one = pytest.mark.parametrize(("text", "says"), UNREADABLE.values(), ids=UNREADABLE)


@every_one
def test_it_is_refused_in_one_line_that_says_what(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.paipu.toml"
    path.write_text(text, encoding="utf-8", newline="")

    code = main(["run", "--json", str(path)])
    told = capsys.readouterr()

    assert code == 2
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith(f"replay: {path}: ")
    complaint = told.err.removeprefix(f"replay: {path}: ").rstrip("\n")
    assert says in complaint
    assert complaint.isprintable()
    assert len(complaint) < LINE


@every_one
def test_reading_it_raises_one_error_for_all_of_them(text: str, says: str) -> None:
    with pytest.raises(UnreadableRecordError) as raised:
        read_document(text)

    assert says in str(raised.value).encode("unicode_escape").decode()


def test_what_is_changed_here_was_readable_before() -> None:
    outcome = run(read_document(record()))

    assert outcome.summary["status"] == "waiting"


@pytest.mark.parametrize(
    "text",
    [
        record(top={"_note": '"x"', "_": "1"}),
        record(settings=["_note = [1, 2.5]", "ante = 50"]),
        record(seats=[SEAT, SEAT, (*SEAT, "_note = {a = {b = 1}}")]),
        record(after=["_note = 1", "[_other]", "paipu = 2", "[[_more]]", "rules = 2"]),
        record(after=["[meta]", "any = 1", "[fairness.deep.deeper]", "_x = 1"]),
        record(top={"round": '"r1"', "table": '"t1"'}),
        record().replace("\n", "\r\n"),
        record(seats=[['player = "no stack: the cap"']] * 3),
        record(settings=["max_players = 13"], seats=[SEAT] * 13),
        record(seats=[seat("50")] * 3),
        record(seats=[seat("9223372036854775807")] * 3),
        record(seats=[seat("0x3A98"), seat("15_000"), seat("0o35230")]),
    ],
)
def test_these_are_records(text: str) -> None:
    assert run(read_document(text)).summary["status"] == "waiting"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_record_cut_off_anywhere_is_refused(end: str) -> None:
    deals = actions("deal p1 2s 3s 4s 5s", "deal p2 2h 3h 4h 5h")
    settings = ["ante = 20", 'rake_basis = "pot"', "allow_check = true"]
    whole = record(top={"actions": deals, "round": '"r1"'}, settings=settings)
    text = whole.replace("\n", end)
    read_document(text.removesuffix(end))

    for length in range(len(text) - len(end)):
        with pytest.raises(UnreadableRecordError):
            read_document(text[:length])


def test_the_other_files_of_the_call_still_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = {
        "waiting": record(),
        "illegal": record(top={"actions": actions("p1 fold")}),
        "bad": record(top={"paipu": "2"}),
        "voided": record(top={"actions": actions("void @operator")}),
        "worse": "\0",
        "last": record(),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    code = main(["run", "--json", *(str(tmp_path / name) for name in texts)])
    told = capsys.readouterr()

    states = [line.split('"status": ')[1].split('"')[1] for line in told.out.splitlines()]
    assert states == ["waiting", "illegal", "voided", "waiting"]
    assert [line.split(": ")[1] for line in told.err.splitlines()] == [
        str(tmp_path / "bad"),
        str(tmp_path / "worse"),
    ]
    assert code == 2


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("waiting", 0),
        ("waiting waiting", 0),
        ("illegal", 1),
        ("illegal waiting", 1),
        ("waiting illegal waiting", 1),
        ("bad", 2),
        ("bad illegal", 2),
        ("illegal bad", 2),
        ("bad waiting", 2),
        ("waiting bad illegal waiting", 2),
    ],
)
@pytest.mark.parametrize("options", [["--json"], []])
def test_two_outranks_one_outranks_zero(
    names: str, code: int, options: list[str], tmp_path: Path
) -> None:
    (tmp_path / "waiting").write_text(record())
    (tmp_path / "illegal").write_text(record(top={"actions": actions("p1 fold")}))
    (tmp_path / "bad").write_text("")

    assert main(["run", *options, *(str(tmp_path / name) for name in names.split())]) == code
