"""A house that breaks the rules is convicted by a bundle without a single key."""

from pathlib import Path

import pytest

from domain.log.store import open_log
from replay.bundle.check import checked
from replay.bundle.make import Order, bundle_of
from replay.checks import CHOICES, DERIVED, Verdict
from replay.errors import NotProvenError
from tests.support.logs import SHORT, TIED, VOIDED, new_log, store, ticking, url
from tests.support.tamper import Row, forged, open_file, rows_of

ROUNDS = {"short": SHORT, "tied": TIED, "voided": VOIDED}
EXPECTED = {"short": Verdict.PARTLY, "tied": Verdict.PARTLY, "voided": Verdict.PARTLY}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with new_log(tmp_path / "log.db") as log:
        for round_id, actions in ROUNDS.items():
            store(log, round_id, actions)
    return tmp_path / "log.db"


@pytest.mark.parametrize("round_id", ROUNDS)
def test_without_a_key_a_round_is_decided_again(path: Path, round_id: str) -> None:
    with open_log(url(path), now=ticking(), read_only=True) as log:
        proof = checked(bundle_of(log, Order(round_id, None), None))
    told = {check.name: check for check in proof.checks}
    assert told[DERIVED].verdict is EXPECTED[round_id]
    assert "hands that were never shown" in told[DERIVED].detail
    assert told[CHOICES].verdict is Verdict.OK


def other(row: Row) -> Row:
    """The row with a head or cards that the rules would not have made of it."""
    if row.topic == "sizhidao.RoundSettled.1":
        return row.with_event(next_head="p3")
    if row.topic == "sizhidao.HandsShown.1":
        hands = list(row.event["hands"])  # type: ignore[call-overload]
        backwards = [{**hands[0], "front": hands[0]["back"], "back": hands[0]["front"]}]
        return row.with_event(hands=[*backwards, *hands[1:]])
    return row


@pytest.mark.parametrize(
    ("round_id", "topic"),
    [("short", "sizhidao.RoundSettled.1"), ("tied", "sizhidao.HandsShown.1")],
)
def test_what_the_rules_would_not_have_made_is_found(path: Path, round_id: str, topic: str) -> None:
    """The forger hashes everything anew, acknowledgements too, so that only the rules tell."""
    stream = f"round/{round_id}"
    file = open_file(path)
    rows = rows_of(file, stream)
    file.close()
    wrong = [other(row) if row.topic == topic else row for row in rows]
    assert wrong != rows
    forged(path, stream, wrong)
    with (
        open_log(url(path), now=ticking(), read_only=True) as log,
        pytest.raises(NotProvenError, match=DERIVED),
    ):
        bundle_of(log, Order(round_id, None), None)
