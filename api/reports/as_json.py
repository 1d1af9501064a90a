"""A report as JSON: one object, its rows written as they come."""

from typing import Any, BinaryIO

import msgspec

from api.reports.form import Check
from api.reports.heading import Heading
from api.reports.tally import NO_ACTIVITY, Tally
from domain.kernel.text import plainly
from replay.messages.say import Say, english

_json = msgspec.json.Encoder(enc_hook=plainly).encode


def write_json(heading: Heading, tally: Tally, out: BinaryIO, _: Say = english) -> list[Check]:
    """Write a report, in English: programs read it; return its checks."""
    columns = [{"name": one.name, "kind": one.kind.value} for one in tally.columns]
    names = [one.name for one in tally.columns]
    out.write(_json({**heading, "columns": columns})[:-1] + b',"rows":[')
    for number, cells in enumerate(tally.shown()):
        row = dict(zip(names, cells, strict=True))
        out.write((b",\n" if number else b"\n") + _json(row))
    checks = list(tally.checks())
    out.write(b"\n]," + _json(ending(tally, checks))[1:] + b"\n")
    return checks


def ending(tally: Tally, checks: list[Check], say: Say = english) -> dict[str, Any]:
    """Return what stands below the rows of a report."""
    return {
        "activity": tally.active,
        "note": None if tally.active else say(NO_ACTIVITY),
        "row_count": tally.rows,
        "totals": dict(tally.totals()),
        "test_accounts": tally.tests(),
        "checks": [
            {"name": say(one.name), "ok": one.ok, "detail": say(one.detail)} for one in checks
        ],
    }
