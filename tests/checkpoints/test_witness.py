"""A witness signs what only grew, remembers it, and signs nothing else."""

from pathlib import Path

import pytest

import api.cli
from api.witness import REFUSED
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint
from domain.log.checkpoints.keys import signing_keys_in
from domain.log.checkpoints.notes import COSIGNATURE, Signer, SigningKey, read_note, verified
from domain.log.store import open_log
from replay.settings import LOG_SETTING, SIGNING_SETTING
from tests.checkpoints.given import NEW, OLD, ORIGIN, SIGNER, bets
from tests.log.given import ticking
from tests.support.keys import KEYS, key_file
from tests.support.tables import migrate

OURS = ("witness.example/w", bytes(range(64, 96)))
WITNESS = SigningKey(*OURS, COSIGNATURE)


class Scene:
    """A house's log and a witness with a folder of its own."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.folder = folder
        self._environment = monkeypatch
        self._capsys = capsys
        self.state = folder / "state"
        self.key = key_file(folder / "witness", OURS)
        monkeypatch.setenv(
            SIGNING_SETTING, str(key_file(folder / "signing", (ORIGIN, bytes(range(32)))))
        )
        self.house("house")

    def house(self, name: str) -> None:
        """Go to a house's log, a new one if there is none of this name."""
        url = f"sqlite:///{self.folder}/{name}.db"
        migrate(url)
        self._environment.setenv(LOG_SETTING, url)
        self.url = url

    def play(self, name: str, count: int = 3) -> None:
        with open_log(self.url, now=ticking(), keys=KEYS) as log:
            bets(log, f"round/{name}", count)

    def paipu(self, *words: str | Path) -> tuple[int, str, str]:
        """Run `paipu`; return its exit code and what it said."""
        code = api.cli.main(list(map(str, words)))
        return (code, *self._capsys.readouterr())

    def note(self) -> Path:
        code, out, _ = self.paipu("checkpoint")
        assert code == 0
        path = self.folder / "note"
        path.write_text(out)
        return path

    def proof(self, size: int) -> Path:
        code, out, _ = self.paipu("checkpoint", "--prove", f"{size}")
        assert code == 0
        path = self.folder / "proof"
        path.write_text(out)
        return path

    def witness(
        self, note: Path, *more: str | Path, trusted: SigningKey = OLD
    ) -> tuple[int, str, str]:
        always = ("--trust", str(trusted.verifier), "--key", self.key, "--state", self.state)
        return self.paipu("witness", note, *always, *more)

    def cosigned(self, note: Path, *more: str | Path) -> Checkpoint:
        """Have a note cosigned, and see that it is; return what it says."""
        code, out, told = self.witness(note, *more)
        assert (code, told) == (0, "")
        assert self.state.read_text() == out
        text, keys = verified(out, [OLD.verifier, WITNESS.verifier])
        assert keys == (OLD.verifier, WITNESS.verifier)
        assert out.startswith(note.read_text()), "the log's own signature stays"
        return read_checkpoint(text)

    def refused(self, note: Path, *more: str | Path) -> str:
        before = self.state.read_text()
        code, out, told = self.witness(note, *more)
        assert (code, out) == (REFUSED, "")
        assert "(not_an_extension)" in told
        assert self.state.read_text() == before
        return told


@pytest.fixture
def scene(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Scene:
    found = Scene(tmp_path, monkeypatch, capsys)
    found.play("1")
    return found


def test_a_log_that_grows_is_cosigned_each_time(scene: Scene) -> None:
    first = scene.cosigned(scene.note())
    assert scene.cosigned(scene.note()) == first, "as often as it is asked"
    scene.play("2", 300)
    note = scene.note()
    second = scene.cosigned(note, "--proof", scene.proof(first.size))
    assert second.size == first.size + 3 + 301


def test_a_log_that_was_rolled_back_is_refused(scene: Scene) -> None:
    first = scene.note()
    older = scene.folder / "older"
    older.write_text(first.read_text())
    size = scene.cosigned(first).size
    scene.play("2")
    scene.cosigned(scene.note(), "--proof", scene.proof(size))

    assert "some are gone" in scene.refused(older)


def test_a_fork_is_refused_whatever_its_size(scene: Scene) -> None:
    size = scene.cosigned(scene.note()).size
    scene.house("fork")
    scene.play("other")  # as many events as in the other house, but others
    assert "other" in scene.refused(scene.note())
    scene.play("2")
    note = scene.note()
    assert "do not begin" in scene.refused(note, "--proof", scene.proof(size))


@pytest.mark.parametrize(
    "proof",
    ['{"old":4,"new":11,"path":[]}', '{"old":4,"new":11,"path":["00"]}'],
)
def test_a_proof_that_proves_nothing_is_refused(scene: Scene, proof: str) -> None:
    scene.cosigned(scene.note())
    scene.play("2")
    path = scene.folder / "wrong"
    path.write_text(proof)

    assert "do not begin" in scene.refused(scene.note(), "--proof", path)


@pytest.mark.parametrize("proof", ["", "{}", "[]", '{"old":1,"new":2,"path":["x"]}', "\ud7ff"])
def test_what_is_no_proof_is_told(scene: Scene, proof: str) -> None:
    scene.cosigned(scene.note())
    scene.play("2")
    path = scene.folder / "wrong"
    path.write_text(proof)

    code, out, told = scene.witness(scene.note(), "--proof", path)
    assert (code, out) == (2, "")
    assert "(bad_note)" in told


def test_what_is_missing_is_told(scene: Scene) -> None:
    code, _, told = scene.witness(scene.folder / "nothing")
    assert (code, "(no_source)" in told) == (2, True)
    scene.cosigned(scene.note())
    scene.play("2")
    code, _, told = scene.witness(scene.note())
    assert (code, "--proof is needed, from 4 events to 11" in told) == (2, True)
    code, _, told = scene.witness(scene.note(), "--state", scene.folder / "no" / "state")
    assert (code, "(no_source)" in told) == (2, True)


def test_a_note_that_the_trusted_key_has_not_signed_is_none(scene: Scene) -> None:
    note = scene.note()

    code, out, told = scene.witness(note, trusted=NEW)
    assert (code, out, "(bad_note)" in told) == (2, "", True)
    code, out, told = scene.witness(note, "--trust", "no key")
    assert (code, out, "(bad_note)" in told) == (2, "", True)
    other = scene.folder / "other"
    other.write_text(SIGNER.signed(Checkpoint("other.example", 1, bytes(32)).text))
    code, out, told = scene.witness(other)
    assert (code, out, "(bad_note)" in told) == (2, "", True)
    other.write_text(SIGNER.signed("paipu.receipt/1\na\nb\n1\n"))
    code, out, told = scene.witness(other)
    assert (code, out, "(bad_note)" in told) == (2, "", True)
    assert not scene.state.exists()


def test_a_witness_is_of_one_log(scene: Scene) -> None:
    scene.cosigned(scene.note())
    other = SigningKey("other.example/log", bytes(32))
    note = scene.folder / "other"
    note.write_text(Signer([other]).signed(Checkpoint("other.example/log", 99, bytes(32)).text))

    code, _, told = scene.witness(note, trusted=other)
    assert (code, "another state" in told) == (REFUSED, True)


def test_a_damaged_state_signs_nothing(scene: Scene) -> None:
    scene.state.write_text("damaged")

    code, out, told = scene.witness(scene.note())
    assert (code, out, "(bad_note)" in told) == (2, "", True)


def test_a_note_that_is_cosigned_again_has_one_signature_of_the_witness(scene: Scene) -> None:
    note = scene.note()
    scene.cosigned(note)
    again = scene.folder / "again"
    again.write_text(scene.state.read_text())
    code, out, _ = scene.witness(again)
    assert code == 0
    made = [one for one in read_note(out).signatures if WITNESS.verifier.made(one)]
    assert len(made) == 1
    assert len(read_note(out).signatures) == 2
    assert verified(out, [WITNESS.verifier]).text == read_note(note.read_text()).text


def test_a_state_that_is_no_regular_file_is_not_the_first_time(scene: Scene) -> None:
    scene.state.symlink_to(scene.folder / "gone")
    code, out, told = scene.witness(scene.note())
    assert (code, out, "is no regular file (no_source)" in told) == (2, "", True)
    assert not (scene.folder / "gone").exists()


def test_a_checkpoint_of_no_events_is_not_cosigned(scene: Scene) -> None:
    note = scene.folder / "none"
    note.write_text(SIGNER.signed(Checkpoint(ORIGIN, 0, bytes(32)).text))
    code, out, told = scene.witness(note)
    assert (code, out, "(bad_note)" in told) == (2, "", True)
    assert not scene.state.exists()


def test_a_witness_makes_its_key_when_it_has_a_name(scene: Scene) -> None:
    scene.key = scene.folder / "new"
    code, _, told = scene.witness(scene.note())
    assert (code, "(signing_keys_missing)" in told) == (2, True)

    code, out, _ = scene.witness(scene.note(), "--name", "w.example")
    (key,) = signing_keys_in(scene.key, COSIGNATURE)
    assert code == 0
    assert key.verifier.name == "w.example"
    assert verified(out, [key.verifier]).text == read_note(out).text


def test_what_the_house_lists_and_which_key_it_has(scene: Scene) -> None:
    scene.note()
    scene.play("2")
    scene.note()
    code, out, _ = scene.paipu("checkpoint", "--list")
    assert (code, len(out.splitlines())) == (0, 2)
    assert " 11 events " in out.splitlines()[1]
    assert scene.paipu("checkpoint", "--key")[1] == f"{OLD.verifier}\n"


def test_an_empty_log_has_nothing_to_sign(scene: Scene) -> None:
    scene.house("empty")

    code, out, told = scene.paipu("checkpoint")
    assert (code, out, "(no_checkpoint)" in told) == (2, "", True)
    code, out, told = scene.paipu("checkpoint", "--prove", "1")
    assert (code, out, "(no_checkpoint)" in told) == (2, "", True)
    assert scene.paipu("checkpoint", "--list") == (0, "", "")
