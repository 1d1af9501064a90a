"""How far a log has been read by a page of it."""

from collections.abc import Sequence

from domain.log.envelope import Recorded
from domain.log.examine import Unreadable


def read_until(page: Sequence[Recorded | Unreadable], limit: int, end: int) -> int:
    """Return the position up to which nothing is left to read of the names a page was asked for.

    `limit` is how many events the page could hold. `end` is the log's last position, asked for
    before the page: what is of other names is passed over up to there, and what was committed in
    between may be in the page, while what is committed later lies behind both.
    """
    last = (page[-1].position or 0) if page else 0
    return last if len(page) == limit else max(last, end)
