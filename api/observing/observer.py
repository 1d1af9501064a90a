"""What the parts of a service tell about their work, to whoever counts and traces it.

No name of a player, no id and no card is told: only kinds of things, of which there are few.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Protocol, TypeVar

from domain.kernel.refusal import Refusal
from domain.log.store import CommandInfo, Receipt

T = TypeVar("T")


class Observer(Protocol):
    """Is told what is done, by any thread."""

    def work(self, name: str) -> AbstractContextManager[object]:
        """Return what surrounds a piece of work of some kind."""

    def answered(self, asked: CommandInfo, answer: Receipt | Refusal) -> None:
        """Hear what came of a command, of which only its kind and its origin may be told on."""

    def carried(self, work: Callable[[], T]) -> Callable[[], T]:
        """Return what does the same in another thread, as part of what is done here."""


_NOTHING: Final = nullcontext()


class Unobserved:
    """Is told, and does nothing with it."""

    def work(self, _: str) -> AbstractContextManager[object]:
        """See `Observer.work`."""
        return _NOTHING

    def answered(self, asked: CommandInfo, answer: Receipt | Refusal) -> None:
        """See `Observer.answered`."""

    def carried(self, work: Callable[[], T]) -> Callable[[], T]:
        """See `Observer.carried`."""
        return work


UNOBSERVED: Final = Unobserved()
