"""One process of the house: all that `paipu serve` runs in threads, each driven by steps."""

from typing import Final

from api.checkpointer import Checkpointer, Every
from api.house import Answer, House
from api.service.feed import Feed
from api.simulation.chance import Chances
from api.simulation.disk import Disk
from api.simulation.network import Request
from api.simulation.weather import Database, MortalViews, Weather
from api.steward.steward import Steward
from api.wishes import Asked
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.codec import CODEC
from domain.log.keys import KeyRing
from domain.log.masters import Chance
from domain.log.store import Log
from domain.log.table import ClashError, Outcome
from projections.catalogue import PROJECTIONS
from projections.runner import Runner
from projections.store.address import database_url
from projections.store.engine import engine_of

EVERY: Final = Every(events=150, seconds=60)
BATCHES: Final = (1, 3, 20, 500)
"""How many facts a projection takes at once: few, so that it is killed between them."""


AT_HAND: Final = 0.7
"""How often a request is decided by what is at hand, if that can be."""


class Ring(KeyRing):
    """The data keys of a log; whether they were erased is not asked of the machine's clock."""

    def refresh(self, stream: str, seconds: float) -> None:
        """See `KeyRing.refresh`: it always looks."""
        super().refresh(stream, 0 * seconds)


class Process:
    """A process that was born for the `birth`-th time. Raises the log's errors when made."""

    def __init__(
        self, number: int, birth: int, disk: Disk, weather: Weather, chances: Chances
    ) -> None:
        chance = chances.of(f"process {number}.{birth}")
        time = weather.time
        self.number = number
        self.weather = weather
        self.noticed = True
        """Whether it was told that there are new events."""
        self.fed_ms = 0
        """When its feed has looked last."""
        self.stalled_until = 0
        """Until when its steward does nothing."""
        self.holder = disk.holder()
        self._in_memory = disk.in_memory
        self._chance = chance
        self.log = log_of(Database(disk.table(), weather), disk, weather, chance.randbytes)
        self.house = House(self.log, time.now_ms, chance.randbytes)
        self.steward = Steward(
            self.log, self.house, time.now_ms, self.holder, chance=chance.randbytes
        )
        checkpoints = Checkpoints(self.log, disk.signer, chance.randbytes)
        self.checkpointer = Checkpointer(self.log, checkpoints, time.now, EVERY)
        self.feed = Feed(self.log)
        self.feed.begin()
        self.views = MortalViews(engine_of(database_url(disk.views)), weather)
        self.runners = {name: self.new_runner(name) for name in PROJECTIONS}

    def ask(self, request: Request) -> Answer:
        """Answer a request as the service does: by what is at hand, or by reading."""
        asked = Asked(
            actor=request.actor,
            command_id=request.key,
            origin=request.origin,
            turn=request.turn,
        )
        proposal = None
        if self._chance.random() < AT_HAND:
            proposal = self.house.propose(request.at, request.command, **asked)
        if proposal is None:
            return self.house.ask(request.at, request.command, **asked)
        outcomes: list[Outcome] = []
        self.log.put(proposal.draft, outcomes.append)
        try:
            return self.house.proposed(proposal, outcomes[0].outcome())
        except ClashError:
            return self.house.settle(proposal)

    def new_runner(self, name: str) -> Runner:
        """Return a projection that begins from its stored position."""
        batch = self._chance.choice(BATCHES)
        return Runner(PROJECTIONS[name], self.log, self.views, batch=batch)

    def die(self) -> None:
        """Leave nothing behind but what is on the disk; a file's lock is let go by the system."""
        self.feed.stop()
        self.holder.release()
        self.views.close()
        if not self._in_memory:
            self.log.close()


def log_of(database: Database, disk: Disk, weather: Weather, chance: Chance) -> Log:
    """Return the log of a process, whose keys and seals are made of this chance."""
    now = weather.time.now
    ring = Ring(disk.masters, database.keys, now, chance)
    return Log(database, now, keys=ring, codec=CODEC.with_keys(None, chance))
