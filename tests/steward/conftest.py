"""A house that is looked after; at the end of every test all that was played in it is proven."""

from collections.abc import Iterator

import pytest

from tests.steward.looked_after import World, new_world


@pytest.fixture
def world() -> Iterator[World]:
    with new_world() as made:
        yield made


@pytest.fixture
def old_world() -> Iterator[World]:
    """The same, in which the rounds that the desk starts have no committed deck."""
    with new_world(old=True) as made:
        yield made
