"""What arguments of commands are read with."""

import argparse
from collections.abc import Callable


def between(least: int, most: int) -> Callable[[str], int]:
    """Return what reads a whole number of an argument."""

    def whole(word: str) -> int:
        if not least <= (number := int(word)) <= most:
            message = f"must be {least} to {most}"
            raise argparse.ArgumentTypeError(message)
        return number

    whole.__name__ = "number"  # which argparse tells when it is none
    return whole
