"""Master keys for tests, always the same."""

from pathlib import Path

from domain.log.masters import MasterKeys, line_of

KEY = bytes(range(32))
OLD_KEY = bytes(range(32, 64))
KEYS = MasterKeys({"test": KEY})


def key_file(path: Path, *named: tuple[str, bytes]) -> Path:
    """Write a key file for its owner alone, with the key of the tests unless others are given."""
    path.touch(mode=0o600)
    path.write_text("".join(line_of(*one) for one in named or (("test", KEY),)))
    return path
