"""Evenings of a house on days that matter: ends of days, months and years, changed clocks.

Everything that reports tell of happens in them, with real and test accounts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from api.sample.house import Sample
from domain.flow.address import SELFCHECK, SWITCHES, adjustment, clock, dispute, table, wallet
from domain.house.adjustment import commands as of_adjustment
from domain.house.clock.commands import ResumeClock, StopClock
from domain.house.dispute import commands as of_dispute
from domain.house.dispute.events import Verdict
from domain.house.selfcheck.commands import RecordSelfCheck
from domain.house.switches.commands import Disable, Enable
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.log.adapter.opening import open_table
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.keys import read_signer
from domain.log.store import Log, open_log
from domain.log.table import Drafted
from domain.sizhidao.ruleset import ruleset
from projections.store.address import views_beside
from tests.projections.match_room import MatchRoom
from tests.projections.room import Room
from tests.support.keys import KEYS, key_file
from tests.support.logs import TIED
from tests.support.logs import store as play_record
from tests.support.postgres import new_database
from tests.support.tables import migrate, migrate_views

EVENINGS: Final = (
    datetime(2026, 2, 28, 22, 56, tzinfo=UTC),  # a month ends in Paris at 23:00
    datetime(2026, 3, 28, 22, 57, tzinfo=UTC),  # a day of 23 hours begins in Paris at 23:00
    datetime(2026, 3, 29, 0, 58, tzinfo=UTC),  # clocks are changed in Paris at 1:00
    datetime(2026, 3, 31, 21, 57, tzinfo=UTC),  # a month ends in Paris at 22:00
    datetime(2026, 10, 25, 22, 57, tzinfo=UTC),  # a day of 25 hours ends in Paris at 23:00
    datetime(2026, 12, 31, 22, 57, tzinfo=UTC),  # a year ends in Paris at 23:00
)
LARGE: Final = 300
"""From how many points on a win is large in these evenings."""
LARGE_WAGER: Final = 240
"""The same of a wager."""


class Watch:
    """The log's clock: it goes on by a second with every look, and leaps when it is told to."""

    def __init__(self) -> None:
        self.at = EVENINGS[0]

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


class House(Room):
    """The room, with test accounts among its players and a table for them alone."""

    def open(self) -> None:
        for bot in ("hal", "ivy", "ned"):  # ned plays in the match
            self.ask(wallet(bot), of_wallet.CreatePlayer(player=bot, test=True))
        super().open()
        settings = ruleset({"ante": 10, "cap": 200, "min_players": 2, "rake_basis": "pot"})
        self.ask(table("lab"), at_table.OpenTable(table="lab", settings=settings))
        for seat, player in (("p1", "hal"), ("p2", "ivy"), ("p3", "ann")):
            self.deposit(player, 2_000)
            sit = at_table.Sit(seat=Seat(seat), player=player, points=900)
            self.ask(table("lab"), sit)

    def handle(self, number: int, round_id: str) -> None:
        """Adjust and dispute: what is proposed one evening is decided in another."""
        at, about = adjustment(f"slow-{number}"), dispute(f"d-{number}")
        points = self.chance.choice((40, -30))
        propose = of_adjustment.ProposeAdjustment(
            adjustment=at.id, by="operator/o", player="cyd", points=points, reason="=late"
        )
        self.ask(at, propose)
        due = int(EVENINGS[0].timestamp() * 1000) + number * 40 * 86_400_000
        opening = of_dispute.OpenDispute(
            dispute=about.id, round=round_id, by="operator/o", claim="it was A♠", due_ms=due
        )
        self.ask(about, opening)

    def decide(self, number: int) -> None:
        """Decide what was proposed and disputed under a number."""
        at, about = adjustment(f"slow-{number}"), dispute(f"d-{number}")
        if number % 2:
            self.ask(at, of_adjustment.RejectAdjustment(by="supervisor/s", reason="no"))
        else:
            self.ask(at, of_adjustment.ApproveAdjustment(by="supervisor/s"))
        decision = of_dispute.DecideDispute(
            by="supervisor/s", verdict=Verdict.REJECTED, text="it was not"
        )
        self.ask(about, decision)
        if number % 2:
            self.ask(about, of_dispute.CloseDispute(by="supervisor/s"))

    def alter(self) -> None:
        """Switch, change settings, check."""
        self.ask(SWITCHES, Disable(scope="table/elm", reason="a leak"))
        self.ask(SWITCHES, Enable(scope="table/elm", reason="it is dry"))
        self.ask(wallet("fay"), of_wallet.DisablePlayer(reason="a rest"))
        self.ask(wallet("fay"), of_wallet.EnablePlayer(reason="rested"))
        check = RecordSelfCheck(version="1", digest="ab" * 32, faults=("a fault",))
        self.ask(SELFCHECK, check)

    def interrupt(self, round_id: str) -> None:
        """Interrupt a round and let it go on."""
        self.ask(clock(round_id), StopClock(reason="a flood"))
        self.ask(clock(round_id), ResumeClock(reason="it is dry"))


def live(log: Log, watch: Watch, folder: Path) -> None:
    """Let all evenings pass."""
    house, matches = House(log), MatchRoom(log)
    numbers = count(1)
    bots = Sample(log, lambda: f"bot-{next(numbers)}", Random(7))
    signer = Checkpoints(log, read_signer(key_file(folder / "sign", ("h/log", bytes(32)))))
    house.open()
    matches.open("cup")
    held = ""
    for number, begin in enumerate(EVENINGS):
        watch.at = max(begin, watch.at)
        if held:
            house.seatings[held].void()
        for name in ("oak", "elm", "lab"):
            house.play(house.start(name))
        list(bots.play(2))
        held = house.start("oak")
        house.play(held, steps=7)
        house.interrupt(held)
        house.ask(clock(held), StopClock(reason="a storm"))
        house.handle(number, held)
        if number:
            house.decide(number - 1)
        house.withdraw("ann", 7)
        house.adjust("bob", -3)
        if number == 1:
            matches.play(matches.start("cup"))
            play_record(log, "alone", TIED, table="oak")
            mixed = house.start("lab")
            house.play(mixed, steps=3)
            house.ask(clock(mixed), StopClock(reason="a storm"))
            house.seatings[mixed].void()
        if number == 3:
            house.alter()
            matches.void(matches.start("cup"))
            play_record(log, "alone-open", TIED[:5])
        signer.take()
    house.ask(table("elm"), at_table.StandUp(player="eve"), Origin.PLAYER)


@contextmanager
def lived(kind: str, folder: Path) -> Iterator[str]:
    """A log in which all evenings have passed, by its address, and empty views of it."""
    played = f"sqlite:///{folder}/log.db"
    migrate(played)
    watch = Watch()
    with open_log(played, now=watch, keys=KEYS) as log:
        live(log, watch, folder)
    if kind == "sqlite":
        migrate_views(views_beside(played))
        yield played
        return
    with new_database(views=True) as address:
        copy(played, address)
        yield address


def copy(source: str, to: str) -> None:
    """Copy all rows of a log as they are."""
    read, written = open_table(source, read_only=True), open_table(to, read_only=False)
    try:
        rows = read.read.span(0, read.read.last_position())
        for first in range(0, len(rows), 500):
            written.insert(Drafted(rows[first : first + 500]))
    finally:
        read.close()
        written.close()
