"""docs/checkpoints.md shows notes and keys as they are, and names the defaults that hold."""

from hashlib import sha256

from api.checkpointer import Every
from api.serving import EVENTS_SETTING, SECONDS_SETTING
from domain.log.checkpoints.checkpoint import Checkpoint, read_checkpoint, read_receipt
from domain.log.checkpoints.notes import Signer, SigningKey, verified
from domain.log.checkpoints.tiles import WIDTH
from tests.checkpoints.given import ORIGIN
from tests.docs.markdown import blocks, page, table
from tests.log.test_chain import HEADS

TEXT = page("checkpoints.md")
KEY = SigningKey(ORIGIN, bytes(32))


def test_the_notes_of_the_page_are_signed_by_its_key() -> None:
    checkpoint, vkey, receipt = (
        f"{block.text.strip()}\n" for block in blocks(TEXT) if block.language == "text"
    )

    assert vkey == f"{KEY.verifier}\n"
    shown = read_checkpoint(verified(checkpoint, [KEY.verifier]).text)
    assert shown == Checkpoint(ORIGIN, 1407, sha256(b"").digest())
    assert Signer([KEY]).signed(shown.text) == checkpoint
    told = read_receipt(verified(receipt, [KEY.verifier]).text)
    assert (told.stream, told.version, told.hash.hex()) == ("round/1", 2, HEADS[1])
    assert Signer([KEY]).signed(told.text) == receipt


def test_the_defaults_are_those_told() -> None:
    every = Every()
    told = table(page("operation.md"), "setting", "default", "meaning")
    defaults = dict(zip(told.column("setting"), told.column("default"), strict=True))

    assert defaults[f"`{EVENTS_SETTING}`"] == f"`{every.events}`"
    assert defaults[f"`{SECONDS_SETTING}`"] == f"`{every.seconds}`"
    assert f"there are {every.events} events more" in TEXT
    assert f"is {every.seconds} seconds old" in TEXT
    assert f"{WIDTH} hashes of one level" in TEXT
