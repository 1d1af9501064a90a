"""Writing a record, so that reading it gives the same document again."""

from collections.abc import Iterable

import tomli_w

from domain.paipu.document import FORMAT, SIZHIDAO, Document
from domain.paipu.sizhidao.actions import Action, write_action
from domain.sizhidao.commands import OpenRound
from domain.sizhidao.ruleset import RULES, differing


def document_of_actions(actions: Iterable[Action]) -> Document:
    """Return the record of a round that was opened and played by these actions, in their order."""
    opening, *others = actions
    if not isinstance(opening.command, OpenRound):
        message = "the first action must open the round"
        raise TypeError(message)
    words = (write_action(action) for action in others)
    return Document(
        game=SIZHIDAO,
        opening=opening.command,
        actions=tuple(said for said in words if said is not None),
        kept={},
    )


def write_document(document: Document) -> str:
    """Return the record as text, one action and one value a line."""
    opening = document.opening
    head: dict[str, object] = {"paipu": FORMAT, "game": document.game, "rules": RULES}
    if opening.round:
        head["round"] = opening.round
    if opening.table is not None:
        head["table"] = opening.table
    head |= {"head": opening.head, "actions": list(document.actions)}
    seats = (
        "[[seats]]\n" + tomli_w.dumps({"player": player.player, "stack": player.stack})
        for player in opening.players
    )
    tables: dict[str, object] = {"settings": differing(opening.settings), **document.kept}
    return _escaped("\n".join((tomli_w.dumps(head), tomli_w.dumps(tables), *seats)))


def _escaped(text: str) -> str:
    """Write what is not printable as an escape; it stands in strings only, and reads back so."""
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\U{ord(char):08x}" for char in text
    )
