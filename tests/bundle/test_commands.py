"""`replay bundle` and `replay check`: what they write, print, refuse and answer."""

import json
import os
import stat
from pathlib import Path
from shutil import copy
from types import ModuleType

import pytest

from api.cli import main as paipu
from domain.house.access.events import CardsRevealed, Purpose, RevealGranted
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.notes import COSIGNATURE, SigningKey, read_note
from domain.log.store import open_log
from replay.cli import main
from replay.settings import LOG_SETTING, SIGNING_SETTING
from tests.bundle.conftest import outcome
from tests.bundle.hall import SIGNER, Hall
from tests.support.keys import KEYS
from tests.support.leaks import CARD, Secrets
from tests.support.logs import ticking, url
from tests.upgrade.test_previous import OLD

KEY = str(SIGNER.verifiers[0])
SEED_LINE = "hall.example AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
WITNESS = SigningKey("witness.example", bytes(range(1, 33)), COSIGNATURE)


@pytest.fixture
def path(signed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the log, which commands find."""
    copied = Path(copy(signed, tmp_path / "log.db"))
    monkeypatch.setenv(LOG_SETTING, url(copied))
    monkeypatch.delenv(SIGNING_SETTING, raising=False)
    return copied


def said(capsys: pytest.CaptureFixture[str]) -> str:
    told = capsys.readouterr()
    return told.out + told.err


def test_a_seat_gets_a_file_of_its_own_that_holds(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "p3.json"
    assert main(["bundle", "t1", "--seat", "p3", "-o", str(file)]) == 0
    assert "covered by the checkpoint of" in said(capsys)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".json"] == ["p3.json"]
    path.unlink()  # no log is needed any more
    assert main(["check", str(file), "--key", KEY]) == 0
    told = said(capsys)
    assert told.endswith("\nproven, as far as the viewer may know\n")
    assert "\nok          the checkpoint is signed by the house: by hall.example+" in told
    assert main(["check", str(file)]) == 2
    assert said(capsys).endswith("\nNOT ALL CHECKED, and nothing found wrong\n")
    assert main(["check", str(file), "--key", KEY, "--json"]) == 0
    found = json.loads(said(capsys))
    assert (found["viewer"], found["round"], found["proven"]) == ("p3", "t1", True)
    assert {one["verdict"] for one in found["checks"]} == {"ok", "partly"}


def test_it_takes_nothings_place(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there, nowhere = tmp_path / "there", tmp_path / "link"
    there.write_text("mine")
    nowhere.symlink_to(tmp_path / "void")
    for output in (there, nowhere, path, tmp_path, tmp_path / "no" / "folder"):
        assert main(["bundle", "t1", "-o", str(output)]) == 2
        assert said(capsys).endswith("(cannot_write)\n")
    assert there.read_text() == "mine"
    assert not (tmp_path / "void").exists()


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (["t9"], "no_such_round"),
        (["t1", "--seat", "p4"], "no_such_seat"),
        (["t1", "--seat", "everything"], "no_such_seat"),
        (["t1", "--reveal"], "reveal_refused"),
        (["t1", "--reveal", "--as", "olga"], "reveal_refused"),
        (["t5", "--reveal", "--as", "olga", "--reason", "curious"], "still_running"),
    ],
)
def test_what_is_refused_leaves_no_file(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], asked: list[str], code: str
) -> None:
    before = path.read_bytes()
    assert main(["bundle", *asked, "-o", str(tmp_path / "out.json")]) == 2
    assert said(capsys).endswith(f"({code})\n")
    assert not (tmp_path / "out.json").exists()
    assert path.read_bytes() == before


def test_a_reveal_is_in_the_log_and_holds_by_all_rules(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "all.json"
    asked = ["t1", "--reveal", "--as", "olga", "--reason", "p2 was surprised"]
    assert main(["bundle", *asked, "-o", str(file)]) == 0
    with open_log(url(path), now=ticking(), read_only=True, keys=KEYS) as log:
        granted, shown = (one.event for one in log.read("access/t1"))
    assert isinstance(granted, RevealGranted)
    assert isinstance(shown, CardsRevealed)
    assert (granted.viewer, granted.reason) == ("olga", "p2 was surprised")
    assert shown.purpose is Purpose.BUNDLE
    capsys.readouterr()
    assert main(["check", str(file), "--key", KEY]) == 0
    assert said(capsys).endswith("\nproven\n")


def test_without_keys_only_the_public_bundle_is_made(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PAIPU_KEYS")
    assert path.exists()
    for number, viewer in enumerate((["--seat", "p1"], ["--reveal", "--as", "a", "--reason", "b"])):
        assert main(["bundle", "t1", *viewer, "-o", str(tmp_path / f"{number}")]) == 2
        assert said(capsys).endswith("(cards_sealed)\n")


def test_a_checkpoint_is_taken_where_none_covers_the_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall(tmp_path / "log.db")
    hall.table()
    hall.start("t1")
    hall.cut("t1")
    hall.log.close()
    monkeypatch.setenv(LOG_SETTING, url(hall.path))
    monkeypatch.delenv(SIGNING_SETTING, raising=False)
    assert main(["bundle", "t1", "-o", str(tmp_path / "0")]) == 0
    assert said(capsys).endswith("\nnot yet covered by a checkpoint\n")
    assert main(["check", str(tmp_path / "0"), "--key", KEY]) == 2
    assert "\nunchecked   every stream is in the tree of the checkpoint: not yet" in said(capsys)
    keys = tmp_path / "signing"
    keys.touch(mode=0o600)
    keys.write_text(SEED_LINE)
    monkeypatch.setenv(SIGNING_SETTING, str(keys))
    assert main(["bundle", "t1", "-o", str(tmp_path / "1")]) == 0
    assert "\ncovered by the checkpoint of " in said(capsys)
    assert main(["check", str(tmp_path / "1"), "--key", KEY]) == 0
    assert main(["bundle", "t1", "-o", str(tmp_path / "2")]) == 0
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_a_witness_is_checked_by_its_own_key(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_log(url(path), now=ticking(), read_only=True, keys=KEYS) as log:
        signed = Checkpoints(log).latest()
    assert signed is not None
    note = read_note(signed.note)
    cosigned = note._replace(
        signatures=(*note.signatures, WITNESS.cosign(note.text, 1_800_000_000))
    )
    (tmp_path / "note").write_text(str(cosigned), encoding="utf-8")
    keys, file = tmp_path / "witnesses", tmp_path / "b.json"
    keys.write_text(f"# who looks from outside\n\n{WITNESS.verifier}\n")
    asked = ["bundle", "t1", "--note", str(tmp_path / "note"), "--key", str(keys), "-o", str(file)]
    assert main(asked) == 0
    assert main(["check", str(file), "--key", KEY]) == 2
    assert "unchecked   the checkpoint is cosigned by witnesses: by witness.example+" in said(
        capsys
    )
    assert main(["check", str(file), "--key", KEY, "--key", str(WITNESS.verifier)]) == 0
    assert " at 2027-01-15T08:00:00+00:00\n" in said(capsys)
    other = SigningKey("witness.example", bytes(32), COSIGNATURE).verifier
    assert main(["check", str(file), "--key", KEY, "--key", str(other)]) == 2
    assert f"{other} has not cosigned it" in said(capsys)
    forged = SigningKey("hall.example", bytes(32)).verifier
    assert main(["check", str(file), "--key", str(forged)]) == 1
    assert "first wrong place is in the bundle" in said(capsys)
    twice = cosigned._replace(signatures=(*cosigned.signatures, cosigned.signatures[-1]))
    (tmp_path / "note").write_text(str(twice), encoding="utf-8")
    assert main([*asked[:-1], str(tmp_path / "other.json")]) == 2
    assert said(capsys).endswith("the note is signed twice by one key (bad_note)\n")


@pytest.mark.parametrize("key", ["x+y", "nowhere", "hall.example+00000000+AAAA"])
def test_a_key_that_is_none_is_refused(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str
) -> None:
    assert path.exists()
    file = tmp_path / "b.json"
    assert main(["bundle", "t1", "-o", str(file)]) == 0
    assert main(["check", str(file), "--key", key]) == 2
    assert said(capsys).endswith("(bad_note)\n")


def hostile(whole: bytes) -> dict[str, bytes]:
    """Files that somebody could make to trouble whoever checks them."""
    plain = json.loads(whole)

    def with_body(body: bytes) -> bytes:
        return whole.replace(plain["streams"][0]["rows"][0]["body"].encode(), body)

    deep = b"[" * 200_000
    return {
        "empty": b"",
        "no json": b"\x00\xff",
        "deep": deep,
        "deep settings": whole.replace(b'"settings":{', b'"settings":{"a":' + deep + b","),
        "a list": b"[]\n",
        "another form": whole.replace(b"paipu.bundle.1", b"paipu.bundle.2"),
        "twice": whole.replace(b'"round":', b'"round":"x","round":'),
        "spaces": whole.replace(b'":', b'": ', 1),
        "a key more": whole.replace(b'{"form"', b'{"Ks Kd":1,"form"'),
        "long name": whole.replace(b'"round":"t1"', b'"round":"' + b"t" * 100_000 + b'"'),
        "control": whole.replace(b'"round":"t1"', b'"round":"\\u001b[2J"'),
        "large": whole.replace(b'"report":"', b'"report":"' + b"x" * (1 << 24)),
        "large number": whole.replace(b'"version":1,', b'"version":' + b"9" * 5000 + b",", 1),
        "no body": with_body(b""),
        "deep body": with_body(b"W1tb" * 60_000),
        "a mark": b"\xef\xbb\xbf" + whole,
    }


def test_whatever_a_file_holds_the_answer_is_a_code(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "b.json"
    assert main(["bundle", "t1", "--seat", "p1", "-o", str(file)]) == 0
    assert path.exists()
    for name, content in hostile(file.read_bytes()).items():
        capsys.readouterr()
        (tmp_path / "hostile").write_bytes(content)
        code = main(["check", str(tmp_path / "hostile"), "--key", KEY])
        told = said(capsys)
        assert code in {1, 2}, name
        assert code == 1 or told.endswith("(bad_bundle)\n"), name
        assert not CARD.findall(told.splitlines()[-1])
        assert "\x1b" not in told
    os.mkfifo(tmp_path / "pipe")
    for where in ("pipe", "nowhere", "."):
        assert main(["check", str(tmp_path / where)]) == 2
        assert said(capsys).endswith("(bad_bundle)\n")


def test_keys_of_others_in_a_players_bundle_show_nothing(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody who has all keys puts them into a bundle that says it is p3's."""
    asked = ["bundle", "t1", "--reveal", "--as", "olga", "--reason", "why"]
    assert main([*asked, "-o", str(tmp_path / "all.json")]) == 0
    assert main(["bundle", "t1", "--seat", "p2", "-o", str(tmp_path / "p2.json")]) == 0
    with open_log(url(path), now=ticking(), read_only=True, keys=KEYS) as log:
        secrets = Secrets([one.event for one in log.read("round/t1")])
    whole, own = (json.loads((tmp_path / name).read_bytes()) for name in ("all.json", "p2.json"))
    capsys.readouterr()
    for viewer in ("p2", "public"):
        content = json.dumps({**own, "viewer": viewer, "keys": whole["keys"]}, ensure_ascii=False)
        (tmp_path / "forged").write_text(content.replace('": ', '":').replace(', "', ',"') + "\n")
        assert main(["check", str(tmp_path / "forged")]) == 2
        seen = None if viewer == "public" else viewer
        assert set(CARD.findall(said(capsys))) <= secrets.ever(seen)


def test_the_command_line_tells_of_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("bundle", "check"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "--key KEY" in said(capsys)


def test_of_a_round_in_clear_only_a_reveal_is_made(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    verifier: ModuleType,
) -> None:
    address = url(Path(copy(OLD, tmp_path / "log.db")))
    monkeypatch.delenv("PAIPU_KEYS")
    assert paipu(["migrate", "--log", address]) == 0
    capsys.readouterr()
    assert main(["rounds", "--log", address]) == 0
    round_id = said(capsys).split()[-7]
    for number, viewer in enumerate(([], ["--seat", "p2"])):
        asked = ["bundle", round_id, *viewer, "--log", address]
        assert main([*asked, "-o", str(tmp_path / f"{number}")]) == 2
        assert said(capsys).endswith("(cards_in_clear)\n")
    asked = ["bundle", round_id, "--reveal", "--as", "olga", "--reason", "why", "--log", address]
    assert main([*asked, "-o", str(tmp_path / "all.json")]) == 0
    assert main(["check", str(tmp_path / "all.json")]) == 2  # no checkpoint covers it
    assert said(capsys).endswith("\nNOT ALL CHECKED, and nothing found wrong\n")
    assert outcome(verifier, (tmp_path / "all.json").read_bytes()) == 2
