"""What a fact brings to another stream."""

from typing import NamedTuple

from domain.flow.address import Address
from domain.kernel.decider import Command


class Brought(NamedTuple):
    """A command that a fact brings to another stream."""

    address: Address
    command: Command
