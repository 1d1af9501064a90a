"""A log that was rewritten, against what is held outside: found, and the first wrong place named.

Each is tried on a file and on a server, as superuser with the guards off.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from domain.log.checkpoints.checkpoints import Checkpoints
from replay.cli import main
from tests.support import forging
from tests.support.forging import SIGNER, AnyTable, FileTable, Rows, ServerTable
from tests.support.logs import TIED, store, url
from tests.support.postgres import new_database
from tests.support.rewriting import (
    LATE_ROUND,
    SHORT_ROUND,
    TIED_ROUND,
    VOIDED_ROUND,
    Json,
    Signed,
    edited,
    exchanged,
    inserted,
    receipts_of,
    reordered,
    rewritten,
    rewritten_with_acknowledgements,
    unsigned,
    without_a_round,
    without_round,
)
from tests.support.tables import migrate

Capture = pytest.CaptureFixture[str]
Change = Callable[[Rows], Rows]
KEY = str(SIGNER.verifiers[0])


@pytest.fixture(scope="module", params=["file", "server"])
def kept(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Signed]:
    folder = tmp_path_factory.mktemp("held")
    with ExitStack() as stack:
        table: AnyTable
        if request.param == "file":
            migrate(url(folder / "log.db"))
            table = FileTable(folder / "log.db")
        else:
            table = ServerTable(stack.enter_context(new_database()))
        notes = [folder / f"{number}.note" for number in range(3)]
        for path, note in zip(notes, forging.fill(table.address), strict=True):
            path.write_text(note, encoding="utf-8")
        receipts = folder / "receipts"
        receipts.write_text("\n".join(receipts_of(table)), encoding="utf-8")
        yield Signed(table, table.rows(), notes, receipts)


@pytest.fixture
def signed(kept: Signed) -> Iterator[Signed]:
    yield kept
    kept.table.put(kept.rows, tiles=False)
    forging.regrow(kept.table)


def verified(signed: Signed, capsys: Capture, *held: Path, code: int = 1) -> Json:
    """What `replay verify` tells of the tree."""
    against = [word for path in held for word in ("--against", str(path))]
    given = ["--key", KEY] if held else []
    asked = ["verify", "--json", "--workers", "1", "--log", signed.table.address, *against, *given]
    found = main(asked)
    told: Json = json.loads(capsys.readouterr().out)
    assert found == code
    tree: Json = told["tree"]
    assert (tree["verdict"] == "difference") == bool(tree["differing"])
    return tree


def reasons(tree: Json) -> list[str]:
    return [one["reason"] for one in tree["differing"]]


def bounds(tree: Json) -> tuple[Json, Json]:
    """Between which events something must be wrong, where no more is known."""
    return tree["first_wrong"]["after"], tree["first_wrong"]["until"]


def rehold(signed: Signed, rows: Rows, *, by_key: bool) -> None:
    """Put rows in the log with tiles that fit, and with checkpoints that fit or without any."""
    signed.table.put(forging.resigned(rows) if by_key else unsigned(rows), tiles=False)
    forging.regrow(signed.table)


def test_untouched_it_is_as_held(signed: Signed, capsys: Capture) -> None:
    tree = verified(signed, capsys, *signed.notes, signed.receipts, code=0)
    assert tree["size"] == len(signed.rows)
    assert (tree["checkpoints"], tree["held_checkpoints"]) == (3, 3)
    assert tree["signed_by"] == ["log.test"]
    assert tree["held_receipts"] > len("receipts of twelve rounds")
    assert (tree["verdict"], tree["first_wrong"], tree["differing"]) == ("ok", None, [])


def test_one_note_holds_alone(signed: Signed, capsys: Capture) -> None:
    for note in signed.notes:
        assert verified(signed, capsys, note, code=0)["held_checkpoints"] == 1


ATTACKS: dict[Change, tuple[str, int, str]] = {
    edited: (SHORT_ROUND, 9, "changed"),
    inserted: (SHORT_ROUND, 10, "it is not the event that is in the tree"),
    exchanged: (TIED_ROUND, 4, "it is not the event that is in the tree"),
    rewritten: (SHORT_ROUND, 8, "it is not the event that is in the tree"),
    rewritten_with_acknowledgements: (SHORT_ROUND, 8, "it is not the event that is in the tree"),
    reordered: (TIED_ROUND, 1, "it is not the event that is in the tree"),
    without_a_round: (
        "table/south",
        1,
        "an event that is in the tree is missing before it",
    ),
}
every_attack = pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)


@every_attack
def test_the_tiles_name_the_event_even_if_nothing_is_held(
    signed: Signed, capsys: Capture, attack: Change
) -> None:
    forged = attack(signed.rows)
    signed.table.put(forged)
    stream, version, reason = ATTACKS[attack]
    (place,) = (row for row in forged if (row.stream, row.version) == (stream, version))
    where = {"is": "event", "stream": stream, "version": version, "position": place.position}
    for held in ((), (signed.notes[2],)):
        tree = verified(signed, capsys, *held)
        assert tree["first_wrong"] == where
        assert tree["differing"][0] == {
            "what": "event", "reason": reason, "file": None, "where": where,
        }  # fmt: skip


@every_attack
def test_with_new_tiles_the_signed_checkpoints_bound_it(
    signed: Signed, capsys: Capture, attack: Change
) -> None:
    forged = attack(signed.rows)
    signed.table.put(forged, tiles=False)
    forging.regrow(signed.table)
    tree = verified(signed, capsys)
    assert "the events have another root" in reasons(tree)
    if attack is not edited:
        assert bounds(tree) == signed.bounds(forged, None, 0)


SILENT = (rewritten_with_acknowledgements, without_a_round, reordered)
"""What no check of the log against itself finds."""
OTHER = "the events have another root"
FORKED = "the log has signed another root of as many events: it was forked"


@pytest.mark.parametrize("by_key", [True, False])
@pytest.mark.parametrize("attack", [one for one in ATTACKS if one is not edited])
def test_with_all_made_anew_only_what_is_held_finds_it(
    signed: Signed, capsys: Capture, attack: Change, *, by_key: bool
) -> None:
    rehold(signed, attack(signed.rows), by_key=by_key)
    assert verified(signed, capsys, code=0 if attack in SILENT else 1)["differing"] == []
    tree = verified(signed, capsys, signed.notes[2])
    here = signed.table.rows()
    if len(here) < signed.size_of(2):
        ends = f"the log ends with event {len(here)}, at position {here[-1].position}"
        assert reasons(tree) == [ends]
    elif attack is without_a_round:
        assert reasons(tree) == [OTHER]
    else:
        assert reasons(tree) == [FORKED if by_key else OTHER]
    assert tree["differing"][0]["file"] == str(signed.notes[2])
    assert bounds(tree) == signed.bounds(signed.table.rows(), None, 2)


@pytest.mark.parametrize("by_key", [True, False])
def test_the_first_note_that_fails_and_the_last_that_holds_bound_it(
    signed: Signed, capsys: Capture, *, by_key: bool
) -> None:
    forged = without_round(TIED_ROUND)(signed.rows)
    if by_key:
        rehold(signed, forged, by_key=True)
    else:
        signed.table.put(forged, tiles=False)
        forging.regrow(signed.table)
    tree = verified(signed, capsys, *signed.notes)
    assert bounds(tree) == signed.bounds(signed.table.rows(), 0, 1)
    # A key that was misused has signed what is there now: it is told as no more than that.
    assert (tree["first_wrong"]["signed"] is None) != by_key


def test_receipts_name_the_first_event_that_is_not_as_acknowledged(
    signed: Signed, capsys: Capture
) -> None:
    rehold(signed, rewritten_with_acknowledgements(signed.rows), by_key=True)
    tree = verified(signed, capsys, signed.receipts)
    (place,) = (row for row in signed.rows if (row.stream, row.version) == (SHORT_ROUND, 8))
    assert tree["first_wrong"] == {
        "is": "event", "stream": SHORT_ROUND, "version": 8, "position": place.position,
    }  # fmt: skip
    assert reasons(tree) == ["it has another hash"]


def test_a_tail_that_was_cut_before_the_last_note(signed: Signed, capsys: Capture) -> None:
    cut = signed.rows[: signed.size_of(2) - 10]
    signed.table.put(cut, tiles=False)
    forging.regrow(signed.table)
    tree = verified(signed, capsys, *signed.notes)
    assert bounds(tree) == signed.bounds(cut, 1, 2)
    here = signed.table.rows()
    assert reasons(tree) == [
        f"the log ends with event {len(here)}, at position {here[-1].position}"
    ]


def test_a_tail_that_was_cut_behind_the_last_note_shows_in_receipts_alone(
    signed: Signed, capsys: Capture
) -> None:
    (place,) = (
        place
        for place, row in enumerate(signed.rows)
        if (row.stream, row.version) == (LATE_ROUND, 8)
    )
    signed.table.put(signed.rows[:place], tiles=False)
    forging.regrow(signed.table)
    assert verified(signed, capsys, *signed.notes, code=0)["first_wrong"] is None
    tree = verified(signed, capsys, signed.receipts)
    where = {"is": "event", "stream": LATE_ROUND, "version": 8, "position": None}
    assert (tree["first_wrong"], reasons(tree)) == (where, ["it was acknowledged, and is missing"])


def test_a_whole_round_behind_the_last_note_shows_in_receipts_alone(
    signed: Signed, capsys: Capture
) -> None:
    signed.table.put(without_round(LATE_ROUND)(signed.rows), tiles=False)
    forging.regrow(signed.table)
    assert verified(signed, capsys, *signed.notes, code=0)["first_wrong"] is None
    tree = verified(signed, capsys, signed.receipts)
    where = tree["first_wrong"]
    assert (where["stream"], where["position"]) == (LATE_ROUND, None)
    assert "missing, and the first wrong one is behind event 0" in reasons(tree)[0]


def test_a_log_that_went_on_otherwise_than_its_copy(signed: Signed, capsys: Capture) -> None:
    """Both were signed with the same key; each is sound by itself."""
    signed.table.put(signed.rows[: signed.size_of(1) + 2], tiles=False)
    forging.regrow(signed.table)
    with forging.opened(signed.table.address) as log:
        store(log, "other", TIED)
        assert Checkpoints(log, SIGNER).take() is not None
    assert verified(signed, capsys, signed.notes[1], code=0)["differing"] == []
    tree = verified(signed, capsys, *signed.notes)
    assert bounds(tree) == signed.bounds(signed.table.rows(), 1, 2)
    assert reasons(tree) == ["the events have another root"]
    receipts = verified(signed, capsys, signed.receipts)
    assert {one["where"]["stream"] for one in receipts["differing"]} >= {VOIDED_ROUND, LATE_ROUND}
