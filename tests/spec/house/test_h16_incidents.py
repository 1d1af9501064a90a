"""H16: what goes wrong is recorded by the day, as the house has met it."""

from typing import get_args

import pytest

from domain.flow.address import Address, Kind, incidents
from domain.house.incidents import commands, events
from domain.house.incidents.decider import INCIDENTS
from domain.house.incidents.events import Counted
from domain.house.origins import house_may
from domain.kernel.decider import Command, Event, Origin
from tests.schema.sampling import sample
from tests.support.house import Streams

DAY = incidents("2026-11-30")
RECORDED = (
    (commands.RecordBegin, events.ServiceBegan),
    (commands.RecordSign, events.ServiceSeen),
    (commands.RecordEnd, events.ServiceEnded),
    (commands.RecordLogins, events.LoginsFailed),
    (commands.RecordErrors, events.ErrorsCounted),
    (commands.RecordAway, events.LogAway),
)


@pytest.mark.parametrize(("asked", "fact"), RECORDED)
def test_h16_whatever_a_process_has_met_is_recorded_as_it_says(
    asked: type[Command], fact: type[Event]
) -> None:
    house, command = Streams(), sample(asked)
    (recorded,) = house.take(DAY, command)
    assert type(recorded) is fact
    fields = command.__struct_fields__
    assert fields == recorded.__struct_fields__
    assert [getattr(recorded, one) for one in fields] == [getattr(command, one) for one in fields]


def test_h16_nobody_but_the_house_records_it() -> None:
    assert [asked for asked, _ in RECORDED] == list(get_args(commands.Command))
    for asked, _ in RECORDED:
        assert [one for one in Origin if house_may(sample(asked), one)] == [Origin.HOUSE]


def test_h16_each_day_has_a_stream_and_may_always_get_more() -> None:
    house, errors = Streams(), (Counted(what="log_unavailable", count=3),)
    for day in (DAY, incidents("2026-12-01"), DAY):
        record = commands.RecordErrors(process="p", since_ms=1, until_ms=2, codes=errors)
        house.take(day, record)
    assert [house.look(day) for day in (DAY, incidents("2026-12-01"))] == [2, 1]
    assert Address.of(DAY.stream) == Address(Kind.INCIDENTS, "2026-11-30")
    assert not INCIDENTS.is_terminal(house.look(DAY))
    facts = [one for one in house.facts[DAY] if isinstance(one, events.Event)]
    assert INCIDENTS.fold(facts) == house.look(DAY)
