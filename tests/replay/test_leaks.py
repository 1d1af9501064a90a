"""Nobody is told a card that it may not have (Z10), in no round, in words or as JSON."""

import json
from pathlib import Path

import pytest

from domain.log.store import Log
from domain.log.streams import round_stream
from domain.sizhidao import events
from domain.sizhidao.visibility import EVERYTHING
from replay.cli import main
from replay.proof import prove
from replay.round import as_json, readable
from tests.support.leaks import CARD, END, PUBLIC, Secrets, in_json, in_text
from tests.support.logs import stored_rounds, url

SMALL = ("short", "tied", "voided", "open")


def facts_of(log: Log, round_id: str) -> list[object]:
    return [recorded.event for recorded in log.read(round_stream(round_id))]


def viewers_of(facts: list[object]) -> list[str | None]:
    opened = facts[0]
    assert isinstance(opened, events.RoundOpened)
    return [PUBLIC, *(f"p{number}" for number, _ in enumerate(opened.players, start=1))]


def told(
    path: Path, round_id: str, viewer: str | None, capsys: pytest.CaptureFixture[str], *more: str
) -> str:
    seat = [] if viewer is None else ["--seat", viewer]
    assert main(["round", round_id, "--log", url(path), *seat, *more]) == 0
    return capsys.readouterr().out


def test_no_round_leaks_a_card_to_anybody(
    played: Path, reader: Log, capsys: pytest.CaptureFixture[str]
) -> None:
    seen = 0
    for round_id in stored_rounds(reader):
        facts = facts_of(reader, round_id)
        secrets = Secrets(facts)
        for viewer in viewers_of(facts):
            text = told(played, round_id, viewer, capsys)
            plain = told(played, round_id, viewer, capsys, "--json")
            assert in_text(text, viewer, secrets) == []
            assert in_json(json.loads(plain), viewer, secrets) == []
            seen += len(CARD.findall(text + plain))
    assert seen > 1000


@pytest.mark.parametrize("round_id", SMALL)
def test_no_round_leaks_a_card_at_any_moment(
    round_id: str, played: Path, reader: Log, capsys: pytest.CaptureFixture[str]
) -> None:
    facts = facts_of(reader, round_id)
    secrets = Secrets(facts)
    for at in range(1, len(facts) + 1):
        for viewer in viewers_of(facts):
            text = told(played, round_id, viewer, capsys, "--at", str(at))
            plain = told(played, round_id, viewer, capsys, "--at", str(at), "--json")
            assert in_text(text, viewer, secrets) == []
            assert in_json(json.loads(plain), viewer, secrets) == []


def test_everybody_is_told_all_that_it_may_have(reader: Log) -> None:
    for round_id in stored_rounds(reader):
        facts = facts_of(reader, round_id)
        secrets = Secrets(facts)
        proof = prove(reader, round_id)
        assert proof is not None
        for viewer in viewers_of(facts):
            text = "\n".join(readable(proof, viewer))  # type: ignore[arg-type]
            assert set(CARD.findall(text)) == secrets.ever(viewer), (round_id, viewer)


def test_a_folded_seat_shows_nothing_also_when_others_show(reader: Log) -> None:
    secrets = Secrets(facts_of(reader, "tied"))

    assert secrets.open_to(PUBLIC, END, 0) == set(CARD.findall("As Ad 9c 2h Qs Qd 8h Jc"))
    assert secrets.open_to("p1", END, 0) - secrets.open_to(PUBLIC, END, 0) == set(
        CARD.findall("2s 3d 4c 5h")
    )
    assert secrets.open_to(PUBLIC, END, 1) == set()


@pytest.mark.parametrize("round_id", ["short", "voided", "open"])
def test_without_a_showdown_the_public_is_told_no_card(
    round_id: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert CARD.findall(told(played, round_id, PUBLIC, capsys)) == []
    assert CARD.findall(told(played, round_id, PUBLIC, capsys, "--json")) == []


def test_the_search_finds_what_another_viewer_is_told(reader: Log) -> None:
    for round_id in ("short", "tied", "voided", "open"):
        facts = facts_of(reader, round_id)
        secrets = Secrets(facts)
        proof = prove(reader, round_id)
        assert proof is not None
        for viewer in viewers_of(facts):
            everything = "\n".join(readable(proof, EVERYTHING))
            assert in_text(everything, viewer, secrets)
            assert in_json(json.loads(json.dumps(as_json(proof, EVERYTHING))), viewer, secrets)
        own = "\n".join(readable(proof, "p1"))  # type: ignore[arg-type]
        assert in_text(own, "p2", secrets)
        assert in_text(own, PUBLIC, secrets)


def test_the_search_looks_at_the_moment_and_at_the_stage(reader: Log) -> None:
    facts = facts_of(reader, "tied")
    secrets = Secrets(facts)
    shown = next(v for v, fact in enumerate(facts, 1) if isinstance(fact, events.HandsShown))
    playoff = next(v for v, fact in enumerate(facts, 1) if isinstance(fact, events.PlayoffOpened))

    assert in_text(f"{shown:4}  shown Qs\n", PUBLIC, secrets) == []
    assert in_text(f"{shown - 2:4}  shown Qs\n", PUBLIC, secrets) != []
    assert in_text(f"{playoff:4}  shown Qs\n", PUBLIC, secrets) != []
    assert in_text(f"{shown:4}  shown 2s\n", PUBLIC, secrets) != []
    assert in_text(f"{shown:4}  shown\nstatus  complete Qs\n", PUBLIC, secrets) != []
