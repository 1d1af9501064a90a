"""How far a verification has come: a bar on a terminal, a line now and then elsewhere."""

import sys
from time import monotonic
from typing import Final, TextIO

_BAR: Final = 30
_TERMINAL_SECONDS: Final = 0.1
_LINE_SECONDS: Final = 10.0


class Progress:
    """Told after every window; it says something when there is something new to say."""

    def __init__(self, last: int, output: TextIO | None = None) -> None:
        self._last = last
        self._output = output or sys.stderr
        self._terminal = self._output.isatty()
        self._begun = monotonic()
        self._told = self._begun
        self._shown = False

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return monotonic() - self._begun

    def tell(self, position: int, rounds: int, different: int) -> None:
        """Say that everything up to a position is verified, if it is time to."""
        now = monotonic()
        if now - self._told < (_TERMINAL_SECONDS if self._terminal else _LINE_SECONDS):
            return
        self._told = now
        self._write(position, rounds, different)

    def _write(self, position: int, rounds: int, different: int) -> None:
        share = position / self._last if self._last else 1.0
        words = f"{share:4.0%}  {rounds} rounds  {rounds / max(self.seconds, 1e-9):.0f} rounds/s"
        if different:
            words += f"  {different} different"
        if self._terminal:
            done = round(share * _BAR)
            bar = "#" * done + "." * (_BAR - done)
            print(f"\r[{bar}] {words}\x1b[K", end="", file=self._output, flush=True)
            self._shown = True
        else:
            print(f"verify {words}", file=self._output, flush=True)

    def end(self) -> None:
        """Take the bar away, so that what is printed next stands alone."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._output, flush=True)
            self._shown = False
