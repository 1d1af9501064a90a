"""Whatever is changed in a bundle both verifiers find, but for what is only there to be read."""

from types import ModuleType

import pytest

from domain.kernel.seats import Seat
from replay.bundle.check import checked
from replay.bundle.form import Bundle, read, written
from replay.errors import BadBundleError
from replay.words import EVERYTHING, Viewer
from tests.bundle.conftest import Bundled, outcome
from tests.bundle.hall import SIGNER
from tests.bundle.tampering import Tampered, tampered

KEY = str(SIGNER.verifiers[0])

PLACE = "streams.rows.position"
READ_ONLY = {
    PLACE: "of a row that is not its stream's last it tells the order only, within its decision",
    "program": "it names the program for whoever reads; what it tells is checked by the report",
}
"""What no verifier finds changed, and why that proves nothing."""
READ_ONLY_FOR_THE_SECOND = {
    **READ_ONLY,
    "report": "the account is words that the program makes of the events, and checks by making it",
}


def found_by_check(one: Tampered) -> bool:
    try:
        return not checked(read(one.content), SIGNER.verifiers).proven
    except BadBundleError:
        return True


def is_last_place(one: Tampered, bundle: Bundle) -> bool:
    """Say whether it is the position of a stream's last row, which the tree proves."""
    if one.field != PLACE:
        return False
    _, stream, _, row, _ = one.where.split(".")
    return int(row) == len(bundle.streams[int(stream)].rows) - 1


@pytest.mark.parametrize(
    ("round_id", "viewer", "step"),
    [
        ("t2", Seat("p1"), 1),
        ("t1", None, 11),
        ("t1", Seat("p3"), 11),
        ("t1", EVERYTHING, 5),
        ("t4", Seat("p2"), 13),
        ("t5", Seat("p1"), 7),
        ("m2", Seat("p2"), 53),
        ("m1", Seat("p1"), 499),
        ("m1", EVERYTHING, 509),
    ],
)
def test_every_change_is_found(
    bundled: Bundled, verifier: ModuleType, round_id: str, viewer: Viewer, step: int
) -> None:
    bundle = bundled(round_id, viewer)
    whole, tried = written(bundle), 0
    missed, missed_by_second = set[str](), set[str]()
    for one in tampered(bundle, step):
        if one.content == whole:
            continue
        tried += 1
        field = one.where if is_last_place(one, bundle) else one.field
        if not found_by_check(one):
            missed.add(field if field in READ_ONLY else f"{one.where} {one.how}")
        if outcome(verifier, one.content, (KEY,)) == 0:
            known = field in READ_ONLY_FOR_THE_SECOND
            missed_by_second.add(field if known else f"{one.where} {one.how}")
    assert tried > 100
    assert missed <= READ_ONLY.keys()
    assert missed_by_second <= READ_ONLY_FOR_THE_SECOND.keys()
