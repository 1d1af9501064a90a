"""Whether two houses tell a viewer the same, sign for sign."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from hypothesis import HealthCheck, Phase, settings

from domain.flow.address import Address
from tests.leaks.inside import Told
from tests.leaks.live import AT_THE_TABLE, listened
from tests.leaks.looking import SIGNED, Look

HASH: Final = re.compile(r"\b[0-9a-f]{64}\b")
REQUEST: Final = re.compile(r"^x-request-id: ([0-9a-f]{16})$", re.MULTILINE)


def pairs_of_houses(examples: int) -> settings:
    """Return settings by which so many pairs of houses are compared, always the same ones."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=(Phase.generate,),
        suppress_health_check=(HealthCheck.too_slow,),
    )


def undated(told: Told) -> tuple[int, str, str]:
    """Return an answer without its date and the id of its request, which is by chance."""
    head = "\n".join(line for line in told.head.splitlines() if not line.startswith("date:"))
    return told.status, anonymous(head, head), anonymous(told.body, head)


def anonymous(text: str, head: str) -> str:
    """Return a text without the one id of its request that the head says."""
    (request,) = REQUEST.findall(head)
    return text.replace(request, "a request")


def plain(told: Told) -> tuple[int, str, str]:
    """Return the same without hashes, which random keys go into."""
    status, head, body = undated(told)
    return status, head, HASH.sub("a hash", SIGNED.sub("a signature", body))


def seen(
    look: Look, paths: Sequence[str], place: Address = AT_THE_TABLE
) -> Iterator[tuple[object, object]]:
    """Yield all that a viewer sees at some paths and of a place, each with where it was."""
    for path in paths:
        yield path, plain(look.get(path))
    opening, messages = listened(look, 0, place)
    yield "live", (anonymous(opening, opening), messages)


def fails(compared: Callable[..., None], *which: Any, **more: Any) -> bool:  # noqa: ANN401 -- what it takes
    """Say whether two houses answer differently, by a comparison that asserts they do not."""
    try:
        compared(*which, **more)
    except AssertionError:
        return True
    return False
