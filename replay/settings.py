"""Settings from the environment."""

import argparse
import os
from typing import Final

LOG_SETTING: Final = "PAIPU_LOG"
USUAL_LOG: Final = "sqlite:///var/log.db"


def add_log_option(command: argparse.ArgumentParser) -> None:
    """Give a command the option `--log`, which is the setting `PAIPU_LOG` when left out."""
    command.add_argument(
        "--log",
        default=os.environ.get(LOG_SETTING) or USUAL_LOG,
        metavar="URL",
        help=f"the log's address (default: ${LOG_SETTING}, else {USUAL_LOG})",
    )
