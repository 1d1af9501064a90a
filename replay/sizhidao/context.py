"""The rule that a fact follows from, where that depends on what was before it."""

from collections.abc import Mapping
from typing import Final

from domain.kernel.decider import Event as KernelEvent
from domain.kernel.decider import Origin
from domain.sizhidao import events
from domain.sizhidao.events import Event
from projections.pots.view import PotsView

_BY_CLOCK: Final[Mapping[type[Event], str]] = {
    events.Folded: "Z3.8",
    events.Checked: "Z3.8",
    events.HandSplit: "Z5.6",
    events.BuyInDeclined: "Z7.4",
}
"""By which rule the clock acts for a seat that is late."""


def rule_in_context(
    fact: Event, before: PotsView, cause: type[KernelEvent], origin: Origin
) -> str | None:
    """Return the clause that a fact follows from here, None where it is the usual one.

    `before` is what lay on the table, `cause` the kind of the decision's first fact, and `origin`
    says who made it.
    """
    match fact:
        case events.Folded() | events.Checked() | events.HandSplit() | events.BuyInDeclined() if (
            origin is Origin.CLOCK
        ):
            return _BY_CLOCK[type(fact)]
        case events.Folded() | events.WentAllIn() if not before.in_front:
            return "Z3.2"  # nobody has bet
        case events.PotsFormed() if cause is events.CardsDealt:
            return "Z3.7"  # fewer than two could bet
        case events.PotAwarded() if _alone(fact.pot, before):
            return "Z6.3"  # one eligible seat takes it without a showdown
        case _:
            return None


def _alone(name: str, before: PotsView) -> bool:
    return any(pot.pot == name and len(pot.eligible) == 1 for pot in before.pots)
