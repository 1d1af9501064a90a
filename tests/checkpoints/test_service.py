"""The service signs its log and its receipts, and proves what it has signed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import api.cli
from api.roles import Role
from api.service.routes.checkpoints import MOST_IN_A_PAGE
from domain.fairness import tree
from domain.log.checkpoints.checkpoint import (
    Checkpoint,
    SignedReceipt,
    read_checkpoint,
    read_receipt,
)
from domain.log.checkpoints.notes import SigningKey, VerifierKey, read_note, verified
from tests.contract.conftest import migrated
from tests.service.asking import problem
from tests.service.playing import awaited
from tests.support.keys import key_file
from tests.support.service import ORIGIN, Guest, Served, place_at, seat_players, served

OLD = SigningKey(ORIGIN, bytes(range(96, 128)))
NEW = SigningKey(ORIGIN, bytes(range(128, 160)))
PLAYERS = ["ann", "bob", "cid"]
LONG = {"act_seconds": 600, "split_seconds": 600, "buy_in_seconds": 600}


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A service that signs after every event, by two processes where the log allows it.

    The tests are asked in their order: in the first it is new, in the last its keys change.
    """
    folder = tmp_path_factory.mktemp("house")
    with migrated(request.param, folder) as url:
        place = place_at(url, folder)._replace(checkpoint_events=1)
        workers = 2 if request.param == "postgres" else 1
        with served(place, workers=workers, pause=86_400) as running:
            yield running


def signed(guest: Guest, key: VerifierKey = OLD.verifier) -> Checkpoint | None:
    answer = guest.client.get("/checkpoints/latest")
    if answer.status_code == httpx.codes.NOT_FOUND:
        problem(answer, 404, "no_such_checkpoint")
        return None
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return read_checkpoint(verified(answer.text, [key]).text)


def all_signed(guest: Guest) -> Checkpoint:
    """Wait until nothing is new but checkpoints; return the last one."""

    def found() -> Checkpoint | None:
        last, position = signed(guest), guest.see("/health")["position"]
        lines = guest.see(f"/checkpoints?limit={MOST_IN_A_PAGE}")["checkpoints"]
        if last is None or last.size != lines[-1]["size"]:
            return None  # another one came between two questions
        return last if 0 < position - lines[-1]["position"] <= 3 else None

    checkpoint: Checkpoint = awaited(found)
    return checkpoint


def in_bytes(path: list[str]) -> list[bytes]:
    return [bytes.fromhex(one) for one in path]


def root_of(proof: dict[str, Any]) -> bytes | None:
    leaf = tree.leaf_hash(proof["position"].to_bytes(8) + bytes.fromhex(proof["hash"]))
    return tree.root_by(in_bytes(proof["path"]), proof["index"], proof["size"], leaf)


def test_what_is_not_there_yet_is_told(house: Served) -> None:
    eva = house.guest("eva", Role.AUDITOR)
    assert signed(eva) is None
    problem(eva.client.get("/checkpoints/consistency?old=1"), 404, "no_such_checkpoint")
    problem(eva.client.get("/proofs/rounds/none"), 404, "no_such_stream")
    assert eva.see("/health")["checkpoints"] == "signing"
    house.guest("office", Role.OPERATOR).done("/players", {"player": "dan"})
    size = all_signed(eva).size
    beyond = size + 1_000

    problem(eva.client.get("/proofs/streams?stream=wallet/nobody"), 404, "no_such_stream")
    wallet = "/proofs/streams?stream=wallet/dan"
    told = problem(eva.client.get(f"{wallet}&version=9"), 404, "no_such_event")
    assert told == {"most": 1}
    problem(eva.client.get(f"{wallet}&size={beyond}"), 404, "no_checkpoint")
    problem(eva.client.get(f"/checkpoints/consistency?old={beyond}"), 404, "no_checkpoint")
    problem(eva.client.get(f"/checkpoints/consistency?old=2&new={beyond}"), 404, "no_checkpoint")
    problem(eva.client.get("/checkpoints/consistency?old=0"), 422, "bad_form")
    problem(eva.client.get("/checkpoints?limit=101"), 422, "bad_form")
    index = eva.see(f"{wallet}&size={size}")["index"]
    if index:
        problem(eva.client.get(f"{wallet}&size={index}"), 404, "not_signed_yet")
    assert eva.see("/checkpoints?after=999999") == {"checkpoints": [], "next": None}


def test_a_receipt_is_signed_and_the_same_for_a_repeat(house: Served) -> None:
    office = house.guest("office", Role.OPERATOR)
    first = office.done("/players", {"player": "eve"}, key="once")

    text, keys = verified(first["note"], [OLD.verifier])
    own = bytes.fromhex(first["hash"])
    assert keys == (OLD.verifier,)
    assert read_receipt(text) == SignedReceipt(ORIGIN, "wallet/eve", first["version"], own)
    assert office.done("/players", {"player": "eve"}, key="once") == {**first, "repeated": True}
    house.stop()
    house.start()
    again = office.done("/players", {"player": "eve"}, key="once")
    assert again == {**first, "repeated": True}


def test_a_round_that_is_started_is_receipted_too(house: Served) -> None:
    seat_players(house, "u", ["hal", "ida", "joe"], **LONG)
    office = house.guest("office", Role.OPERATOR)

    started = office.done("/tables/u/rounds", key="start")

    receipt = read_receipt(verified(started["note"], [OLD.verifier]).text)
    assert (receipt.stream, receipt.version) == (started["stream"], started["version"])
    assert receipt.hash.hex() == started["hash"]
    assert office.done("/tables/u/rounds", key="start")["note"] == started["note"]


def test_what_was_acknowledged_is_proven_to_be_in_the_log(house: Served) -> None:
    seat_players(house, "t", PLAYERS, **LONG)
    office, auditor = house.guest("office", Role.OPERATOR), house.guest("eva", Role.AUDITOR)
    started = office.done("/tables/t/rounds")
    checkpoint = all_signed(auditor)

    proof = house.guest("ann").see(f"/proofs/rounds/{started['round']}?version=1")
    assert proof["size"] >= checkpoint.size
    assert root_of(proof) == read_checkpoint(verified(proof["note"], [OLD.verifier]).text).root
    of_table = auditor.see(
        f"/proofs/streams?stream=table/t&version={started['version']}&size={checkpoint.size}"
    )
    assert of_table["hash"] == started["hash"]
    assert root_of(of_table) == checkpoint.root
    for wrong in ("position", "index"):
        assert root_of({**of_table, wrong: of_table[wrong] - 1}) != checkpoint.root


def test_every_checkpoint_is_listed_and_extends_those_before(house: Served) -> None:
    office = house.guest("office", Role.OPERATOR)
    for number in range(3):
        office.done("/players", {"player": f"player {number}"})
        all_signed(office)
    lines: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = office.see(f"/checkpoints?after={after}&limit=2")
        lines += page["checkpoints"]
        after = page["next"]

    assert len(lines) >= 3
    for line in lines:
        checkpoint = read_checkpoint(verified(line["note"], [OLD.verifier]).text)
        assert (checkpoint.size, checkpoint.root.hex()) == (line["size"], line["root"])
        for older in lines:
            if older["size"] <= line["size"]:
                sizes = f"old={older['size']}&new={line['size']}"
                path = office.see(f"/checkpoints/consistency?{sizes}")["path"]
                roots = bytes.fromhex(older["root"]), bytes.fromhex(line["root"])
                assert tree.is_consistent(
                    older["size"], roots[0], line["size"], roots[1], in_bytes(path)
                )


def test_a_witness_asks_the_house_itself(
    house: Served, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    office = house.guest("office", Role.OPERATOR)
    token = tmp_path / "token"
    token.write_text(house.token("eva", Role.AUDITOR))
    words = [
        *("witness", house.url, "--trust", str(OLD.verifier), "--key", str(tmp_path / "w")),
        *("--state", str(tmp_path / "state"), "--name", "w.example"),
    ]
    sizes = []
    for number in range(2):
        office.done("/players", {"player": f"witnessed {number}"})
        least = all_signed(office).size
        assert api.cli.main([*words, "--token", str(token)]) == 0
        text = verified(capsys.readouterr().out, [OLD.verifier]).text
        sizes.append(read_checkpoint(text).size)
        assert sizes[-1] >= least

    assert sizes == sorted(sizes)
    assert api.cli.main(words) == 2
    assert "answers with status 401 (no_source)" in capsys.readouterr().err
    house.stop()
    try:
        assert api.cli.main(words) == 2
        assert "cannot be asked: ConnectError (no_source)" in capsys.readouterr().err
    finally:
        house.start()


def test_keys_are_exchanged_while_the_house_goes_on(house: Served) -> None:
    office = house.guest("office", Role.OPERATOR)
    office.done("/players", {"player": "fay"})
    before = all_signed(office)
    house.stop()
    key_file(house.place.signing, (ORIGIN, bytes(range(128, 160))), (ORIGIN, bytes(range(96, 128))))
    house.start()

    receipt = office.done("/players", {"player": "gus"})
    assert len(read_note(receipt["note"]).signatures) == 2
    for key in (OLD, NEW):
        assert verified(receipt["note"], [key.verifier]).text == read_note(receipt["note"]).text
    all_signed(office)
    note = office.client.get("/checkpoints/latest").text
    after = read_checkpoint(verified(note, [NEW.verifier]).text)
    assert verified(note, [OLD.verifier]).text == after.text
    path = office.see(f"/checkpoints/consistency?old={before.size}&new={after.size}")["path"]
    assert tree.is_consistent(before.size, before.root, after.size, after.root, in_bytes(path))
