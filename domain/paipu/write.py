"""Writing a record, so that reading it gives the same document again."""

from collections.abc import Iterable

import tomli_w

from domain.games.games import game_of
from domain.paipu.action import Action
from domain.paipu.document import FORMAT, Document, Opening
from domain.paipu.recorded import RECORDED


def document_of_actions(actions: Iterable[Action]) -> Document:
    """Return the record of a round that was opened and played by these actions, in their order."""
    opening, *others = actions
    game = game_of(opening.command)
    if game is None or not isinstance(opening.command, Opening):
        message = "the first action must open the round"
        raise TypeError(message)
    words = map(RECORDED[game.name].write_action, others)
    return Document(
        game=game.name,
        opening=opening.command,
        actions=tuple(said for said in words if said is not None),
        kept={},
    )


def write_document(document: Document) -> str:
    """Return the record as text, one action and one value a line."""
    recorded, opening = RECORDED[document.game], document.opening
    head: dict[str, object] = {"paipu": FORMAT, "game": document.game, "rules": recorded.rules}
    if opening.round:
        head["round"] = opening.round
    head |= {**recorded.head_of(opening), "actions": list(document.actions)}
    tables: dict[str, object] = {"settings": recorded.settings_of(opening), **document.kept}
    seats = ("[[seats]]\n" + tomli_w.dumps(seat) for seat in recorded.seats_of(opening))
    return _escaped("\n".join((tomli_w.dumps(head), tomli_w.dumps(tables), *seats)))


def _escaped(text: str) -> str:
    """Write what is not printable as an escape; it stands in strings only, and reads back so."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\U{ord(char):08x}" for char in text
    )
