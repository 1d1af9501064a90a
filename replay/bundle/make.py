"""Making a bundle of a stored round, for whoever it is for: nothing in it opens more than that."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec

from domain.cards.card import HIDDEN
from domain.flow.openings import cut_decks, openable, proofs
from domain.kernel.decider import Command, Event, name_of
from domain.kernel.seats import Seat
from domain.kernel.text import text, text_of
from domain.log import accepted
from domain.log.catalogue import CATALOGUE
from domain.log.chain import HEADER, SIZE
from domain.log.checkpoints.checkpoints import Checkpoints
from domain.log.checkpoints.events import SigningKeyChanged
from domain.log.checkpoints.notes import Note, read_key, read_note
from domain.log.envelope import Stored
from domain.log.errors import BrokenChainError, UnreadableEventError
from domain.log.examine import sound
from domain.log.keys import HOUSE
from domain.log.store import Log
from domain.log.streams import clock_stream, deck_stream, round_stream
from replay.bundle.check import checked, keys_needed, report_of
from replay.bundle.form import (
    PROGRAM,
    Bundle,
    Checkpoint,
    Included,
    Key,
    Opened,
    Row,
    Stream,
    word_of,
)
from replay.bundle.held import Held
from replay.errors import CardsInClearError, CardsSealedError, NoSuchSeatError, NotProvenError
from replay.games import opened_by
from replay.words import EVERYTHING, Viewer

PAGE: Final = 1000


class Anchored(NamedTuple):
    """The checkpoint that a bundle is held by: its note, and how many events it covers.

    `witnesses` are keys, as text, of those who may have cosigned it.
    """

    note: str
    size: int
    witnesses: tuple[str, ...] = ()


class Order(NamedTuple):
    """Which round is bundled, and for whom."""

    round: str
    viewer: Viewer


def bundle_of(log: Log, order: Order, anchored: Anchored | None) -> Bundle:
    """Return the bundle of a round that has events, as its viewer may know it.

    Raises `NoSuchSeatError`; `NotProvenError` for a round in which something is wrong;
    `CardsSealedError` without the keys that it needs; `CardsInClearError` for one whose stored
    bytes show a card that is not the viewer's; and the log's errors.
    """
    round_id = order.round
    bundle = _without_keys(log, order, tuple(_streams(log, round_id, anchored)), anchored)
    held = Held(bundle)
    bundle = msgspec.structs.replace(
        bundle,
        keys=tuple(_keys(log, keys_needed(held))),
        openings=tuple(_openings(log, held)),
    )
    held = Held(bundle)
    _require_no_more(held)
    report = report_of(checked(bundle), held)
    bundle = msgspec.structs.replace(bundle, report=report)
    wrong = checked(bundle).first_wrong
    if wrong is not None:
        message = text(
            "round {round} is not proven, {check}: {detail}",
            round=round_id,
            check=wrong.name,
            detail=wrong.detail,
        )
        raise NotProvenError(message)
    return bundle


def newest(log: Log) -> Anchored | None:
    """Return the checkpoint that was signed last, None if there is none."""
    signed = Checkpoints(log).latest()
    return None if signed is None else Anchored(signed.note, signed.size)


def seat_in(log: Log, round_id: str, player: str | None) -> Seat | None:
    """Return the seat that a player was dealt into a round at, None for anybody else."""
    first = log.fact(round_stream(round_id), 1)
    opened = None if first is None else opened_by(first.event)
    return None if opened is None else opened.seat_of(player)


def is_covered(bundle: Bundle) -> bool:
    """Say whether a checkpoint covers all that is in a bundle."""
    return all(one.included is not None for one in bundle.streams)


def _streams(log: Log, round_id: str, anchored: Anchored | None) -> Iterator[Stream]:
    """Yield the round's streams and, in the order of the log, the acknowledgements."""
    include = partial(_stream, Checkpoints(log), anchored)
    asked: dict[str, None] = {}
    for name in (round_stream(round_id), deck_stream(round_id), clock_stream(round_id)):
        rows = log.read_stored(name)
        try:
            recorded = sound(rows, log.codec)
        except (BrokenChainError, UnreadableEventError) as error:
            message = text(
                "round {round} is not proven: {error}", round=round_id, error=text_of(error)
            )
            raise NotProvenError(message) from None
        for one in recorded:
            asked[accepted.stream_of(one.envelope.actor, one.envelope.command_id)] = None
        if rows:
            yield include(rows)
    found = [rows for rows in map(log.read_stored, asked) if rows]
    yield from map(include, sorted(found, key=lambda rows: rows[0].position or 0))


def _stream(checkpoints: Checkpoints, anchored: Anchored | None, rows: Sequence[Stored]) -> Stream:
    name, version = rows[-1].stream, rows[-1].version
    found = None if anchored is None else checkpoints.inclusion(name, version, anchored.size)
    return Stream(
        stream=name,
        rows=tuple(map(_row, rows)),
        included=None if found is None else Included(index=found.index, path=found.path),
    )


def _row(stored: Stored) -> Row:
    _, version, position, name, state = stored
    return Row(
        version=version,
        position=position or 0,
        name=name,
        previous=state[:SIZE],
        hash=state[SIZE:HEADER],
        body=state[HEADER:],
    )


def _without_keys(
    log: Log, order: Order, streams: tuple[Stream, ...], anchored: Anchored | None
) -> Bundle:
    round_id, viewer = order
    first = log.fact(round_stream(round_id), 1)
    opened = opened_by(None if first is None else first.event)
    if first is None or opened is None:
        message = text("round {round} is not proven: its opening cannot be read", round=round_id)
        raise NotProvenError(message)
    if viewer not in {None, EVERYTHING, *opened.players}:
        message = text(
            "--seat must be one of the round's seats: {seats}", seats=" ".join(opened.players)
        )
        raise NoSuchSeatError(message)
    fact = msgspec.to_builtins(first.event)
    return Bundle(
        program=PROGRAM,
        round=round_id,
        viewer=word_of(viewer),
        game=opened.game.game.name,
        rules=fact["rules"],
        settings=fact["settings"],
        streams=streams,
        keys=(),
        openings=(),
        checkpoint=None if anchored is None else _checkpoint(log, anchored),
        report="",
    )


def _checkpoint(log: Log, anchored: Anchored) -> Checkpoint:
    """Keep of a note the signatures whose keys are known, and list those."""
    known = {(key.name, key.key_id): key for key in map(read_key, anchored.witnesses)}
    known |= {(key.name, key.key_id): key for key in map(read_key, _house_keys(log))}
    text, signatures = read_note(anchored.note)
    kept = [one for one in signatures if (one.name, one.key_id) in known]
    return Checkpoint(
        note=str(Note(text, tuple(kept))),
        keys=tuple(str(known[one.name, one.key_id]) for one in kept),
    )


def _house_keys(log: Log) -> Iterator[str]:
    """Yield every key that the house has ever signed with."""
    position, topic = 0, name_of(SigningKeyChanged)
    while page := log.after(position, PAGE, (topic,)):
        for one in page:
            if isinstance(one.event, SigningKeyChanged):
                yield from one.event.keys
            position = one.position or position


def _keys(log: Log, owners: Sequence[tuple[str, str]]) -> Iterator[Key]:
    for stream, audience in owners:
        key = None if log.keys is None else log.keys.of(stream, audience)
        if key is None:
            message = text(
                "the key of {stream} for {audience} is not here", stream=stream, audience=audience
            )
            raise CardsSealedError(message)
        yield Key(stream=stream, audience=audience, key=key.handed_out())


def _openings(log: Log, held: Held) -> Iterator[Opened]:
    """Yield what opens the cards that the viewer may see; nothing for whoever has the secret."""
    if held.viewer == EVERYTHING or not held.rows(held.deck_stream):
        return
    recorded = held.examined(held.deck_stream, log.codec)
    facts = held.examined(held.round_stream, log.codec)
    if any(one.sealed for one in (*recorded, *facts)):
        message = text("what proves cards of the committed deck takes the house's keys")
        raise CardsSealedError(message)
    decks = cut_decks(one.event for one in recorded)
    may_be_seen = openable((one.event for one in facts), decks, held.viewer)
    for stage, place, opening in proofs(decks, may_be_seen):
        yield Opened(
            stage=stage,
            place=place,
            index=opening.index,
            card=opening.card,
            salt=opening.salt,
            path=opening.path,
        )


def _require_no_more(held: Held) -> None:
    """Refuse what shows, with the keys that are in it, more than the viewer may see.

    Rounds of 0.1.0 have all cards in clear in their stored bytes.
    """
    for name in held.own:
        for one in held.examined(name, held.codec):
            if any(_shows_more(held.viewer, told) for told in (one.event, one.envelope.command)):
                message = text("its cards are stored in clear, which only a reveal may show")
                raise CardsInClearError(message)


def _shows_more(viewer: Viewer, told: Event | Command | None) -> bool:
    if told is None or viewer in {EVERYTHING, getattr(told, "seat", HOUSE)}:
        return False
    fields = CATALOGUE.hidden.get(type(told), ())
    return any(one != HIDDEN for field in fields for one in getattr(told, field))
