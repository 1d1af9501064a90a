"""The file with the master keys: made once, for its owner alone, and told nothing of."""

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from domain.log.errors import BadKeysError, KeysExposedError, KeysMissingError, LogError
from domain.log.masters import MasterKeys, development_keys_path, make_development_keys, read_keys
from tests.support.keys import KEY, OLD_KEY, key_file

ROOT = Path(__file__).parents[2]
LINE = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_first_key_wraps_and_all_unwrap(tmp_path: Path) -> None:
    both = read_keys(key_file(tmp_path / "both", ("new", KEY), ("old", OLD_KEY)))
    old = read_keys(key_file(tmp_path / "old", ("old", OLD_KEY)))

    assert both.ids == ("new", "old")
    assert both.unwrap("old", old.wrap(b"k" * 32, b"place"), b"place") == b"k" * 32
    wrapped = both.wrap(b"k" * 32, b"place")
    assert both.unwrap("new", wrapped, b"place") == b"k" * 32
    assert both.unwrap("old", wrapped, b"place") is None
    assert both.unwrap("new", wrapped, b"elsewhere") is None
    assert both.unwrap("new", wrapped[:-1], b"place") is None


def test_comments_and_empty_lines_say_nothing(tmp_path: Path) -> None:
    path = key_file(tmp_path / "keys")
    path.write_text(f"# keys of the house\n\n  \nyear-2026 {LINE}\n")

    assert read_keys(path).ids == ("year-2026",)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "# nothing\n",
        f"{LINE}\n",
        f"a {LINE[:-1]}\n",
        f"a {LINE}x\n",
        f"a  {LINE}\n",
        f" a {LINE}\n",
        f"a b {LINE}\n",
        f"a {LINE}\na {LINE}\n",
        f"{'a' * 65} {LINE}\n",
        "a AAAA\n",
        "a é\n",
        "x" * 70_000,
    ],
)
def test_what_is_no_key_file_is_refused_and_not_quoted(tmp_path: Path, content: str) -> None:
    path = key_file(tmp_path / "keys")
    path.write_text(content)

    with pytest.raises(BadKeysError) as error:
        read_keys(path)
    assert LINE[:12] not in str(error.value)
    assert error.value.__cause__ is None
    assert str(path) in str(error.value)


@pytest.mark.parametrize("bits", [0o640, 0o604, 0o660, 0o610, 0o777])
def test_a_file_that_others_may_use_is_refused(tmp_path: Path, bits: int) -> None:
    path = key_file(tmp_path / "keys")
    path.chmod(bits)

    with pytest.raises(KeysExposedError, match="chmod 600"):
        read_keys(path)


def test_no_file_no_regular_file(tmp_path: Path) -> None:
    with pytest.raises(KeysMissingError, match="PAIPU_KEYS"):
        read_keys(tmp_path / "none")
    os.mkfifo(tmp_path / "pipe", 0o600)
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(BadKeysError):
            read_keys(path)


def test_a_development_key_is_made_once_for_its_owner(tmp_path: Path) -> None:
    path = development_keys_path(tmp_path / "new" / "log.db")
    assert path == tmp_path / "new" / "log.db.keys"
    before = os.umask(0)
    try:
        first = make_development_keys(path)
    finally:
        os.umask(before)
    content = path.read_bytes()

    assert first.ids[0].startswith("dev-")
    assert mode(path) == 0o600
    assert make_development_keys(path).ids == first.ids
    assert path.read_bytes() == content
    assert [one.name for one in path.parent.iterdir()] == ["log.db.keys"]
    assert first.first not in str(content.split()[1])


def test_a_narrow_mask_takes_nothing_from_the_owner(tmp_path: Path) -> None:
    before = os.umask(0o777)
    try:
        make_development_keys(tmp_path / "keys")
    finally:
        os.umask(before)

    assert mode(tmp_path / "keys") == 0o600


def test_two_houses_have_two_keys(tmp_path: Path) -> None:
    ids = {make_development_keys(tmp_path / name).first for name in "abc"}

    assert len(ids) == 3


def test_many_that_make_it_at_once_have_the_same(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda _: make_development_keys(path), range(64)))

    assert len({keys.ids for keys in made}) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["keys"]


def test_processes_that_make_it_at_once_have_the_same(tmp_path: Path) -> None:
    program = (
        "import sys; from pathlib import Path;"
        "from domain.log.masters import make_development_keys;"
        "print(make_development_keys(Path(sys.argv[1])).first)"
    )
    running = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "keys")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    told = [one.communicate(timeout=60)[0] for one in running]

    assert len(set(told)) == 1
    assert told[0].startswith("dev-")
    assert mode(tmp_path / "keys") == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["keys"]


def test_a_place_where_no_file_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(LogError, match="cannot be made") as error:
        make_development_keys(tmp_path / "file" / "keys")
    assert error.value.code == "bad_keys"


def test_master_keys_need_one(tmp_path: Path) -> None:
    with pytest.raises(BadKeysError):
        MasterKeys({})
    assert list(tmp_path.iterdir()) == []
