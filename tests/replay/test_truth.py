"""The proof tells the truth: beside a writer, about moved rows, and from a wrong place on."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from api.rounds import Rounds
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.envelope import Stored
from domain.log.store import Log, open_log
from domain.log.streams import round_stream
from domain.sizhidao import commands
from domain.sizhidao.state import Splitting
from domain.sizhidao.waiting import waiting
from replay.cli import main
from replay.proof import prove
from tests.support.keys import KEYS
from tests.support.logs import ticking, url
from tests.support.records import actions, record
from tests.support.reveals import REVEAL
from tests.support.tamper import open_file, put, receipt_stream, rewritten, rows_of

Capture = pytest.CaptureFixture[str]


def test_what_is_written_while_a_round_is_proven_is_no_difference(copied: Path) -> None:
    with open_log(url(copied), now=ticking(), keys=KEYS) as log:
        state = Rounds(log).state("open")
        assert isinstance(state, Splitting)
        late = commands.AutoSplit(seat=waiting(state).seats[0])
        reading: Callable[[str], list[Stored]] = log.read_stored

        def overtaken(stream: str) -> list[Stored]:
            rows = reading(stream)
            log.read_stored = reading  # type: ignore[assignment,method-assign] # the writer reads for itself
            Rounds(log).ask("open", late, actor="clock", command_id="1", origin=Origin.CLOCK)
            return rows

        log.read_stored = overtaken  # type: ignore[method-assign] # a writer right behind the read
        proof = prove(log, "open")
        assert proof is not None
        assert proof.proven
        assert len(reading(round_stream("open"))) > proof.stored


def test_a_cut_end_is_found_wherever_an_acknowledgement_was_moved_to(
    copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        rows = rows_of(file, round_stream("tied"))
        cut = next(row.version for row in reversed(rows) if "command" in row.envelope)
        kept = [row for row in rows if row.version < cut]
        last = next(row for row in reversed(kept) if "command" in row.envelope)
        put(file, round_stream("tied"), kept)
        file.execute(
            "UPDATE events SET position = 99999999 WHERE originator_id = ?",
            (receipt_stream(last),),
        )
        file.commit()
    assert main(["round", "tied", "--log", url(copied), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["first_wrong"]["version"] == cut


def test_a_damaged_acknowledgement_that_still_names_the_round_is_a_difference(
    copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        rows = rows_of(file, round_stream("tied"))
        cut = next(row.version for row in reversed(rows) if "command" in row.envelope)
        put(file, round_stream("tied"), [row for row in rows if row.version < cut])
        stream = receipt_stream(rows[cut - 1])
        put(file, stream, [row._replace(state=row.state + b" ") for row in rows_of(file, stream)])
    assert main(["round", "tied", "--log", url(copied)]) == 1
    assert "an acknowledgement is damaged" in capsys.readouterr().out


def test_nothing_is_told_from_the_first_wrong_place_on_also_where_a_receipt_finds_it(
    copied: Path, capsys: Capture
) -> None:
    def swapped(text: str) -> str:
        return text.replace('"p2"', '"p?"').replace('"p3"', '"p2"').replace('"p?"', '"p3"')

    with closing(open_file(copied)) as file:
        rows = rows_of(file, round_stream("short"))
    deals = [row for row in rows if row.topic == "sizhidao.CardsDealt.1"]
    secret = {row.event["seat"]: row.event["cards"] for row in deals}
    rewritten(
        copied,
        round_stream("short"),
        lambda rows: [
            row._replace(state=row.state[:64] + swapped(row.state[64:].decode()).encode())
            if row in deals and row.event["seat"] in {"p2", "p3"}
            else row
            for row in rows
        ],
    )
    assert main(["round", "short", "--seat", "p2", "--log", url(copied), "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    first = told["first_wrong"]["version"]
    assert [event["version"] for event in told["events"]] == list(range(1, first))
    cards = secret["p3"]
    assert isinstance(cards, list)
    assert not any(f'"{card}"' in json.dumps(told) for card in cards)


@pytest.mark.parametrize("arguments", [["round", "short"], ["rounds"]])
def test_a_table_of_other_types_is_a_difference(
    arguments: list[str], copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        file.executescript(
            "CREATE TABLE other (position INTEGER PRIMARY KEY, originator_id TEXT,"
            " originator_version REAL, topic TEXT, state BLOB);"
            "INSERT INTO other SELECT * FROM events; DROP TABLE events;"
            "ALTER TABLE other RENAME TO events;"
        )
    assert main([*arguments, "--log", url(copied)]) == 1
    assert "DIFFERENCE" in capsys.readouterr().out


def test_a_name_that_is_no_text_blinds_nobody_to_the_other_rounds(
    copied: Path, capsys: Capture
) -> None:
    with closing(open_file(copied)) as file:
        stream = receipt_stream(rows_of(file, round_stream("short"))[0])
        file.execute(
            "UPDATE events SET originator_id = CAST(x'636fff' AS TEXT) WHERE originator_id = ?",
            (stream,),
        )
        file.commit()
    assert main(["rounds", "--log", url(copied)]) == 1
    lines = {line.split()[0]: line for line in capsys.readouterr().out.splitlines()}
    assert "proven" in lines["tied"]
    assert "DIFFERENCE" in lines["short"]
    assert main(["round", "tied", "--log", url(copied)]) == 0


@pytest.mark.parametrize("arguments", [["rounds"], ["run", "--json", "RECORD"]])
def test_without_an_output_the_exit_code_is_2(
    arguments: list[str], small: Path, tmp_path: Path
) -> None:
    (tmp_path / "r").write_text(record(), encoding="utf-8")
    words = [str(tmp_path / "r") if word == "RECORD" else word for word in arguments]
    ran = subprocess.run(
        ["/bin/sh", "-c", '"$0" -m replay "$@" >&-', sys.executable, *words],
        env={"PAIPU_LOG": url(small)},
        capture_output=True,
        check=False,
        text=True,
    )
    assert ran.returncode == 2
    assert ran.stderr == "replay: cannot print: there is no output\n"


def test_an_export_never_overwrites_the_log(copied: Path, capsys: Capture) -> None:
    before = copied.read_bytes()
    for name in (str(copied), str(copied.parent / "." / copied.name)):
        assert main(["export", "short", "-o", name, "--log", url(copied)]) == 2
        assert "(cannot_write)" in capsys.readouterr().err
    assert copied.read_bytes() == before


def test_a_device_is_written_to_and_not_replaced(copied: Path) -> None:
    assert main(["export", "short", "-o", "/dev/null", *REVEAL, "--log", url(copied)]) == 0
    assert Path("/dev/null").is_char_device()


def test_a_name_in_a_difference_cannot_play_tricks(copied: Path, capsys: Capture) -> None:
    rewritten(
        copied,
        round_stream("short"),
        lambda rows: [
            row._replace(state=row.state[:64] + row.state[64:].replace(b'"ann"', NASTY, 1))
            if row.version == 1
            else row
            for row in rows
        ],
    )
    assert main(["round", "short", "--log", url(copied)]) == 1
    told = capsys.readouterr().out
    assert all(line.isprintable() for line in told.splitlines())


NASTY = '"A\u202eB\u009b31mX"'.encode()


CONTEXTS = {
    "p1 folds": "Z3.2",
    "p2 goes all-in with 14950": "Z3.2",
    "p3 folds": "Z3.3",
    "P1 150 is awarded to p2": "Z6.3",
}


def test_the_rule_told_is_that_of_the_context(tmp_path: Path, capsys: Capture) -> None:
    hands = ("deal p1 As Ad 9c 2h", "deal p2 3s 4s 6d 7c", "deal p3 2s 2d 3h 4c")
    path = tmp_path / "r"
    text = record(top={"actions": actions(*hands, "p1 fold", "p2 allin", "p3 fold")})
    path.write_text(text, encoding="utf-8")
    assert main(["run", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    for words, rule in CONTEXTS.items():
        (line,) = [line for line in lines if words in line]
        assert rule in line.split(words)[1], line


def test_an_interrupt_ends_quietly(
    small: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Log:
        raise KeyboardInterrupt

    monkeypatch.setattr("replay.stored.open_log", interrupted)
    assert main(["rounds", "--log", url(small)]) == 130
    assert capsys.readouterr().err == ""


def test_origins_that_a_record_cannot_tell_are_refused(copied: Path) -> None:
    with open_log(url(copied), now=ticking(), keys=KEYS) as log:
        rounds, seat = Rounds(log), Seat("p1")
        before = log.last_position()
        for command, origin in (
            (commands.AutoSplit(seat=seat), Origin.OPERATOR),
            (commands.Deal(seat=seat, cards=()), Origin.CLOCK),
            (commands.VoidRound(), Origin.PLAYER),
            (commands.Fold(seat=seat), Origin.HOUSE),
        ):
            refused = rounds.ask("open", command, actor="x", command_id="x", origin=origin)
            assert getattr(refused, "code", None) == "wrong_origin"
        for name in ("a\nb", "\udc80", "r\u202e"):
            refused = rounds.ask(name, commands.VoidRound(), actor="x", command_id="y")
            assert getattr(refused, "code", None) == "bad_round"
        assert log.last_position() == before
