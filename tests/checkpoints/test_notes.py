"""Signed notes: the published vectors of C2SP and Go, and whatever is no note."""

from base64 import b64decode

import pytest

from domain.log.checkpoints.checkpoint import (
    Checkpoint,
    SignedReceipt,
    read_checkpoint,
    read_receipt,
)
from domain.log.checkpoints.notes import (
    COSIGNATURE,
    MOST_SIGNATURES,
    Note,
    Signer,
    SigningKey,
    VerifierKey,
    read_key,
    read_note,
    verified,
)
from domain.log.errors import BadNoteError

# From the package golang.org/x/mod/sumdb/note, whose form C2SP's signed-note specifies.
VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SEED = b64decode("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")[1:]
TEXT = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
LINE = (
    "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6"
    "KE6RyyBwJnAM=\n"
)
NOTE = f"{TEXT}\n{LINE}"
WRONG_LENGTH = "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY=="
WRONG_KIND = "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"

# The example of C2SP's tlog-cosignature.
COSIGNED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q"
    "1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2o"
    "yin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n"
)
PETER = SigningKey("PeterNeumann", SEED)
WITNESS = SigningKey("witness.example/w", bytes(32), COSIGNATURE)
TIME = 1_679_315_147


def test_a_note_is_signed_to_the_byte_as_published() -> None:
    assert Signer([PETER]).signed(TEXT) == NOTE
    assert str(PETER.verifier) == VKEY


def test_a_published_note_is_verified() -> None:
    assert verified(NOTE, [read_key(VKEY)]) == (TEXT, (PETER.verifier,))


def test_a_note_is_read_and_written_the_same() -> None:
    note = read_note(COSIGNED)

    assert str(note) == COSIGNED
    assert [one.name for one in note.signatures] == [
        "example.com/behind-the-sofa",
        "witness.example.com/w1",
    ]
    cosignature = note.signatures[1]
    assert cosignature.key_id.hex() == "8d66cf3f"
    assert int.from_bytes(cosignature.content[:8]) == TIME
    assert len(cosignature.content) == 8 + 64
    checkpoint = read_checkpoint(note.text)
    assert checkpoint.size == 20_852_163
    assert checkpoint.text == note.text


def test_a_cosignature_covers_its_time_and_the_whole_text() -> None:
    line = WITNESS.cosign(TEXT, TIME)

    def is_good(text: str, content: bytes) -> bool:
        return WITNESS.verifier.has_signed(text, line._replace(content=content))

    plain = SigningKey("witness.example/w", bytes(32))
    signed = plain.sign(f"cosignature/v1\ntime {TIME}\n{TEXT}").content
    assert line.content == TIME.to_bytes(8) + signed
    assert line.key_id != plain.verifier.key_id
    assert is_good(TEXT, line.content)
    assert not is_good(TEXT, (TIME + 1).to_bytes(8) + signed)
    assert not is_good(f"{TEXT}more\n", line.content)
    assert not is_good(TEXT, signed)
    assert verified(f"{TEXT}\n{line.line}", [WITNESS.verifier]).keys == (WITNESS.verifier,)


def test_any_piece_of_a_key_and_any_changed_one_is_no_key() -> None:
    pieces = {VKEY[a:b] for a in range(len(VKEY)) for b in range(a, len(VKEY) + 1)} - {VKEY}
    changed = {VKEY[:n] + chr(ord(VKEY[n]) + 1) + VKEY[n + 1 :] for n in range(len(VKEY))}
    for wrong in (*pieces, *changed, WRONG_LENGTH, WRONG_KIND):
        with pytest.raises(BadNoteError):
            read_key(wrong)
    assert read_key(VKEY) == read_key(VKEY.replace("c74f20a3", "C74F20A3")) == PETER.verifier


@pytest.mark.parametrize("at", range(0, len(NOTE), 7))
def test_a_changed_note_is_not_verified(at: int) -> None:
    changed = NOTE[:at] + ("x" if NOTE[at] != "x" else "y") + NOTE[at + 1 :]

    with pytest.raises(BadNoteError):
        verified(changed, [PETER.verifier])


@pytest.mark.parametrize(
    "note",
    [
        "",
        TEXT,
        f"{TEXT}\n",
        f"{TEXT}{LINE}",
        f"{TEXT}\n{LINE.rstrip()}",
        f"{TEXT}\n{LINE}\n",
        f"{TEXT}\n{LINE}more\n",
        f"{TEXT}\n{LINE.replace('— ', '- ')}",
        f"{TEXT}\n{LINE.replace('PeterNeumann', 'Peter+Neumann')}",
        f"{TEXT}\n{LINE.replace('PeterNeumann', '')}",
        f"{TEXT}\n{LINE.replace('nAM=', 'nAN=')}",
        f"{TEXT}\n{LINE.replace('nAM=', 'nAM')}",
        f"{TEXT}\n— PeterNeumann x08gow==\n",
        f"{TEXT}\x00\n{LINE}",
        f"{TEXT}\r\n\n{LINE}",
        f"{TEXT}\ud800\n\n{LINE}",
        f"{TEXT}\n{LINE * (MOST_SIGNATURES + 1)}",
        f"{TEXT}{'x' * (1 << 18)}\n\n{LINE}",
    ],
)
def test_what_is_no_note(note: str) -> None:
    with pytest.raises(BadNoteError):
        verified(note, [PETER.verifier])


def test_signatures_of_others_say_nothing() -> None:
    other = SigningKey("PeterNeumann", bytes(32))
    both = str(Note(TEXT, (other.sign(TEXT), PETER.sign(TEXT))))
    wrong = other.sign("another text\n")

    assert verified(both, [PETER.verifier]).keys == (PETER.verifier,)
    assert verified(both, [other.verifier, PETER.verifier]).keys == (
        other.verifier,
        PETER.verifier,
    )
    assert verified(f"{NOTE}{wrong.line}", [PETER.verifier]).text == TEXT
    with pytest.raises(BadNoteError):
        verified(f"{NOTE}{wrong.line}", [PETER.verifier, other.verifier])
    with pytest.raises(BadNoteError):
        verified(NOTE, [other.verifier])
    with pytest.raises(BadNoteError):
        verified(NOTE, [])


def test_a_text_may_have_empty_lines() -> None:
    text = "one\n\ntwo\n"

    assert verified(Signer([PETER]).signed(text), [PETER.verifier]).text == text


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\nb", "a\u2003b", "a\x07"])
def test_names_that_no_key_bears(name: str) -> None:
    with pytest.raises(BadNoteError):
        SigningKey(name, bytes(32))


def test_two_keys_of_a_log_sign_everything() -> None:
    signer = Signer([PETER, SigningKey("PeterNeumann", bytes(32))])
    note = signer.signed(TEXT)

    assert note == signer.signed(TEXT)
    assert verified(note, signer.verifiers).keys == signer.verifiers
    for key in signer.verifiers:
        assert verified(note, [key]).text == TEXT


def test_nothing_of_a_private_key_is_shown() -> None:
    assert repr(PETER) == f"SigningKey({VKEY})"
    assert SEED.hex() not in repr(vars(type(PETER)))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "o\n1\n",
        "o\n01\nAAAA\n",
        f"\n1\n{'A' * 43}=\n",
        f"o\n-1\n{'A' * 43}=\n",
        f"o\n01\n{'A' * 43}=\n",
        f"o\n1\n{'A' * 43}\n",
        f"o\n1\n{'A' * 42}B=\n",
        f"o\n1\n{'A' * 43}=",
        f"o\n1\n{'A' * 43}=\n\n",
        f"o\n1\n{'A' * 43}=\nx\n\ny\n",
        f"o\n99999999999999999999\n{'A' * 43}=\n",
    ],
)
def test_what_is_no_checkpoint(text: str) -> None:
    with pytest.raises(BadNoteError):
        read_checkpoint(text)


def test_a_checkpoint_may_have_more_lines() -> None:
    checkpoint = Checkpoint("o", 0, bytes(32))

    assert read_checkpoint(checkpoint.text) == checkpoint
    assert read_checkpoint(f"{checkpoint.text}more\n") == checkpoint


def test_a_receipt_is_read_as_written() -> None:
    receipt = SignedReceipt("house.example/log", "round/a b 局", 7, bytes(range(32)))

    assert read_receipt(receipt.text) == receipt
    with pytest.raises(BadNoteError):
        read_checkpoint(receipt.text)
    lines = receipt.text.splitlines(keepends=True)
    for number in range(5):
        for wrong in ("", "\n", "x\n"):
            changed = [*lines]
            changed[number] = wrong
            if number in {1, 2} and wrong == "x\n":
                continue
            with pytest.raises(BadNoteError):
                read_receipt("".join(changed))


def test_a_key_of_another_kind_is_another_key() -> None:
    key = VerifierKey("a", COSIGNATURE, PETER.verifier.public)

    assert read_key(str(key)) == key
    assert key.key_id != VerifierKey("a", 1, key.public).key_id
