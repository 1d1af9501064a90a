"""The report of a verification: lines of JSON, written as it goes on, read again to resume."""

import os
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

from domain.kernel.text import plainly, text
from replay.checks import Check, Verdict
from replay.errors import CannotAnswerError, CannotWriteError
from replay.tree.lines import TreeLine
from replay.verify_choice import Choice

FORMAT: Final = 1
PROVEN: Final = "proven"
DIFFERENT: Final = "different"
UNCHECKED: Final = "unchecked"
_DIGEST: Final = 16


class Header(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="header"):
    """The first line: what is verified, and by which program."""

    report: int
    log: str
    begun: str
    last_position: int
    integrity: str
    choice: Choice
    checks: tuple[str, ...]


class Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="round"):
    """What was found out about one round. Of several lines for one round the last counts.

    `table` is the table's id, or the match's. `last_hash` is hex. `decks` is how many committed
    decks it has, None where nobody looked. `views` is the verdict on the views, where there are
    any. `earlier` says that an earlier report proves the round and that it still has the same last
    hash.
    """

    round: str
    table: str | None
    status: str
    verdict: str
    events: int
    last_hash: str | None
    first_wrong: Check | None
    game: str | None = None
    decks: int | None = None
    views: Verdict | None = None
    earlier: bool = False


class ViewsFault(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="views"):
    """Something wrong with the views as a whole, that belongs to no round."""

    fault: str


class Summary(msgspec.Struct, frozen=True, kw_only=True, tag_field="line", tag="summary"):
    """The last line. `complete` is false, and `reason` a code, if not all was verified.

    `completed`, `voided`, `interrupted` and `open` are the proven rounds by status, `earlier` is
    how many of them were taken from an earlier report, `without_deck` of how many it was found that
    no deck was committed. Of those `unchecked` nothing is wrong, but cards are sealed.
    """

    complete: bool
    reason: str | None
    rounds: int
    proven: int
    completed: int
    voided: int
    interrupted: int
    open: int
    unchecked: int
    different: int
    earlier: int
    not_yet_projected: int
    without_deck: int
    workers: int
    seconds: float
    rounds_per_second: float


AnyLine = Header | Line | ViewsFault | TreeLine | Summary
encode: Final = msgspec.json.Encoder(enc_hook=plainly).encode_lines
_decode: Final = msgspec.json.Decoder(AnyLine).decode


class NotAReportError(CannotAnswerError):
    """The file is no report of a verification."""

    code = "not_a_report"


class Proven:
    """The rounds that an earlier report proves, 16 bytes each, to be asked by id and last hash."""

    def __init__(self, digests: Iterable[bytes] = ()) -> None:
        self._sorted = b"".join(sorted(digests))

    def __len__(self) -> int:
        return len(self._sorted) // _DIGEST

    def __getitem__(self, index: int) -> bytes:
        return self._sorted[index * _DIGEST : (index + 1) * _DIGEST]

    def holds(self, round_id: str, last_hash: str | None) -> bool:
        """Say whether the round was proven when it ended with this hash, which is hex."""
        if not self._sorted or last_hash is None:
            return False
        sought = _digest(round_id, last_hash)
        place = bisect_left(self, sought)
        return place < len(self) and self[place] == sought


def _digest(round_id: str, last_hash: str) -> bytes:
    content = f"{last_hash}\0{round_id}".encode("utf-8", "surrogatepass")
    return sha256(content).digest()[:_DIGEST]


class Report:
    """A report that is being written, or none if no file was asked for."""

    def __init__(self, path: Path | None, *, append: bool) -> None:
        self._path = path
        self._file = None
        if path is None:
            return
        # What is wrong in a round is told without cards, yet it is nobody else's business.
        flags = os.O_RDWR | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)
        try:
            self._file = os.fdopen(os.open(path, flags, 0o600), "r+b")
            if append:
                self._end_torn_line()
        except OSError as error:
            raise self._cannot(error) from error

    def _end_torn_line(self) -> None:
        """Begin on a line of its own, also behind a run that was killed while it wrote."""
        if self._file is not None and self._file.seek(0, os.SEEK_END) > 0:
            self._file.seek(-1, os.SEEK_END)
            if self._file.read(1) != b"\n":
                self._file.write(b"\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file is not None:
            with suppress(OSError):  # what could not be written was told when it was written
                self._file.close()

    def write(self, lines: bytes) -> None:
        """Add lines, so that they are in the file whatever becomes of this process."""
        if self._file is None:
            return
        try:
            self._file.write(lines)
            self._file.flush()
        except OSError as error:
            raise self._cannot(error) from error

    def _cannot(self, error: OSError) -> CannotWriteError:
        return CannotWriteError(
            text("{path} cannot be written: {reason}", path=self._path, reason=error.strerror)
        )


def read_proven(path: Path, integrity: str) -> Proven:
    """Return the rounds that a report proves, if programs of the same integrity made it.

    A round of which some line tells anything else at the same last hash is not among them. Lines
    that cannot be read, as a killed run may leave one, prove nothing. Raises `NotAReportError`.
    """
    proven: set[bytes] = set()
    others: set[bytes] = set()
    same = False
    for line in _lines(path):
        if isinstance(line, Header):
            same = line.report == FORMAT and line.integrity == integrity
        elif isinstance(line, Line) and line.last_hash is not None and same:
            kind = proven if line.verdict == PROVEN else others
            kind.add(_digest(line.round, line.last_hash))
    return Proven(proven - others)


def _lines(path: Path) -> Iterator[AnyLine]:
    try:
        with closing(path.open("rb")) as file:
            head = _line(file.readline())
            if not isinstance(head, Header):
                message = text("{path} is no report of `replay verify`", path=path)
                raise NotAReportError(message)
            yield head
            for content in file:
                line = _line(content)
                if line is not None:
                    yield line
    except OSError as error:
        message = text("{path} cannot be read: {reason}", path=path, reason=error.strerror)
        raise NotAReportError(message) from error


def _line(content: bytes) -> AnyLine | None:
    try:
        return _decode(content)
    except (msgspec.MsgspecError, ValueError):
        return None
