"""Decks, cuts and deals of fresh seeds, counted as the tests count those of fixed seeds.

    python -m bench.fairness [ROUNDS [SEED]]

ROUNDS of either pack (default 20,000) by a SEED in hex, which is drawn and printed if it is left
out. All tests together call even decks uneven once in a hundred runs: then run again with another
seed, and if that happens again something is wrong. The exit code is 1 where it does.
"""

import sys
from secrets import token_bytes

from domain.cards.packs import PACKS
from tests.support.evenness import LEVEL, likelihoods

ROUNDS = 20_000


def main(arguments: list[str]) -> int:
    """Counts, and prints how likely it is that chance is so far off."""
    rounds = int(arguments[0]) if arguments else ROUNDS
    seed = bytes.fromhex(arguments[1]) if len(arguments) > 1 else token_bytes(32)
    print(f"{rounds} rounds of either pack by the seed {seed.hex()}")
    found = {
        f"{size} cards, {name}": likely
        for size in PACKS
        for name, likely in likelihoods(size, rounds, seed).items()
    }
    level = LEVEL / len(found)
    for name, likely in found.items():
        print(f"{likely:8.6f}  {name}{'  UNEVEN' if likely < level else ''}")
    uneven = sum(likely < level for likely in found.values())
    print(f"{len(found)} tests, each at {level:.6f}: {uneven} uneven")
    return int(uneven > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
