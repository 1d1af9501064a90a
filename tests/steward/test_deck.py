"""A round's deck comes from its own key: the same for every process, foretold by nobody else."""

import hmac
from pathlib import Path

import msgspec
import pytest

from api.rounds import Rounds
from api.steward.deck import deck_of, four_packs_of, hand_of
from domain.cards.card import PACK, Card
from domain.cards.packs import FOUR_PACKS
from domain.fairness.shuffle import shuffled, shuffled_and_drawn
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat, seats_of
from domain.log.errors import DataKeyGoneError
from domain.log.keys import HOUSE, HeldKeys
from domain.log.store import open_log
from domain.shengji.deck import DEALT
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.ruleset import ruleset
from domain.sizhidao.state import Dealing
from tests.support.keys import KEYS
from tests.support.logs import new_log, opening_of, ticking, url

KEY = bytes(range(100, 132))
KEYS_OF_R = HeldKeys({("round/r", HOUSE): KEY})


def test_the_seed_is_made_of_key_and_stage_as_published() -> None:
    marking = hmac.digest(KEY, b"paipu.inputkey.1\0", "sha256")
    for stage in (0, 1, 258):
        seed = hmac.digest(marking, b"paipu.deck.1\0" + stage.to_bytes(4, "big"), "sha256")
        assert deck_of(KEYS_OF_R, "round/r", stage) == shuffled(PACK, seed)


def test_every_stage_and_every_key_has_a_deck_of_its_own() -> None:
    other = HeldKeys({("round/r", HOUSE): KEY[::-1]})
    decks = {deck_of(keys, "round/r", stage) for keys in (KEYS_OF_R, other) for stage in range(9)}
    assert len(decks) == 18


def test_four_packs_have_the_seed_of_stage_0_as_published() -> None:
    marking = hmac.digest(KEY, b"paipu.inputkey.1\0", "sha256")
    seed = hmac.digest(marking, b"paipu.deck.1\0" + bytes(4), "sha256")
    assert four_packs_of(KEYS_OF_R, "round/r") == shuffled_and_drawn(FOUR_PACKS, seed, DEALT)


def test_without_the_key_there_is_no_deck() -> None:
    with pytest.raises(DataKeyGoneError):
        deck_of(KEYS_OF_R, "round/other", 0)
    with pytest.raises(DataKeyGoneError):
        four_packs_of(KEYS_OF_R, "round/other")


def test_every_process_deals_the_same_deck(tmp_path: Path) -> None:
    with new_log(tmp_path / "log.db") as first:
        rounds = Rounds(first)
        for name in ("r", "other"):
            opened = opening_of(name)
            rounds.ask(name, opened, actor="house", command_id=name, origin=Origin.HOUSE)
        assert first.keys is not None
        mine = [deck_of(first.keys, f"round/{name}", 0) for name in ("r", "other")]
    with open_log(url(tmp_path / "log.db"), now=ticking(), keys=KEYS) as second:
        assert second.keys is not None
        assert mine == [deck_of(second.keys, f"round/{name}", 0) for name in ("r", "other")]
    assert mine[0] != mine[1]


def dealing(tmp_path: Path, players: int) -> Dealing:
    with new_log(tmp_path / "log.db") as log:
        names = [f"player-{number}" for number in range(players)]
        rounds = Rounds(log)
        wide = ruleset({"max_players": 13})
        opened = msgspec.structs.replace(opening_of("r", names), settings=wide)
        rounds.ask("r", opened, actor="house", command_id="1", origin=Origin.HOUSE)
        state = rounds.state("r")
        assert isinstance(state, Dealing)
        return state


def test_hands_come_from_the_top_of_the_deck(tmp_path: Path) -> None:
    state, deck = dealing(tmp_path, 7), deck_of(KEYS_OF_R, "round/r", 0)
    hands = {seat: hand_of(deck, state, seat) for seat in seats_of(7)}
    assert hands == deal_from(deck, state.round)


def test_who_dealt_from_another_deck_leaves_enough_for_all(tmp_path: Path) -> None:
    state, deck = dealing(tmp_path, 13), deck_of(KEYS_OF_R, "round/r", 0)
    held: dict[Seat, tuple[Card, ...]] = {Seat("p1"): (deck[0], deck[1], deck[2], deck[51])}
    for seat in seats_of(13)[1:]:
        state = Dealing(round=state.round, hands=held)
        held = {**held, seat: hand_of(deck, state, seat)}
    assert sorted(card for hand in held.values() for card in hand) == sorted(PACK)
