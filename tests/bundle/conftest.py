"""A house with rounds of both games, signed, and the bundles of some of them; made once."""

import sys
from collections.abc import Callable, Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from domain.log.store import Log, open_log
from replay.bundle.check import checked
from replay.bundle.form import Bundle, read
from replay.bundle.make import Order, bundle_of, newest
from replay.settings import KEYS_SETTING
from replay.words import Viewer
from tests.bundle.hall import SIGNER, Hall
from tests.support.keys import KEYS, key_file
from tests.support.logs import ticking, url

VERIFIER = Path(__file__).parents[2] / "docs" / "verify" / "verify.py"
Verify = Callable[..., Iterator[str]]
Bundled = Callable[[str, Viewer], Bundle]


@pytest.fixture(scope="session", autouse=True)
def key_setting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = key_file(tmp_path_factory.mktemp("keys") / "keys")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEYS_SETTING, str(path))
        yield path


@pytest.fixture(scope="session")
def signed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log with rounds of both games, all of which a checkpoint covers.

    `t1` has a showdown, a folded seat and a missed cut; `t2` is voided, `t3` before anything was
    dealt; `t4` has a playoff; `t5` is interrupted. `m1` of 比牌升級 is settled, `m2` is running.
    """
    path = tmp_path_factory.mktemp("signed") / "log.db"
    hall = Hall(path)
    hall.evening()
    hall.sign()
    hall.log.close()
    return path


@pytest.fixture(scope="session")
def log(signed: Path) -> Iterator[Log]:
    with open_log(url(signed), now=ticking(), read_only=True, keys=KEYS) as opened:
        yield opened


@pytest.fixture(scope="session")
def bundled(log: Log) -> Bundled:
    """Makes the bundle of a round for a viewer, each once."""
    made: dict[tuple[str, Viewer], Bundle] = {}

    def bundle(round_id: str, viewer: Viewer) -> Bundle:
        if (round_id, viewer) not in made:
            made[round_id, viewer] = bundle_of(log, Order(round_id, viewer), newest(log))
        return made[round_id, viewer]

    return bundle


@pytest.fixture(scope="session")
def verifier() -> ModuleType:
    """The second verifier, loaded from the documents."""
    spec = spec_from_file_location("verify", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["verify"] = module
    spec.loader.exec_module(module)
    return module


def outcome(module: Any, content: bytes, keys: tuple[str, ...] = ()) -> int:  # noqa: ANN401 -- a module
    """Return what the second verifier's exit code would be."""
    try:
        lines = [*module.verify(content, [*map(module.read_key, keys)])]
    except module.Wrong:
        return 1
    except module.NoBundle:
        return 2
    return 2 if any(line.startswith("unchecked") for line in lines) else 0


def both(verifier: ModuleType, content: bytes) -> tuple[int, int]:
    """The exit codes of both verifiers."""
    proof = checked(read(content), SIGNER.verifiers)
    first = 1 if proof.first_wrong is not None else 0 if proof.proven else 2
    return first, outcome(verifier, content, (str(SIGNER.verifiers[0]),))
