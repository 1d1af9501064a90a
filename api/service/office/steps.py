"""The steps of a dispute or an adjustment in their form."""

from collections.abc import Sequence

import msgspec

from api.service.office.answers import StepAnswer
from domain.kernel.decider import name_of
from domain.log.envelope import Recorded
from projections.moments import moment


def step_answers(steps: Sequence[Recorded]) -> tuple[StepAnswer, ...]:
    """Return each step with who took it and when, as the log has it."""
    return tuple(map(_answer, steps))


def _answer(step: Recorded) -> StepAnswer:
    fact = msgspec.to_builtins(step.event)
    del fact["type"]
    return StepAnswer(
        version=step.version,
        at=moment(step.envelope.recorded_at),
        by=step.envelope.actor,
        type=name_of(type(step.event)),
        fact=fact,
    )
