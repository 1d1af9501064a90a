"""A house that is looked after; at the end of every test all that was played in it is proven."""

from collections.abc import Iterator

import pytest

from tests.steward.looked_after import World, new_world


@pytest.fixture
def world() -> Iterator[World]:
    with new_world() as made:
        yield made
