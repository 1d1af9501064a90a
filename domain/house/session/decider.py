"""The decider of a session: none, then open, then ended, and nothing after that."""

from typing import Final, Literal

from domain.house.session.commands import Command, EndSession
from domain.house.session.events import Event, SessionEnded, SessionOpened
from domain.house.session.refusals import NoSuchSession, SessionExists
from domain.kernel.decider import Decider, Decision
from domain.kernel.refusal import Refusal

State = Literal["none", "open", "ended"]


def decide(state: State, command: Command) -> Decision[State, Event] | Refusal:
    """H13.3: a session is opened once, and ended once."""
    if isinstance(command, EndSession):
        if state != "open":
            return NoSuchSession()
        return Decision((SessionEnded(),), "ended")
    if state != "none":
        return SessionExists()
    opened = SessionOpened(name=command.name, role=command.role, until=command.until)
    return Decision((opened,), "open")


def evolve(_: State, event: Event) -> State:
    """Return whether the session is open once the fact has happened."""
    return "ended" if isinstance(event, SessionEnded) else "open"


def is_terminal(state: State) -> bool:
    """Say whether it has ended."""
    return state == "ended"


SESSION: Final[Decider[State, Command, Event]] = Decider(
    initial="none", decide=decide, evolve=evolve, is_terminal=is_terminal
)
