"""What the demonstration tells a newcomer: where it is, and what to try."""

import shlex
from datetime import timedelta
from typing import Final

from api.demo.plan import MATCH, PLANS
from api.proposing import noted, plain, proposed
from api.roles import Caller, Role
from api.sample.house import EXAMPLE_MATCH
from api.service.auth import Tokens, now
from api.serving import Serving
from domain.log.address import shown

TOKEN_HOURS: Final = 24
LAST: Final = "the round that ended last, decided again step by step, and proven"


def opened(serving: Serving, tokens: Tokens, example: str, last: str | None) -> str:
    """Return what to tell when the house is open, of the worked example and the last round too."""
    log, bots = serving.log, sum(len(plan.bots) for plan in PLANS) + len(MATCH.bots)
    places = f"{len(PLANS)} tables and in a match"
    table = f"{serving.url}/v1/tables/{PLANS[0].table}"
    token = tokens.make(Caller("demo", Role.AUDITOR), timedelta(hours=TOKEN_HOURS), now())
    header = shlex.quote(f"Authorization: Bearer {token}")
    played = [("the worked example of the rules: a playoff, buy-ins, three pots", example)]
    if last is not None:
        played.insert(0, (LAST, last))
    lines = [
        f"{bots} bots play at {places} of {serving.url}; the log is {shown(log)}.",
        "Ctrl-C stops; the next run goes on with the same log.",
        "",
        "Try in another terminal:",
        noted(f"a table as it is now; the token is an auditor's, for {TOKEN_HOURS} hours"),
        plain(f"curl -H {header} {table}"),
    ]
    for what, round_id in played:
        lines += [noted(what), proposed(log, "replay", f"round {round_id}")]
    return "\n".join(
        [
            *lines,
            noted("a whole match of 比牌升級, round by round"),
            proposed(log, "replay", f"match {EXAMPLE_MATCH}"),
            noted("every round in the log, proven in bulk"),
            proposed(log, "replay", "verify"),
            noted("a token for yourself: as a player, operator, auditor or supervisor"),
            proposed(log, "paipu", "token lin --role operator"),
            noted("every route, its forms and answers; the button Authorize takes a token"),
            plain(f"{serving.url}/docs"),
        ]
    )


def ended(log: str, last: str) -> str:
    """Return what to tell of a round that is over, the first in a new house."""
    return "\n".join((noted(LAST), proposed(log, "replay", f"round {last}")))
