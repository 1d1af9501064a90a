"""What has really happened: every event as it lies in the log, read behind the processes' backs.

All that the checkers compare with is folded here, decision by decision, from nothing but stored
events. No process is asked, and no fault stands between.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from api.sample.shengji.known import Trick
from api.service.facts import place_of
from api.simulation.wrong import WrongError
from domain.flow.address import Address, Kind
from domain.games.rounds import ROUND
from domain.house.table.state import Open as OpenTable
from domain.kernel.decider import Event, name_of
from domain.log import chain
from domain.log.accepted import CommandAccepted
from domain.log.checkpoints.tiles import Leaf
from domain.log.envelope import Recorded
from domain.log.store import Log
from domain.shengji import events as shengji
from domain.shengji.sides import SEATS
from domain.shengji.state import Play
from domain.sizhidao import events as sizhidao

PAGE: Final = 1_000
WHOLE: Final = "a decision is written whole, in order, once"
FOLLOWED: Final = (Kind.TABLE, Kind.MATCH, Kind.ROUND, Kind.CLOCK, Kind.DECK, Kind.ANCHORS)
"""The kinds of streams whose events are told to those who follow a table or match."""
Key = tuple[str, str]
"""An actor, and the id that it gave to a command."""


class Batch(NamedTuple):
    """The facts of one decision, in the order of the log, and the acceptance behind them."""

    facts: tuple[Recorded, ...]
    acceptance: Recorded

    @property
    def accepted(self) -> CommandAccepted:
        """What is remembered of the command."""
        assert isinstance(self.acceptance.event, CommandAccepted)
        return self.acceptance.event

    @property
    def first(self) -> Recorded:
        """The fact that keeps the command."""
        return self.facts[0]

    @property
    def key(self) -> Key:
        """Whose command it was, and its id."""
        envelope = self.acceptance.envelope
        return envelope.actor, envelope.command_id

    @property
    def streams(self) -> tuple[str, ...]:
        """The streams that it wrote to."""
        return tuple(dict.fromkeys(one.stream for one in self.facts))


class Truth:
    """The events of a log, folded. `heed` takes what is new, a decision at a time."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.position = 0
        self.count = Counter[str]()
        """How many events there are of each stored name."""
        self.leaves: list[bytes] = []
        self.batches: dict[Key, Batch] = {}
        self.rounds: dict[str, list[Event]] = {}
        self.secrets: dict[str, str] = {}
        self.told: dict[Address, list[Recorded]] = defaultdict(list)
        self.tricks: dict[str, list[Trick]] = defaultdict(list)
        self.places: dict[str, Address] = {}
        self._states: dict[Address, Any] = {}
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._pending: list[Recorded] = []
        self._trick: dict[str, list[Play]] = defaultdict(list)

    def state(self, at: Address) -> Any:  # noqa: ANN401 -- each kind of stream has its own
        """Return the state of a stream, as far as it was folded."""
        return self._states.get(at, at.decider.initial)

    @property
    def states(self) -> Mapping[Address, Any]:
        """The states of all streams."""
        return self._states

    def running(self) -> Iterator[str]:
        """Yield the rounds that are not over, the oldest first."""
        for at, state in self._states.items():
            if at.kind is Kind.ROUND and not ROUND.is_terminal(state):
                yield at.id

    def running_at(self) -> list[tuple[str, Address]]:
        """Return the rounds of a table or match that are not over, each with that place."""
        return [(one, self.places[one]) for one in self.running() if one in self.places]

    def ended(self) -> list[str]:
        """Return the rounds that are over, the oldest first."""
        return [
            at.id
            for at, state in self._states.items()
            if at.kind is Kind.ROUND and ROUND.is_terminal(state)
        ]

    def tables(self) -> list[str]:
        """Return all tables."""
        return [at.id for at, state in self._states.items() if isinstance(state, OpenTable)]

    # ---- reading

    def unread(self) -> Iterator[Batch]:
        """Yield the decisions that are new; each is to be taken with `take` before the next."""
        while page := self.log.after(self.position, PAGE):
            for one in page:
                self._require_next(one)
                self.position = one.position or 0
                self.leaves.append(Leaf(self.position, one.hash).leaf)
                self.count[name_of(type(one.event))] += 1
                if isinstance(one.event, CommandAccepted):
                    batch, self._pending = Batch(tuple(self._pending), one), []
                    self._require_whole(batch)
                    yield batch
                else:
                    self._pending.append(one)
        if self._pending:
            raise WrongError(WHOLE, "an acceptance behind its facts", self._pending[-1].stream)

    def _require_next(self, one: Recorded) -> None:
        version, head = self._heads.get(one.stream, (0, chain.ORIGIN))
        if (one.version, one.previous) != (version + 1, head):
            told = f"version {one.version} of {one.stream}, chained elsewhere"
            raise WrongError(WHOLE, f"version {version + 1} on its predecessor", told)
        self._heads[one.stream] = one.version, one.hash

    def _require_whole(self, batch: Batch) -> None:
        if batch.key in self.batches:
            raise WrongError(WHOLE, "a command once", f"{batch.key} twice")
        envelope = batch.acceptance.envelope
        if any((one.envelope.actor, one.envelope.command_id) != batch.key for one in batch.facts):
            raise WrongError(WHOLE, f"facts of {batch.key} only", "others among them")
        written: dict[str, list[Recorded]] = {}
        for one in batch.facts:
            written.setdefault(one.stream, []).append(one)
        results = [(one.stream, one.first, one.last, one.hash) for one in batch.accepted.results]
        found = [
            (name, facts[0].version, facts[-1].version, facts[-1].hash.hex())
            for name, facts in written.items()
        ]
        if results != found:
            raise WrongError(WHOLE, f"{results} of {envelope.command_id}", found)

    # ---- folding

    def take(self, batch: Batch) -> None:
        """Fold a decision."""
        self.batches[batch.key] = batch
        for one in batch.facts:
            at = Address.of(one.stream)
            if at is not None:
                self._states[at] = at.decider.evolve(self.state(at), one.event)
                self._follow(at, one)

    def _follow(self, at: Address, one: Recorded) -> None:
        if isinstance(one.event, sizhidao.RoundOpened | shengji.RoundOpened):
            place = place_of(one.event, at.id)
            if place.kind is not Kind.ROUND:
                self.places[at.id] = place
        if at.kind is Kind.ROUND:
            self.rounds.setdefault(at.id, []).append(one.event)
            self._lay(at.id, one.event)
        if (followed := self.place(at)) is not None:
            self.told[followed].append(one)

    def place(self, at: Address) -> Address | None:
        """Return the table or match that a stream belongs to, None if to none."""
        if at.kind not in FOLLOWED:
            return None
        if at.kind is Kind.ANCHORS:
            return Address.of(at.id)
        return at if at.kind in {Kind.TABLE, Kind.MATCH} else self.places.get(at.id)

    def _lay(self, round_id: str, fact: Event) -> None:
        """Remember the tricks of a round, which lay open to everybody."""
        if isinstance(fact, shengji.CardsLed | shengji.CardsFollowed):
            trick = self._trick[round_id]
            trick.append(Play(seat=fact.seat, cards=fact.cards))
            if len(trick) == len(SEATS):
                self.tricks[round_id].append(tuple(trick))
                trick.clear()
