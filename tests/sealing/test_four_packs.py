"""A round of 比牌升級 in a file: hands, kitty, returns and burial are sealed, each for its own."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from api.rounds import Rounds
from domain.games.rounds import seen_by
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.log import chain
from domain.log.accepted import input_of
from domain.log.codec import CODEC
from domain.log.erasing import erase
from domain.log.errors import StillRunningError
from domain.log.examine import examine
from domain.log.keys import HOUSE
from domain.log.store import Log, open_log
from domain.shengji import commands, events
from domain.shengji.ruleset import ruleset
from domain.shengji.sides import SEATS, Side
from domain.shengji.state import Contesting, Playing, Voided
from domain.shengji.visibility import HIDDEN_FROM_OTHERS
from tests.sealing.test_no_card_is_stored import digests, everything
from tests.support.keys import KEYS
from tests.support.leaks import CARD
from tests.support.logs import ticking, url
from tests.support.matches import all_shown, dealt, late
from tests.support.origins import origin_of
from tests.support.tables import migrate

STREAM = "round/r"
OPENING = commands.OpenRound(
    round="r",
    settings=ruleset(),
    players=("ann", "bob", "cyd", "dan"),
    levels=dict.fromkeys(Side, "2"),
)
TRICKS = 3
"""Tricks that are played before the round is voided."""


class Player:
    """Plays the round, with shows that oblige to return cards."""

    def __init__(self, log: Log) -> None:
        self._rounds = Rounds(log)
        self._asked = 0

    def ask(self, command: Command) -> None:
        self._asked += 1
        answer = self._rounds.ask(
            "r", command, actor="x", command_id=str(self._asked), origin=origin_of(command)
        )
        assert not isinstance(answer, Refusal), answer

    def play(self) -> None:
        self.ask(OPENING)
        for command in dealt("r", self._rounds.state("r")):
            self.ask(command)
        while not isinstance(state := self._rounds.state("r"), Playing) or state.trick < TRICKS:
            word = all_shown(state) if isinstance(state, Contesting) else late(state)
            assert word is not None
            self.ask(word)

    def void(self) -> None:
        self.ask(commands.VoidRound())
        assert isinstance(self._rounds.state("r"), Voided)


@pytest.fixture
def stored(tmp_path: Path) -> Iterator[tuple[Path, Log]]:
    """A log while it is open, so that its journal is there too."""
    path = tmp_path / "log.db"
    migrate(url(path))
    with open_log(url(path), now=ticking(), keys=KEYS) as log:
        Player(log).play()
        yield path, log


def hiding(log: Log) -> list[tuple[int, Any]]:
    """All commands and facts of the round that hide something, with their versions."""
    told = [
        (one.version, part)
        for one in log.read(STREAM)
        for part in (one.envelope.command, one.event)
        if type(part) in HIDDEN_FROM_OTHERS
    ]
    assert {type(part) for _, part in told} == set(HIDDEN_FROM_OTHERS)
    return told


def test_no_hidden_card_stands_in_clear(stored: tuple[Path, Log]) -> None:
    _, log = stored
    sealed = 0
    for row in log.read_stored(STREAM):
        body = json.loads(row.state[chain.HEADER :])
        sealed += len(body.pop("sealed", ()))
        event, command = body["event"], body["envelope"].get("command", {})
        for part in (event, command):
            kind = part.get("type", "").split(".")[1:2]
            if kind and {kind[0]} & {one.__name__ for one in HIDDEN_FROM_OTHERS}:
                assert CARD.findall(json.dumps(part)) == []
                assert set(part["cards"]) == {"??"}
    assert sealed == len(hiding(log))


def test_who_guesses_right_finds_nothing_to_compare_with(stored: tuple[Path, Log]) -> None:
    path, log = stored
    haystack = digests(everything(path))
    tried = 0
    for _, told in hiding(log):
        fields = msgspec.json.encode({"cards": told.cards})
        guesses = [sha256(fields).digest(), sha256(msgspec.json.encode(told)).digest()]
        if isinstance(told, Command):
            guesses.append(bytes.fromhex(input_of(STREAM, told)))
            assert bytes.fromhex(log.codec.input_of(STREAM, told)) in haystack
        assert haystack.isdisjoint(guesses)
        tried += len(guesses)
    assert tried > 30


def test_every_seat_opens_its_own_parts_and_the_house_key_the_kitty(
    stored: tuple[Path, Log],
) -> None:
    _, log = stored
    assert log.keys is not None
    rows, whole = log.read_stored(STREAM), log.read(STREAM)
    assert not any(one.closed for one in whole)
    for audience in (*SEATS, HOUSE):
        recorded, fault = examine(rows, CODEC.with_keys(log.keys.only(STREAM, audience)))
        assert fault is None
        for seen, real in zip(recorded, whole, strict=True):
            if type(real.event) in HIDDEN_FROM_OTHERS:
                own = getattr(real.event, "seat", HOUSE) == audience
                assert seen.event == (real.event if own else seen_by(None, real.event))


def test_a_return_is_open_to_giver_and_receiver_only(stored: tuple[Path, Log]) -> None:
    _, log = stored
    facts = [one.event for one in log.read(STREAM)]
    given = [one for one in facts if isinstance(one, events.CardsReturned)]
    got = [one for one in facts if isinstance(one, events.CardsReceived)]
    assert [(one.seat, one.to, one.cards) for one in given] == [
        (one.giver, one.seat, one.cards) for one in got
    ]
    assert given
    told: tuple[Any, ...] = (*given, *got)
    for one in told:
        for seat in SEATS:
            assert (seen_by(seat, one) == one) == (seat == one.seat)
            assert len(seen_by(seat, one).cards) == len(one.cards)


def test_without_keys_the_public_account_is_whole(stored: tuple[Path, Log]) -> None:
    _, log = stored
    recorded, fault = examine(log.read_stored(STREAM))
    assert fault is None
    for seen, real in zip(recorded, log.read(STREAM), strict=True):
        command = real.envelope.command
        assert seen.event == seen_by(None, real.event)
        assert replace(seen.envelope, command=command) == real.envelope


def test_its_keys_are_erased_when_it_is_over(stored: tuple[Path, Log]) -> None:
    _, log = stored
    with pytest.raises(StillRunningError):
        erase(log, STREAM, actor="operator/olga", command_id="e1", reason="kept long enough")
    Player.void(_again(log))
    erased = erase(log, STREAM, actor="operator/olga", command_id="e2", reason="kept long enough")
    assert erased == len((*SEATS, HOUSE))
    recorded = log.read(STREAM)
    assert sum(one.closed for one in recorded) >= 8
    assert isinstance(recorded[-1].event, events.RoundVoided)


def _again(log: Log) -> Player:
    player = Player(log)
    player._asked = 1_000  # noqa: SLF001 -- its ids are new ones
    return player


def test_a_form_of_a_deal_is_the_same_for_every_hand(stored: tuple[Path, Log]) -> None:
    _, log = stored
    lengths: dict[str, set[int]] = {}
    for row in log.read_stored(STREAM):
        body = json.loads(row.state[chain.HEADER :])
        for part in body.get("sealed", ()):
            lengths.setdefault(f"{row.topic} {part['part']}", set()).add(len(part["box"]))
    dealt_alike = {name: len(found) for name, found in lengths.items() if "Dealt" in name}
    assert dealt_alike == dict.fromkeys(dealt_alike, 1)
    assert len(dealt_alike) == 4
    assert re.fullmatch(r"shengji\.\w+\.1 (command|event)", next(iter(lengths)))
