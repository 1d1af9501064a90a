"""What goes wrong with a process, counted in memory until it is recorded (H16)."""

import logging
from collections import Counter
from threading import Lock
from typing import Final, NamedTuple

from api.service.door import Answered
from api.service.problems import FAILED, TOO_MANY, UNAUTHENTICATED

MOST: Final = 1_024
"""Addresses, or codes, that are told apart; what comes beyond is counted as `OTHER`."""
OTHER: Final = "other"
FAULT: Final = "internal_error"
_FAULTS_TOLD_BY: Final = "paipu.service"
"""What tells each fault of the program in a line: also one that came too late for an answer."""
_NO_ERRORS: Final = ("stopping", FAULT)
"""Codes of answers that are no error, or that are counted by their line."""


class Counts(NamedTuple):
    """How often something was met: failed log-ins by code and by address, errors by code."""

    logins: Counter[str]
    addresses: Counter[str]
    errors: Counter[str]


class Tally(logging.Handler):
    """Counts what answers came to, and lines of errors. Any thread may tell it.

    As a handler of lines it looks at who tells one, never at what is told.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._counting = Lock()
        self._counts = _empty()

    def answered(self, answered: Answered) -> None:
        """Count an answer if it is an error, or if nobody was known by what was shown.

        Nothing shown is no attempt. An address that asks too much is not looked at any more: what
        then comes from nobody known counts as an attempt.
        """
        if answered.status < UNAUTHENTICATED:
            return
        code = answered.code or OTHER
        if answered.status >= FAILED:
            if code not in _NO_ERRORS:
                self._count(code)
        elif answered.status == UNAUTHENTICATED:
            if code != "no_token":
                self._count_login(code, answered.address)
        elif answered.status == TOO_MANY and answered.role is None:
            self._count_login(code, answered.address)

    def emit(self, record: logging.LogRecord) -> None:
        """Count a line of an error by the part that tells it."""
        self._count(FAULT if record.name == _FAULTS_TOLD_BY else record.name)

    def taken(self) -> Counts:
        """Return what was counted, and begin anew."""
        with self._counting:
            counts, self._counts = self._counts, _empty()
        return counts

    def _count(self, code: str) -> None:
        with self._counting:
            _add(self._counts.errors, code)

    def _count_login(self, code: str, address: str) -> None:
        with self._counting:
            _add(self._counts.logins, code)
            _add(self._counts.addresses, address)


def _empty() -> Counts:
    return Counts(Counter(), Counter(), Counter())


def _add(counter: Counter[str], what: str) -> None:
    counter[what if what in counter or len(counter) < MOST else OTHER] += 1
