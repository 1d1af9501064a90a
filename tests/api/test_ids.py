"""Ids of rounds: their order is that of time."""

import re
import uuid
from datetime import UTC, datetime, timedelta, timezone

from api.ids import round_id

BEGIN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_ids_sort_as_their_times() -> None:
    steps = [timedelta(milliseconds=n) for n in (0, 1, 2, 999, 1000, 86_400_000, 10**12)]
    ids = [round_id(BEGIN + step) for step in steps]

    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)


def test_ids_of_one_millisecond_differ() -> None:
    ids = {round_id(BEGIN) for _ in range(1000)}

    assert len(ids) == 1000
    assert {one[:13] for one in ids} == {round_id(BEGIN)[:13]}


def test_an_id_is_a_uuid_of_version_7_that_holds_its_time() -> None:
    for _ in range(100):
        one = round_id(BEGIN)
        assert re.fullmatch(
            r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", one
        )
        assert uuid.UUID(one).int >> 80 == int(BEGIN.timestamp() * 1000)


def test_a_zone_makes_no_difference() -> None:
    elsewhere = BEGIN.astimezone(timezone(timedelta(hours=8)))

    assert round_id(elsewhere)[:13] == round_id(BEGIN)[:13]
