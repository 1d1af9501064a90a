"""Making whole decks of a random sample of rounds again from their secrets (H6.7).

That a deck was a whole pack shows to nobody who sees only the cards that were dealt to him. Whoever
has the house's key can make it again, and does so for rounds that nobody could foretell.
"""

import hmac
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from secrets import token_bytes
from typing import Final, NamedTuple

from domain.cards.packs import PACKS
from domain.fairness.committed import Where, committed
from domain.fairness.shuffle import shuffled
from domain.house.audit.events import Audited, Finding
from domain.house.deck.events import DeckCommitted
from domain.house.deck.state import Cut, Cutting
from domain.kernel.decider import name_of
from domain.log.errors import BrokenSealError, DataKeyError, KeysMissingError
from domain.log.store import Log
from domain.log.streams import DECKS, ROUNDS
from replay.checks import COMMITTED
from replay.decks.again import SEALED
from replay.decks.anchors import AnchorsAt
from replay.games import ENDS, TOLD
from replay.memory import decked_since
from replay.proof import Proof, prove
from replay.receipts import Ends, acknowledged_ends

_OVER: Final = frozenset(ENDS.values())


class Audit(NamedTuple):
    """What an audit came to: `among` so many rounds with decks up to a position, the sample's.

    `repeated` are the rounds whose secret an earlier one had.
    """

    among: int
    position: int
    rounds: tuple[Audited, ...]
    repeated: Sequence[str]

    @property
    def finding(self) -> Finding:
        """What all of it came to."""
        found = {one.finding for one in self.rounds}
        if self.repeated or Finding.DIFFERENT in found:
            return Finding.DIFFERENT
        return Finding.UNCHECKED if Finding.UNCHECKED in found else Finding.SOUND


def audit(log: Log, sample: int, seed: bytes) -> Audit:
    """Audit so many rounds that are over, drawn by a seed of 32 bytes, and all that lack a deck.

    The rounds with decks, in the order in which these were committed, are shuffled by the seed, and
    the first ones that are over make the sample. Raises `KeysMissingError`, and the log's errors.
    """
    if log.keys is None:
        raise KeysMissingError("no key is here to open the secrets of decks with")
    position = log.last_position()
    streams = [*log.opened(name_of(DeckCommitted))]
    earlier = _shared_secrets(log, streams)
    ids = [stream.removeprefix(DECKS) for stream in streams]
    ends, anchor = acknowledged_ends(log), AnchorsAt(log)
    rounds: list[Audited] = []
    for round_id in shuffled(ids, seed):
        if len(rounds) == sample:
            break
        proof = prove(log, round_id, ends, anchor)
        if proof is None or _is_over(proof):
            rounds.append(_audited(round_id, proof, earlier))
    rounds += _undecked(log, frozenset(ids), ends)
    return Audit(len(ids), position, tuple(rounds), [*earlier])


def _undecked(log: Log, decked: frozenset[str], ends: Ends) -> Iterator[Audited]:
    """Yield the rounds that a table or match started without a deck, though it had to (H6.1).

    These are no sample: a deck that was never committed can be found in none.
    """
    since = decked_since(log)
    for told in TOLD if since is not None else ():
        for stream in log.opened(name_of(told.game.opened), since or 0):
            round_id = stream.removeprefix(ROUNDS)
            proof = None if round_id in decked else prove(log, round_id, ends)
            wrong = None if proof is None else proof.first_wrong
            if wrong is not None and wrong.name == COMMITTED:
                yield _audited(round_id, proof, {})


def _is_over(proof: Proof) -> bool:
    """Say whether a round is over; of one with something wrong in it nobody knows, so it counts."""
    return proof.first_wrong is not None or proof.status in _OVER


def _shared_secrets(log: Log, streams: Sequence[str]) -> Mapping[str, str]:
    """Return the rounds whose secret an earlier round had, and which that was.

    Secrets are compared by marks that are made with a key of this moment and kept nowhere.
    """
    key, first, shared = token_bytes(32), dict[bytes, str](), dict[str, str]()
    for round_id, secret in _secrets(log, streams):
        mark = hmac.digest(key, secret, "sha256")
        if (known := first.setdefault(mark, round_id)) != round_id:
            shared[round_id] = known
    return shared


def _secrets(log: Log, streams: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the secrets that can be opened; what is damaged shows where its round is looked at.

    They are bytes, so that it makes no difference how somebody has written them.
    """
    for stream in streams:
        with suppress(BrokenSealError, DataKeyError, ValueError):
            fact = log.fact(stream, 1)
            if fact is not None and isinstance(fact.event, DeckCommitted) and not fact.sealed:
                yield stream.removeprefix(DECKS), bytes.fromhex(*fact.event.secret)


def _audited(round_id: str, proof: Proof | None, earlier: Mapping[str, str]) -> Audited:
    reason = "its deck is there, and nothing of the round" if proof is None else _wrong(proof)
    stages = () if proof is None else proof.decks
    sharing = {**{other: one for one, other in earlier.items()}, **earlier}
    if reason is None and round_id in sharing:
        reason = f"its secret is also that of round {sharing[round_id]}"
    if reason is None:
        reason = next(filter(None, map(_unlike_pack, stages)), None)
    finding = Finding.SOUND if reason is None else Finding.DIFFERENT
    if proof is not None and reason is None and not proof.proven:
        unchecked = next(one for one in proof.checks if one.verdict == "unchecked")
        finding, reason = Finding.UNCHECKED, f"{unchecked.name}: {unchecked.detail}"
    return Audited(round=round_id, decks=len(stages), finding=finding, reason=reason)


def _wrong(proof: Proof) -> str | None:
    wrong = proof.first_wrong
    return None if wrong is None else f"{wrong.name}: {wrong.detail}"


def _unlike_pack(stage: Cut | Cutting) -> str | None:
    """Say so if the root does not bind the house to every card of the pack, each at one index."""
    deck = stage.deck
    if deck.secret == SEALED:
        return None
    pack = PACKS[deck.cards]
    made = committed(Where(deck.round, deck.stage), pack, bytes.fromhex(*deck.secret))
    whole = sorted(made.cards) == sorted(pack) and made.root.hex() == deck.root
    return None if whole else f"the deck of stage {deck.stage} is not a whole pack"
