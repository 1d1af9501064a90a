"""Why a command may be refused before any stream is asked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class OnlyFollows(Refusal, frozen=True, kw_only=True):
    """The command is brought along by another one; by itself it would make or lose points."""

    code: ClassVar[str] = "only_follows"
    rule: ClassVar[str] = "H2.4"
    text: ClassVar[str] = "this follows from other commands, and nobody can ask for it"


class ElsewhereNamed(Refusal, frozen=True, kw_only=True):
    """The command names another player, table, match or round than it was sent to."""

    code: ClassVar[str] = "wrong_address"
    rule: ClassVar[str] = "H2.4"
    text: ClassVar[str] = (
        "the command names another player, table, match or round than it was sent to"
    )


class UnknownThere(Refusal, frozen=True, kw_only=True):
    """What the command was sent to does not know such commands."""

    code: ClassVar[str] = "unknown_command"
    rule: ClassVar[str] = "H2.4"
    text: ClassVar[str] = "this cannot be asked of it"
