"""What `paipu sample` tells a newcomer: what it played, one round in full, what to try next."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from api.proposing import noted, proposed
from api.sample.house import Finished, Sample
from domain.log.address import is_postgres, shown, sqlite_path
from replay.stored import Look, show

_STEP: Final = 500


class Wanted(NamedTuple):
    """How many rounds of 四支刀 and how many whole matches of 比牌升級 bots are to play."""

    rounds: int
    matches: int


def tell(sample: Sample, wanted: Wanted, address: str, then: Callable[[], None]) -> int:
    """Play everything into the log at `address`, show the example's replay, and say what next.

    `then` is done when all is played. Returns the exit code of that replay: 0 if it is proven.
    """
    print(f"playing {wanted.rounds} rounds of bots into {shown(address)}", flush=True)
    played = []
    for number, round_id in enumerate(sample.play(wanted.rounds), start=1):
        played.append(round_id)
        if number % _STEP == 0:
            print(f"  {number}", flush=True)
    voided = sample.void_one()
    running = sample.leave_one_running()
    matches = _play_matches(sample, wanted.matches)
    example = sample.play_example()
    then()
    print("and the worked example of the rules; its replay:\n", flush=True)
    code = show(address, example, Look(seat=None, until=None, as_json=False))
    proposals = _next(address, example, voided, running, played)
    print("\n".join([*proposals, *_next_of_matches(address, matches)]))
    return code


def _play_matches(sample: Sample, count: int) -> list[Finished]:
    """Play so many matches, and part of another that is left running."""
    matches = []
    for _ in range(count):
        finished = sample.play_match()
        print(f"a match of 比牌升級, {len(finished.rounds)} rounds: {finished.match}", flush=True)
        matches.append(finished)
    if matches:
        sample.leave_match_running()
    return matches


def _next_of_matches(address: str, matches: list[Finished]) -> list[str]:
    lines = []
    for what, arguments in [
        part
        for finished in matches[-1:]
        for part in (
            ("a match of 比牌升級, round by round", f"match {finished.match}"),
            ("its last round, trick by trick", f"round {finished.rounds[-1]}"),
        )
    ]:
        lines += [noted(what), proposed(address, "replay", arguments)]
    return lines


def _next(address: str, example: str, voided: str, running: str, played: list[str]) -> list[str]:
    folder = Path() if is_postgres(address) else (sqlite_path(address) or Path()).parent
    record = shlex.quote(str(folder / "example.paipu.toml"))
    tried = [
        ("every round in the log, each proven again", "rounds"),
        ("the same in bulk, as for a whole year", "verify"),
        ("the example as seat p2 saw it", f"round {example} --seat p2"),
        ("the example up to the first showdown", f"round {example} --at 18"),
        ("a round that an operator voided", f"round {voided}"),
        ("a round that still runs", f"round {running}"),
        (
            "the example as a record, and the record run again",
            f"export {example} --as me --reason example -o {record}",
        ),
        ("", f"run {record}"),
    ]
    if played:
        tried.insert(1, ("the last round of the bots", f"round {played[-1]}"))
    lines = ["", "Try next:"]
    for what, arguments in tried:
        lines += [noted(what)] if what else []
        lines.append(proposed(address, "replay", arguments))
    return lines
