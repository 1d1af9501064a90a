"""Measures what sealing, committed decks and signed receipts cost a command, on a real disk.

    python -m bench.costs [ROUNDS]

Tables of four play the same ROUNDS (200 by default) rounds of 四支刀 into SQLite files with
synchronous=FULL, the ways to do it taking turns, a fresh file each. `open` seals nothing, `sealed`
seals as the log always does, `decks` also commits to decks that all four seats cut, and has more
commands for it. Printed: commands a second and their ratio to `open`, and time a round.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from typing import Final

from api.house import House
from domain.cards.card import PACK
from domain.fairness.cut import anchor_of
from domain.fairness.shuffle import shuffled
from domain.flow.address import Address, anchors, deck, game, table, wallet
from domain.flow.dealing import dealt_by
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import RevealCut
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command, Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat, seats_of
from domain.log.adapter.opening import open_table
from domain.log.catalogue import Catalogue, members
from domain.log.catalogue import Command as Commands
from domain.log.catalogue import Event as Events
from domain.log.codec import CODEC, Codec
from domain.log.keys import KeyRing
from domain.log.masters import new_keys
from domain.log.store import Log
from domain.sizhidao.commands import Bet, Deal, Fold
from domain.sizhidao.dealing import deal_from
from domain.sizhidao.ruleset import ruleset
from projections.migrations.upgrade import migrate

TURNS: Final = 5
SEATS: Final = seats_of(4)
OPEN: Final = Codec(Catalogue(members(Events), members(Commands)))
"""A codec that hides nothing, which no log has."""
CHAIN: Final = 10_000


def now() -> datetime:
    """Returns the time, as the log asks for it."""
    return datetime.now(UTC)


class Room:
    """One table in a log of its own, at which four players fold round after round."""

    def __init__(self, path: Path, codec: Codec, *, decks: bool) -> None:
        address = f"sqlite:///{path}"
        migrate(address)
        opened = open_table(address, read_only=False)
        keys = KeyRing(new_keys(), opened.keys, now)
        self.log = Log(opened, now, keys=keys, codec=codec)
        self.house = House(self.log, chance=token_bytes if decks else None)
        self.asked = 0
        self.chains: dict[Seat, list[bytes]] = {}
        self._found(decks=decks)

    def _found(self, *, decks: bool) -> None:
        settings = ruleset({"ante": 1, "cap": 10, "entry": 10, "min_players": 2})
        self.ask(table("t"), at_table.OpenTable(table="t", settings=settings), Origin.OPERATOR)
        for seat in SEATS:
            paid = of_wallet.Deposit(points=100_000, reason="bench", reference=seat)
            sit = at_table.Sit(seat=seat, player=seat, points=100_000)
            self.ask(wallet(seat), of_wallet.CreatePlayer(player=seat), Origin.OPERATOR)
            self.ask(wallet(seat), paid, Origin.OPERATOR)
            self.ask(table("t"), sit)
            if decks:
                values = [sha256(seat.encode()).digest()]
                for _ in range(CHAIN):
                    values.append(anchor_of(values[-1]))
                deposit = DepositAnchor(player=seat, anchor=values.pop().hex())
                self.ask(anchors("table/t"), deposit)
                self.chains[seat] = values

    def ask(self, at: Address, command: Command, origin: Origin = Origin.PLAYER) -> None:
        """Asks a command that must be accepted."""
        self.asked += 1
        made = str(self.asked)
        actor = f"player/{command.player}" if isinstance(command, DepositAnchor) else "bench"
        answer = self.house.ask(at, command, actor=actor, command_id=made, origin=origin)
        assert not isinstance(answer, Refusal), (command, answer)

    def round(self, number: int) -> None:
        """Plays a round in which all but one give up."""
        at = game(f"r{number}")
        self.ask(table("t"), at_table.StartRound(round=at.id), Origin.HOUSE)
        for seat, values in self.chains.items():
            self.ask(deck(at.id), RevealCut(seat=seat, value=values.pop().hex()))
        for dealing in self._deals(at):
            self.ask(at, dealing, Origin.HOUSE)
        turn = self.house.known(at).state.turn
        self.ask(at, Bet(seat=turn, points=2))
        for _ in SEATS[1:]:
            self.ask(at, Fold(seat=self.house.known(at).state.turn))

    def _deals(self, at: Address) -> tuple[Command, ...]:
        state = self.house.known(at).state
        if self.chains:
            return tuple(dealt_by(self.house.known(deck(at.id)).state, state))
        hands = deal_from(shuffled(PACK, sha256(at.id.encode()).digest()), state.round)
        return tuple(Deal(seat=seat, cards=cards) for seat, cards in hands.items())


def open_room(path: Path) -> Room:
    """Returns a room in which nothing is sealed."""
    return Room(path, OPEN, decks=False)


def sealed_room(path: Path) -> Room:
    """Returns a room as the log always is."""
    return Room(path, CODEC, decks=False)


def deck_room(path: Path) -> Room:
    """Returns a room with committed decks, which all seats cut."""
    return Room(path, CODEC, decks=True)


WAYS: Final[dict[str, Callable[[Path], Room]]] = {
    "open": open_room,
    "sealed": sealed_room,
    "decks": deck_room,
}


def timed(room: Room, rounds: int) -> tuple[float, float]:
    """Returns commands a second, and milliseconds a round."""
    before, began = room.asked, time.perf_counter()
    for number in range(rounds):
        room.round(number)
    took = time.perf_counter() - began
    return (room.asked - before) / took, took / rounds * 1000


def main() -> None:
    """Runs the ways in turns and prints the figures."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in WAYS}
    with tempfile.TemporaryDirectory() as place:
        for turn in range(TURNS):
            for name, made in WAYS.items():
                room = made(Path(place) / f"{name}{turn}.db")
                found[name].append(timed(room, rounds))
                room.log.close()
    plain = statistics.median(rate for rate, _ in found["open"])
    for name, taken in found.items():
        rate = statistics.median(rate for rate, _ in taken)
        took = statistics.median(ms for _, ms in taken)
        print(f"{name:8}{rate:8.0f} commands/s{rate / plain:7.2f} x{took:8.2f} ms a round")


if __name__ == "__main__":
    main()
