"""What holds for all tests: how seldom garbage is searched for, as `paipu serve` has it too.

What pytest collects and all modules stay until the end. To search them again and again, with every
few hundred new objects, took a fifth of the time of tests that play many rounds.
"""

import gc

from api.service import COLLECTED

gc.set_threshold(*COLLECTED)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
