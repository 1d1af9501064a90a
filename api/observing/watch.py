"""What is watched of a service: metrics and traces, each where an address is set for it."""

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fastapi import FastAPI

from api.observing.listener import SETTING, Listener
from api.observing.measured import Measured
from api.observing.measures import Measures
from api.observing.observer import UNOBSERVED, Observer
from api.observing.seen import see
from api.service.room import Room
from api.service.standing import STANDING
from replay.configuration import setting

if TYPE_CHECKING:
    from api.observing.traces import Traces

TRACES_SETTING: Final = "PAIPU_TRACES"


class Watch(NamedTuple):
    """Who is told what the service does. Without anybody, nothing is counted."""

    measures: Measures | None = None
    traces: "Traces | None" = None

    @property
    def observer(self) -> Observer:
        """Who the parts of the house tell what they do; traces tell the measures."""
        return self.traces or self.measures or UNOBSERVED

    def requests(self, app: FastAPI) -> None:
        """Have requests watched."""
        if self.measures is not None:
            app.add_middleware(Measured, measures=self.measures)
        if self.traces is not None:
            from api.observing.traces import Traced  # noqa: PLC0415 -- most do without it

            app.add_middleware(Traced, traces=self.traces)

    def house(self, room: Room, stack: AsyncExitStack[Any]) -> None:
        """Have a house watched, and let all of it be read; the stack ends it."""
        if self.measures is not None:
            stack.callback(see(self.measures.registry, room))
            listener = Listener(setting(SETTING), self.measures.registry, STANDING.workers)
            listener.start()
            stack.callback(listener.stop)

    def close(self) -> None:
        """Send what has not been sent yet."""
        if self.traces is not None:
            self.traces.close()


def set_watch() -> Watch:
    """Return who is told, as it is set."""
    measures = Measures() if setting(SETTING) else None
    if not (receiver := setting(TRACES_SETTING)):
        return Watch(measures)
    from api.observing.traces import Traces  # noqa: PLC0415 -- it takes long to import

    return Watch(measures, Traces(receiver, measures or UNOBSERVED))
