"""`replay rounds` with filters: the views say which rounds, and each of them is proven again."""

import argparse
import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.chips.amount import MOST
from domain.games.games import BY_NAME
from domain.games.status import Status
from domain.kernel.text import text, word
from projections.moments import moment
from projections.rounds.line import Outcome
from projections.rounds.query import RoundLine, with_seats
from projections.rounds.search import ALL, Page, Wanted, search
from projections.rounds.told import round_told, seat_told
from projections.rounds.writer import NAME
from projections.store.errors import ViewsMissingError
from projections.store.position import live_place
from replay import verify_choice
from replay.errors import NoSuchPageError, saying_why
from replay.messages.say import Say, english
from replay.proof import Proof, prove
from replay.settings import views_address
from replay.stored import exit_code, open_to_read, verdict_of
from replay.text import Table, printable
from replay.views import views_at, with_views

_NO_VIEWS: Final = text("rounds are searched in the views, and there are none; see `paipu migrate`")
LIMIT: Final = 100
MOST_AT_ONCE: Final = 1_000
COLUMNS: Final = (
    *map(word, ("round", "game", "table", "status", "checks", "started (UTC)")),
    *map(word, ("seats", "pots", "events")),
)
_WORDS: Final = 6
_NAMES: Final = {
    "player": "in which this player was dealt in",
    "winner": "that this player won",
    "table": "of this table",
    "match": "of this match",
}

_FILTERS: Final = (
    *_NAMES,
    *("game", "status", "result", "since", "until"),
    *("net_least", "net_most", "pot_least", "pot_most"),
)


class Asked(NamedTuple):
    """What is searched for, which page of it, and whether to print an object."""

    wanted: Wanted
    page: Page
    as_json: bool


def add_search_options(command: argparse.ArgumentParser) -> None:
    """Give a command the options that say which rounds it is about; see `asked_of`."""
    add = command.add_argument
    for name, meaning in _NAMES.items():
        add(f"--{name}", metavar=name.upper(), help=f"rounds {meaning}")
    add("--game", choices=tuple(BY_NAME), metavar="GAME", help="rounds of this game")
    add("--status", choices=tuple(map(str, Status)), metavar="STATUS", help="rounds that stand so")
    add(
        "--result",
        choices=tuple(map(str, Outcome)),
        metavar="RESULT",
        help="won, lost or even, for PLAYER",
    )
    add("--net-least", type=_net, metavar="N", help="net of PLAYER, else of some seat")
    add("--net-most", type=_net, metavar="N", help="likewise")
    add("--pot-least", type=_net, metavar="N", help="what the pots awarded")
    add("--pot-most", type=_net, metavar="N", help="likewise")
    add(
        "--disputed",
        choices=("yes", "no"),
        metavar="ANSWER",
        help="whether a dispute about it is open",
    )
    add("--since", type=_moment, metavar="TIME", help="rounds opened at or after TIME")
    add("--until", type=_moment, metavar="TIME", help="rounds opened before TIME")
    add("--oldest", action="store_true", help="the oldest first")
    add("--limit", type=_limit, metavar="N", help=f"so many rounds; {LIMIT} if left out")
    add("--after", type=int, metavar="NEXT", help="go on after the page that ended there")
    add("--json", action="store_true", help="print one JSON object")


def asked_of(chosen: argparse.Namespace) -> Asked | None:
    """Return what `add_search_options` asked for; None if nothing of it was said."""
    disputed = None if chosen.disputed is None else chosen.disputed == "yes"
    wanted = Wanted(**{name: getattr(chosen, name) for name in _FILTERS}, disputed=disputed)
    page = Page(after=chosen.after, oldest=chosen.oldest, limit=(chosen.limit or LIMIT) + 1)
    asked = Asked(wanted, page, chosen.json)
    nothing = Asked(ALL, Page(limit=LIMIT + 1), as_json=False)
    return None if asked == nothing and chosen.limit is None else asked


def _net(given: str) -> int:
    number = int(given)
    if not -MOST <= number <= MOST:
        message = f"must be {-MOST} to {MOST}"
        raise argparse.ArgumentTypeError(message)
    return number


def _limit(given: str) -> int:
    number = int(given)
    if not 1 <= number <= MOST_AT_ONCE:
        message = f"must be 1 to {MOST_AT_ONCE}"
        raise argparse.ArgumentTypeError(message)
    return number


def _moment(said: str) -> str:
    return moment(verify_choice.moment(said))


class Found(NamedTuple):
    """A page: rounds with their seats and proofs, where the next begins, as of which position."""

    rounds: Sequence[tuple[RoundLine, Proof | None]]
    next: int | None
    position: int


@saying_why
def find_rounds(url: str, asked: Asked, *, say: Say = english) -> int:
    """Print the rounds that are wanted, each proven again; return what `replay rounds` does."""
    found = _found(url, asked)
    if asked.as_json:
        told = [_object(line, proof) for line, proof in found.rounds]
        print(json.dumps({"rounds": told, "next": found.next, "position": found.position}))
    else:
        rows = [_row(line, proof) for line, proof in found.rounds]
        print("\n".join(Table(COLUMNS, rows, words=_WORDS).lines(say)))
        if found.next is not None:
            print(say(text("more: --after {position}", position=found.next)))
    return exit_code(proof for _, proof in found.rounds)


def _found(url: str, asked: Asked) -> Found:
    with open_to_read(url) as log, views_at(views_address(url)) as views:
        if views is None:
            raise ViewsMissingError(_NO_VIEWS)
        with views.reading() as connection:
            position = live_place(connection, NAME).position
            rows = search(connection, asked.wanted, asked.page)
            if rows is None:
                raise NoSuchPageError(text("no page of this list ends at that position"))
            shown = rows[: asked.page.limit - 1]
            lines = with_seats(connection, shown)
        proofs = [prove(log, line.round.round) for line in lines]
        compared = [None if one is None else with_views(one, log, views) for one in proofs]
    more = shown[-1].opened_position if len(rows) > len(shown) else None
    return Found(list(zip(lines, compared, strict=True)), more, position)


def _object(line: RoundLine, proof: Proof | None) -> dict[str, Any]:
    return {
        **round_told(line.round),
        "rules": line.round.rules,
        "seats": list(map(seat_told, line.seats)),
        "checks": str(verdict_of(proof)),
        "events": 0 if proof is None else proof.stored,
    }


def _row(line: RoundLine, proof: Proof | None) -> tuple[object, ...]:
    row = line.round
    return (
        printable(row.round),
        word(row.game),
        printable(row.table or row.match or "-"),
        word(row.status),
        verdict_of(proof),
        row.started_at[:19].replace("T", " "),
        len(line.seats),
        "-" if row.pot_total is None else row.pot_total,
        0 if proof is None else proof.stored,
    )
