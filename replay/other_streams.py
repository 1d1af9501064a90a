"""The chains of all streams that nothing else proves, such as the log's own."""

from collections.abc import Iterator
from typing import Final

from domain.flow.address import Address
from domain.kernel.text import text, word
from domain.log import accepted
from domain.log.examine import examine
from domain.log.store import Log
from domain.log.streams import CLOCKS, ROUNDS
from replay.text import printable

_PROVEN_APART: Final = (accepted.STREAMS, CLOCKS, ROUNDS)
_END: Final = "\U0010ffff"


def faults_of_other_streams(log: Log) -> Iterator[str]:
    """Yield the first fault of every stream that has no rules to decide it again."""
    codec = log.codec.with_keys(None)
    for stream in _streams_besides(log):
        if Address.of(stream) is None:
            fault = examine(log.read_stored(stream), codec).fault
            if fault is not None:
                what = word(fault.kind.replace("_", " "))
                yield text(
                    "{stream}: event {version}: {fault}",
                    stream=printable(stream),
                    version=fault.version,
                    fault=what,
                )


def _streams_besides(log: Log) -> Iterator[str]:
    """Yield the names of all streams but the many; these are leapt over."""
    after: str | None = ""
    while after is not None:
        begun, after = after, None
        for stream in log.streams(after=begun):
            kind = next((one for one in _PROVEN_APART if stream.startswith(one)), None)
            if kind is not None and stream <= f"{kind}{_END}":
                after = f"{kind}{_END}"
                break
            yield stream
