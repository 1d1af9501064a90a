"""Bundles of both games hold by both verifiers, for whoever has the house's key."""

import ast
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.log.store import Log
from replay.bundle.check import checked
from replay.bundle.form import Bundle, Row, Stream, read, written
from replay.bundle.make import Order, bundle_of, newest
from replay.bundle.signed import COSIGNED
from replay.checks import Verdict
from replay.words import EVERYTHING, Viewer
from tests.bundle.conftest import VERIFIER, Bundled, outcome
from tests.bundle.hall import SIGNER
from tests.docs.markdown import page, spans, table, tables

KEY = str(SIGNER.verifiers[0])
SEATS = [Seat(f"p{number}") for number in range(1, 5)]
VIEWERS: list[Viewer] = [None, *SEATS, EVERYTHING]
CASES = [
    (round_id, viewer)
    for round_id in ("t1", "t2", "t3", "t4", "t5", "m1", "m2")
    for viewer in VIEWERS
    if not (round_id.startswith("t") and viewer == "p4")
    and not (round_id in {"t5", "m2"} and viewer == EVERYTHING)
]


@pytest.mark.parametrize(("round_id", "viewer"), CASES)
def test_a_bundle_holds_by_both_verifiers(
    bundled: Bundled, verifier: ModuleType, round_id: str, viewer: Viewer
) -> None:
    bundle = bundled(round_id, viewer)
    content = written(bundle)
    assert read(content) == bundle
    proof = checked(read(content), SIGNER.verifiers)
    told = {check.name: check.verdict for check in proof.checks}
    assert proof.proven, proof.checks
    assert (Verdict.PARTLY in told.values()) == (viewer != EVERYTHING)
    assert outcome(verifier, content, (KEY,)) == 0


@pytest.mark.parametrize(("round_id", "viewer"), CASES[::4])
def test_without_a_key_from_elsewhere_not_all_is_checked(
    bundled: Bundled, verifier: ModuleType, round_id: str, viewer: Viewer
) -> None:
    bundle = bundled(round_id, viewer)
    proof = checked(bundle)
    assert (proof.proven, proof.first_wrong) == (False, None)
    assert outcome(verifier, written(bundle)) == 2


def test_the_same_round_gives_the_same_bytes(log: Log, bundled: Bundled) -> None:
    for round_id, viewer in (("t1", SEATS[0]), ("m1", None)):
        again = bundle_of(log, Order(round_id, viewer), newest(log))
        assert written(again) == written(bundled(round_id, viewer))


def test_a_player_is_opened_its_own_cards_and_those_that_were_shown(bundled: Bundled) -> None:
    opened = {viewer: len(bundled("t1", viewer).openings) for viewer in VIEWERS[:4]}
    assert opened == {None: 8, "p1": 8, "p2": 8, "p3": 12}
    assert bundled("t1", EVERYTHING).openings == ()
    hands = Counter(one.place % 4 for one in bundled("m2", SEATS[0]).openings if one.place < 208)
    assert max(hands.values()) == 52
    assert sum(hands.values()) < 52 + 52


def test_without_a_checkpoint_a_bundle_says_so(log: Log, verifier: ModuleType) -> None:
    bundle = bundle_of(log, Order("t1", None), None)
    proof = checked(bundle, SIGNER.verifiers)
    assert (proof.proven, proof.first_wrong) == (False, None)
    assert proof.checks[-1].detail == "not yet covered by a checkpoint"
    assert outcome(verifier, written(bundle), (KEY,)) == 2


def test_what_another_program_tells_in_other_words_is_not_checked(bundled: Bundled) -> None:
    other = replace(bundled("t1", None), program="9.9.9", report="in other words")
    proof = checked(other, SIGNER.verifiers)
    assert (proof.proven, proof.first_wrong) == (False, None)


def test_the_second_verifier_shares_nothing_with_the_program() -> None:
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"))
    imported = {
        name.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for name in node.names
    } | {
        (node.module or ".").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert imported <= {*sys.stdlib_module_names, "cryptography"}
    assert not imported & {"importlib", "runpy", "subprocess"}
    assert Path(VERIFIER).name == "verify.py"


def test_the_checks_of_a_bundle_are_documented(bundled: Bundled) -> None:
    told = [check.name for check in checked(bundled("t1", None)).checks]
    documented = table(page("replay.md"), "a bundle's check", "compares", "shows")
    names = documented.column("a bundle's check")
    assert told[-5:] == names[:-1]
    assert names[-1] == COSIGNED


def test_the_form_is_documented_field_by_field() -> None:
    documented = [one for one in tables(page("proof.md")) if one.heading == "The file"]
    names = [[spans(cell)[0] for cell in one.column("key")] for one in documented]
    assert names == [[*kind.__struct_fields__] for kind in (Bundle, Stream, Row)]
