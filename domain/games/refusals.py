"""Why a command to a round may be refused before its game is asked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class OtherGame(Refusal, frozen=True, kw_only=True):
    """The round is one of another game than the command."""

    code: ClassVar[str] = "other_game"
    rule: ClassVar[str] = "H4.5"
    text: ClassVar[str] = "this is a round of another game"
