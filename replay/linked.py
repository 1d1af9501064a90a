"""Comparing a round with the table or match that began it: its opening, and its end there."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from domain.games.rounds import ROUND
from domain.kernel.decider import Command, Event
from domain.kernel.text import text, word
from domain.log.accepted import Result
from domain.log.codec import Codec
from domain.log.envelope import Envelope, Recorded
from domain.log.streams import clock_stream, deck_stream, round_stream
from replay.games import SETTLED, VOIDED, Opened, opened_by
from replay.home import Part
from replay.receipts import Odd, Shared
from replay.rederive import Decided, Rederivation

Fact = Callable[[str, int], Recorded | None]
"""Finds one event by stream and version, None if it is damaged or missing: `Log.fact`."""


class Homes(NamedTuple):
    """What is needed to ask tables and matches: their events, and the codec of what was asked."""

    fact: Fact
    codec: Codec


def unlike_home(homes: Homes, shared: tuple[Shared, ...], derived: Rederivation) -> Odd | None:
    """Return the first place where a round and its table or match tell different things.

    `shared` are the round's decisions that wrote to other streams too: the opening and the end of
    a round that a table or match began, none of any other round, of a record for one.
    """
    last = derived.decisions[-1] if _is_over(derived) else None
    for one in shared:
        if one.decision.first != 1 and one.decision is not last:
            return Odd(one.decision.first, text("its command was acknowledged with other facts"))
    if not shared:
        return None
    opened = opened_by(derived.decisions[0].facts[0])
    if opened is None:
        return Odd(1, text("its home did not start it so"), home=True)
    started = _started(homes, opened, shared[0]) if shared[0].decision.first == 1 else None
    if started is None:
        return Odd(
            1,
            text("its {home} did not start it so", home=word(opened.game.home_name)),
            home=True,
        )
    if last is None:
        return None
    told = shared[-1].decision is last and _tells_end(homes, opened, started, shared[-1], derived)
    reason = text("its {home} does not tell its end so", home=word(opened.game.home_name))
    return None if told else Odd(last.first, reason, home=True)


def _is_over(derived: Rederivation) -> bool:
    """Say whether a round ended: of one whose cards are sealed the facts are known, no state."""
    if not derived.closed:
        return ROUND.is_terminal(derived.state)
    return type(derived.decisions[-1].facts[-1]) in SETTLED | VOIDED


def _started(homes: Homes, opened: Opened, opening: Shared) -> Event | None:
    """Return the home's start of a round, if it is what the round's opening follows from."""
    own, decision = opening.found.event.results[0], opening.decision
    home, fact = opened.game.home_of, decision.facts[0]
    if own.stream != home.stream(fact):
        return None
    part = _part(homes, own, decision)
    if part is None or not _is_what_was_asked(homes, own, part, opening):
        return None
    follows = home.opening(fact, part) == decision.envelope.command
    return part.facts[0] if follows else None


def _tells_end(
    homes: Homes, opened: Opened, started: Event, closing: Shared, derived: Rederivation
) -> bool:
    """Say whether the home heard of the end of a round, and tells it as it was."""
    home, results = opened.game.home_of, closing.found.event.results
    stream = home.stream(derived.decisions[0].facts[0])
    own = next((result for result in results if result.stream == stream), None)
    part = None if own is None else _part(homes, own, closing.decision)
    if own is None or part is None:
        return False
    # It is brought from the round to its home, or from there, where a match is abandoned.
    if own is results[0] and not _is_what_was_asked(homes, own, part, closing):
        return False
    if derived.closed:
        return True
    of_round = (round_stream, clock_stream, deck_stream)
    own_streams = {stream, *(of(opened.round) for of in of_round)}
    heard = {result.stream for result in results} - own_streams
    return home.tells_end(derived.state, started, part) and heard == home.others(
        derived.state, part
    )


def _part(homes: Homes, result: Result, decision: Decided) -> Part | None:
    """Return what a decision wrote to its home, None unless all of it is there as acknowledged."""
    found: list[Recorded] = []
    for version in range(result.first, result.last + 1):
        stored = homes.fact(result.stream, version)
        if stored is None or not same_marks(stored.envelope, decision.envelope):
            return None
        found.append(stored)
    if not found or found[-1].hash.hex() != result.hash:
        return None
    return Part(found[0].envelope.command, tuple(one.event for one in found))


def _is_what_was_asked(homes: Homes, result: Result, part: Part, shared: Shared) -> bool:
    command = part.command
    return command is not None and (
        homes.codec.input_of(result.stream, command) == shared.found.event.input
    )


def same_marks(one: Envelope[Command], other: Envelope[Command]) -> bool:
    """Say whether two streams' parts of a decision bear the same marks; each has its command."""
    return msgspec.structs.replace(one, command=None) == msgspec.structs.replace(
        other, command=None
    )
