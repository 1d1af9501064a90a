"""Running a command whose output may go anywhere: any encoding, a pipe, a full disk."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from threading import current_thread, main_thread
from typing import Final

CANNOT_PRINT: Final = 2
INTERRUPTED: Final = 130
"""What a shell expects of a command that Ctrl-C ended."""


def run_command(parser: argparse.ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Parse, run the chosen command, and return its exit code; 2 if its output found no taker."""
    if sys.stdout is None:  # closed by whoever started us
        print(f"{parser.prog}: cannot print: there is no output", file=sys.stderr)
        return CANNOT_PRINT
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A card room's words are Chinese too, and not every terminal can show them.
            stream.reconfigure(errors="backslashreplace")
    chosen = parser.parse_args(arguments)
    if current_thread() is main_thread():
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    command: Callable[[argparse.Namespace], int] = chosen.command
    try:
        code = command(chosen)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        _leave_output()
        if not isinstance(error, BrokenPipeError):  # a reader that has gone, as `| head` does
            print(f"{parser.prog}: cannot print: {error.strerror}", file=sys.stderr)
        return CANNOT_PRINT
    return code


def _leave_output() -> None:
    """Send what is left to nowhere, or the interpreter would complain once more at its exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
