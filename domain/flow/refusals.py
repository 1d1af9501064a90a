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


class PlayersOwnSwitch(Refusal, frozen=True, kw_only=True):
    """A player is switched off and on at the wallet; the switch of that name follows from it."""

    code: ClassVar[str] = "players_own_switch"
    rule: ClassVar[str] = "H7.1"
    text: ClassVar[str] = "a player is switched off at the wallet"


class NoSuchGame(Refusal, frozen=True, kw_only=True):
    """The house has no game of this name to switch off."""

    code: ClassVar[str] = "no_such_game"
    rule: ClassVar[str] = "H7.1"
    text: ClassVar[str] = "there is no such game"


class Involved(Refusal, frozen=True, kw_only=True):
    """Nobody judges, pays or sees more in what is the own affair, in whichever role."""

    code: ClassVar[str] = "involved"
    rule: ClassVar[str] = "H9.9"
    text: ClassVar[str] = "you are involved in this yourself, and somebody else does it"
