"""`paipu simulate`: run a whole house by a seed, with faults, and check all that comes of it."""

import argparse
import json
from pathlib import Path
from typing import Final

import msgspec

from api.arguments import between
from api.simulation.faults import ALL, Fault
from api.simulation.plan import STEPS, TABLES, Plan
from domain.games.games import BY_NAME
from domain.log.address import MEMORY, SQLITE, sqlite_path
from domain.log.errors import LogAddressError

AS_IT_MUST_BE: Final = 0
WRONG: Final = 1
MOST_STEPS: Final = 10_000_000
MOST_TABLES: Final = 20
MOST_SEED: Final = 2**63 - 1
EVERY: Final = "all"
NONE: Final = "none"
_FAULTS: Final = f"{EVERY}, {NONE}, or some of {', '.join(sorted(Fault))}, with commas between"


def add_simulate_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of `paipu`."""
    command = commands.add_parser("simulate", help="run a house by a seed, with faults in it")
    command.add_argument(
        "--seed", type=between(0, MOST_SEED), required=True, metavar="S", help="all hangs on it"
    )
    command.add_argument(
        "--steps",
        type=between(1, MOST_STEPS),
        default=STEPS,
        metavar="N",
        help=f"how long (default: {STEPS})",
    )
    command.add_argument("--game", choices=tuple(BY_NAME), help="one only; without it, both")
    command.add_argument(
        "--tables",
        type=between(1, MOST_TABLES),
        default=TABLES,
        metavar="N",
        help=f"tables of sizhidao (default: {TABLES})",
    )
    command.add_argument(
        "--store",
        default=MEMORY,
        metavar="URL",
        help=f"where the log is: {MEMORY} (default), or a file that is not there, sqlite:///…",
    )
    command.add_argument("--faults", type=_faults, default=EVERY, metavar="KINDS", help=_FAULTS)
    command.add_argument("--json", action="store_true", help="print an object instead")
    command.set_defaults(command=simulate)


def simulate(chosen: argparse.Namespace) -> int:
    """Run it, tell what it came to; return 0 if all is as it must be, 1 if something is wrong."""
    from api.simulation.simulation import Simulation  # noqa: PLC0415 -- takes longer than most commands to run
    from api.simulation.telling import program, told  # noqa: PLC0415 -- likewise

    plan = Plan(
        seed=chosen.seed,
        steps=chosen.steps,
        games=tuple(BY_NAME) if chosen.game is None else (chosen.game,),
        tables=chosen.tables,
        file=_file(chosen.store),
        faults=chosen.faults,
    )
    outcome = Simulation(plan).run()
    if chosen.json:
        print(json.dumps({"program": program(), **msgspec.to_builtins(outcome)}))
    else:
        print("\n".join(told(outcome)))
    return AS_IT_MUST_BE if outcome.failure is None else WRONG


def _file(url: str) -> Path | None:
    """Return the file that a simulated log is kept in, None for none. Raises `LogAddressError`."""
    if url != MEMORY and not url.startswith(SQLITE):
        message = f"a simulation keeps its log in {MEMORY} or {SQLITE}PATH, on no server"
        raise LogAddressError(message)
    path = sqlite_path(url)
    if path is None:
        return None
    if not path.parent.is_dir():
        message = f"there is no folder {path.parent}"
        raise LogAddressError(message)
    for one in (path, path.with_name(f"{path.stem}.views{path.suffix}")):
        if one.exists():
            message = f"{one} is there already; a simulation begins with an empty log"
            raise LogAddressError(message)
    return path


def _faults(words: str) -> frozenset[Fault]:
    if words == NONE:
        return frozenset()
    if words == EVERY:
        return ALL
    chosen = frozenset(one.strip() for one in words.split(","))
    if strange := chosen - set(Fault):
        message = f"there is no fault {min(strange)!r}; it is {_FAULTS}"
        raise argparse.ArgumentTypeError(message)
    return frozenset(map(Fault, chosen))
