"""Compares the product with the oracle over many random records and prints what they reached.

    python -m bench.oracle [HOW MANY] [FIRST SEED]

10,000 records by default. Prints the seed of every record on which the two differ, then the counts
of all that was reached; exits 1 when any differed.
"""

import sys
import time

from domain.paipu.read import read_document
from domain.paipu.run import run
from tests.oracle.coverage import coverage
from tests.oracle.records import record_of, text_of
from tests.oracle.sizhidao import summary_of


def main(arguments: list[str]) -> int:
    """Runs the comparison; the number of records and the first seed come from the command line."""
    count = int(arguments[0]) if arguments else 10_000
    first = int(arguments[1]) if len(arguments) > 1 else 0
    begun = time.perf_counter()
    summaries, differing = [], []
    for seed in range(first, first + count):
        record = record_of(seed)
        summaries.append(summary_of(record))
        if run(read_document(text_of(record))).summary != summaries[-1]:
            differing.append(seed)
            print(f"record_of({seed}): the product and the oracle differ")
    for what, often in sorted(coverage(summaries).items()):
        print(f"{often:8}  {what}")
    seconds = time.perf_counter() - begun
    print(f"{count} records, {len(differing)} differ, {seconds:.1f} s")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
