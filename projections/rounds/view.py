"""A round of either game as a line in a list: `project` folds its facts, it decides nothing."""

from domain.log.envelope import Recorded
from domain.shengji.events import RoundOpened as ShengjiOpened
from domain.sizhidao.events import RoundOpened as SizhidaoOpened
from projections.rounds import shengji, sizhidao
from projections.rounds.line import RoundView


def project(view: RoundView | None, fact: Recorded) -> RoundView | None:
    """Return the view after one fact; None before the round is opened."""
    match fact.event:
        case SizhidaoOpened() as opened:
            return sizhidao.opened(opened, fact)
        case ShengjiOpened() as opened:
            return shengji.opened(opened, fact)
        case _ if view is None:
            return None
        case _:
            return sizhidao.gone_on(view, fact) or shengji.gone_on(view, fact) or view
