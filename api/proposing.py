"""Commands that are proposed to whoever runs `paipu`, ready to be typed where it was run."""

import shlex
import sys
from pathlib import Path
from typing import Final

from domain.log.address import is_postgres, shown
from replay.settings import LOG_SETTING, USUAL_LOG, set_log

_INDENT: Final = "  "


def proposed(address: str, command: str, arguments: str) -> str:
    """Return a command of ours on the log at an address."""
    # One on a server has to be set wherever it is asked: what is shown of it has no password.
    said = address == USUAL_LOG or (is_postgres(address) and address == set_log())
    where = "" if said else f"{LOG_SETTING}={shlex.quote(shown(address))} "
    return f"{_INDENT}{where}{shlex.quote(_script(command))} {arguments}"


def noted(what: str) -> str:
    """Return a line that says what the command below it does."""
    return f"{_INDENT}# {what}"


def plain(command: str) -> str:
    """Return a command of other people's."""
    return f"{_INDENT}{command}"


def _script(command: str) -> str:
    """Return how a command is called from here: the script beside the running one, if any."""
    beside = Path(sys.argv[0]).with_name(command)
    return str(beside) if beside.is_file() else command
