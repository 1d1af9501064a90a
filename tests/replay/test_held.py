"""What somebody holds: notes and answers in files, the keys that signed them, what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain.log.checkpoints.checkpoint import Checkpoint, SignedReceipt
from domain.log.checkpoints.notes import COSIGNATURE, Note, SigningKey, read_note
from domain.log.errors import BadNoteError
from replay.cli import main
from replay.tree.held import Held, read_held, read_keys, signers
from tests.support.forging import OTHER, SIGNER
from tests.support.logs import url

ROOT = bytes(range(32))
CHECKPOINT = Checkpoint("log.test", 7, ROOT)
RECEIPT = SignedReceipt("log.test", "round/r", 3, ROOT)
KEY, OTHER_KEY = SIGNER.verifiers[0], OTHER.verifiers[0]
WITNESS = SigningKey("witness.test", bytes(32), COSIGNATURE)
NOTE = SIGNER.signed(CHECKPOINT.text)
ACKNOWLEDGED = SIGNER.signed(RECEIPT.text)
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def holding(tmp_path: Path) -> Callable[[str], list[Held]]:
    def held(text: str) -> list[Held]:
        path = tmp_path / "held"
        path.write_text(text, encoding="utf-8")
        return read_held([path])

    return held


def cosigned() -> str:
    note = read_note(NOTE)
    return str(Note(note.text, (*note.signatures, WITNESS.cosign(note.text, 1_700_000_000))))


ANSWER: dict[str, Any] = {
    "stream": "round/r", "version": 3, "hash": ROOT.hex(), "positions": [1], "note": ACKNOWLEDGED,
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (NOTE, [CHECKPOINT]),
        (ACKNOWLEDGED, [RECEIPT]),
        (cosigned(), [CHECKPOINT]),
        (NOTE + ACKNOWLEDGED + NOTE, [CHECKPOINT, RECEIPT, CHECKPOINT]),
        (f"\n{NOTE}\n\n{ACKNOWLEDGED}\n", [CHECKPOINT, RECEIPT]),
        (json.dumps(ANSWER), [RECEIPT]),
        (json.dumps([ANSWER, {"note": NOTE}]), [RECEIPT, CHECKPOINT]),
        (f"{json.dumps(ANSWER)}\n{json.dumps(ANSWER)}\n", [RECEIPT, RECEIPT]),
        (json.dumps({"receipt": ANSWER, "turn": None}), [RECEIPT]),
        (json.dumps({"checkpoints": [{"note": NOTE}, {"note": NOTE}]}), [CHECKPOINT] * 2),
        (json.dumps(ANSWER | {"note": NOTE}), [CHECKPOINT, RECEIPT._replace(origin="")]),
        (json.dumps(ANSWER | {"note": ""}), [RECEIPT._replace(origin="")]),
    ],
    ids=[
        "a checkpoint", "a receipt", "a cosigned checkpoint", "one after the other",
        "empty lines between", "an answer", "a list", "lines of answers", "one within another",
        "a page of checkpoints", "a proof with its checkpoint", "a receipt that is not signed",
    ],
)  # fmt: skip
def test_notes_and_answers_are_read(
    holding: Callable[[str], list[Held]], text: str, said: list[object]
) -> None:
    assert [one.says for one in holding(text)] == said


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", "nothing", "{}", "[]", "{", NOTE.replace("\n\n", "\n"),
        NOTE.replace("\n7\n", "\n07\n"), json.dumps({"note": "nothing"}),
        json.dumps(ANSWER | {"note": None, "hash": "zz"}),
        json.dumps(ANSWER | {"note": None, "version": "3"}),
        json.dumps(ANSWER | {"note": None, "hash": "00"}), "[" * 100_000,
    ],
    ids=range(13),
)  # fmt: skip
def test_anything_else_is_refused_and_its_file_named(
    holding: Callable[[str], list[Held]], tmp_path: Path, text: str
) -> None:
    with pytest.raises(BadNoteError) as refused:
        holding(text)
    assert str(refused.value).startswith(str(tmp_path / "held"))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadNoteError, match="No such file"):
        read_held([tmp_path / "none"])
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    with pytest.raises(BadNoteError, match="it is no text"):
        read_held([tmp_path / "bytes"])


def test_keys_are_given_or_stand_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.write_text(f"# the house\n{KEY}\n\n{WITNESS.verifier}\n", encoding="utf-8")
    assert read_keys([str(OTHER_KEY), str(path)]) == (OTHER_KEY, KEY, WITNESS.verifier)
    for word in (f"{KEY}x", str(tmp_path / "none")):
        with pytest.raises(BadNoteError):
            read_keys([word])


def test_who_signed_is_told_of_the_given_keys_only(holding: Callable[[str], list[Held]]) -> None:
    (held,) = holding(cosigned())
    assert signers(held, [KEY]) == (KEY,)
    assert signers(held, [WITNESS.verifier]) == (WITNESS.verifier,)
    assert signers(held, [KEY, OTHER_KEY, WITNESS.verifier]) == (KEY, WITNESS.verifier)
    with pytest.raises(BadNoteError, match="no key that is trusted"):
        signers(held, [OTHER_KEY])
    (changed,) = holding(NOTE.replace("\n7\n", "\n8\n"))
    with pytest.raises(BadNoteError, match="is not that of this text"):
        signers(changed, [KEY])
    (unsigned,) = holding(json.dumps(ANSWER | {"note": None}))
    assert signers(unsigned, [KEY]) == ()


def test_what_no_given_key_signed_is_not_compared(
    small: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "note"
    path.write_text(NOTE, encoding="utf-8")
    asked = ["verify", "--log", url(small), "--against", str(path)]
    assert main([*asked, "--key", str(OTHER_KEY)]) == 2
    assert capsys.readouterr().err.endswith(
        "no key that is trusted here has signed this note (bad_note)\n"
    )
    assert main([*asked, "--key", "nothing"]) == 2
    assert capsys.readouterr().err.endswith("(bad_note)\n")
    # Without a key those count that the log names, and this one names none.
    assert main(asked) == 1
    assert "no key that is trusted here has signed this note" in capsys.readouterr().out
