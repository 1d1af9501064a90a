"""What `paipu sample` tells a newcomer: what it played, one round in full, what to try next."""

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

from api.proposing import noted, proposed
from api.sample.house import Sample
from domain.log.address import is_postgres, shown, sqlite_path
from replay.stored import Look, show

_STEP: Final = 500


def tell(sample: Sample, count: int, address: str, then: Callable[[], None]) -> int:
    """Play everything into the log at `address`, show the example's replay, and say what next.

    `then` is done when all is played. Returns the exit code of that replay: 0 if it is proven.
    """
    print(f"playing {count} rounds of bots into {shown(address)}", flush=True)
    played = []
    for number, round_id in enumerate(sample.play(count), start=1):
        played.append(round_id)
        if number % _STEP == 0:
            print(f"  {number}", flush=True)
    voided = sample.void_one()
    running = sample.leave_one_running()
    example = sample.play_example()
    then()
    print("and the worked example of the rules; its replay:\n", flush=True)
    code = show(address, example, Look(seat=None, until=None, as_json=False))
    print("\n".join(_next(address, example, voided, running, played)))
    return code


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
            f"export {example} -o {record}",
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
