"""Compares the product with the oracle over many random records and prints what they reached.

    python -m bench.oracle [--game sizhidao|shengji] [HOW MANY] [FIRST SEED]

10,000 records by default. Prints the seed of every record on which the two differ, then the counts
of all that was reached; exits 1 when any differed.
"""

import argparse
import sys
import time

from domain.paipu.read import read_document
from domain.paipu.run import run
from tests.oracle.games import ORACLES


def main(arguments: list[str]) -> int:
    """Runs the comparison; game, number of records and first seed come from the command line."""
    parser = argparse.ArgumentParser(prog="bench.oracle")
    parser.add_argument("--game", choices=ORACLES, default="sizhidao")
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("first", type=int, nargs="?", default=0)
    asked = parser.parse_args(arguments)
    oracle = ORACLES[asked.game]
    begun = time.perf_counter()
    summaries, differing = [], []
    for seed in range(asked.first, asked.first + asked.count):
        record = oracle.record_of(seed)
        summaries.append(oracle.summary_of(record))
        if run(read_document(oracle.text_of(record))).summary != summaries[-1]:
            differing.append(seed)
            print(f"record_of({seed}): the product and the oracle differ")
    for what, often in sorted(oracle.coverage(summaries).items()):
        print(f"{often:8}  {what}")
    seconds = time.perf_counter() - begun
    print(f"{asked.count} records of {asked.game}, {len(differing)} differ, {seconds:.1f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
