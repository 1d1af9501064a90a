"""Files that anybody may hand in: none makes the command wait, crash or flood the terminal."""

import os
import resource
import subprocess
from pathlib import Path

import pytest

from replay.cli import main
from tests.support.commands import replay
from tests.support.records import SEAT, actions, record, seat

MOST = 1 << 20
"""Bytes of the largest record that is read."""
SECONDS = 6
"""Of a processor: far more than any of these takes when its time grows with its size."""
HALF = MOST // 2 - 100
LONG = MOST - 1000

HOSTILE: dict[str, str] = {
    "a long dotted key": "a." * HALF + "a = 1\n",
    "a long dotted key of a table": "[" + "a." * HALF + "a]\n",
    "a long dotted key in a table": "_a = {" + "a." * HALF + "a = 1}\n",
    "a long quoted dotted key": '""."".' * (MOST // 6 - 20) + "a = 1\n",
    "many dotted keys": "".join(f"_{n}{'.a' * 2500} = 1\n" for n in range(200)),
    "many keys of one table": "".join(f"_a.b{n} = 1\n" for n in range(70_000)),
    "many tables": "".join(f"[_a.b{n}]\n" for n in range(70_000)),
    "many tables of a list": "[[_a]]\n[[_a.b]]\n" * 60_000,
    "deep lists": "_a = " + "[" * LONG,
    "deep lists that end": "_a = " + "[" * HALF + "]" * HALF,
    "deep tables": "_a = " + "{a = " * (MOST // 5 - 100),
    "a long list": "_a = [" + "1," * HALF,
    "a list of comments": "_a = [" + "#\n" * HALF,
    "many returns": "\r\n" * HALF + "x",
    "100,000 digits": record(seats=[SEAT, SEAT, seat("1" * 100_000)]),
    "a million digits": "paipu = " + "1" * LONG,
    "digits and signs": "paipu = " + "1_" * HALF + "1",
    "a million hexadecimal digits": record(seats=[SEAT, SEAT, seat("0x" + "f" * LONG)]),
    "a hexadecimal cap": record(settings=["cap = 0x" + "f" * LONG]),
    "a long fraction": "paipu = 1." + "1" * LONG,
    "a long exponent": "paipu = 1e" + "1" * LONG,
    "many escapes": '_a = "' + "\\u0041" * (MOST // 6 - 100) + '"',
    "quotes in quotes": '_a = """' + '""\\"' * (MOST // 4 - 100),
    "a text without end": '_a = "' + "a" * LONG,
    "a long name of a key": record(after=["k" * LONG + " = 1"]),
    "a long name of a setting": record(settings=["k" * LONG + " = 1"]),
    "a long name of a seat's key": record(seats=[SEAT, SEAT, (*SEAT, "k" * LONG + " = 1")]),
    "a long choice": record(settings=['rake_basis = "' + "k" * LONG + '"']),
    "a long game": record(top={"game": '"' + "k" * LONG + '"'}),
    "a long head": record(top={"head": '"' + "k" * LONG + '"'}),
    "many seats": record(seats=[seat("1")] * 29_000),
}


def run_soon(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run records; that must take no time worth mentioning, whatever else the machine does."""
    before = used()
    ran = replay("run", *arguments)
    assert used() - before < SECONDS
    return ran


def used() -> float:
    """How many seconds of a processor the processes that were waited for have taken so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What one command says of each of these texts; all of them together are refused soon."""
    folder = tmp_path_factory.mktemp("hostile")
    paths = {name: folder / f"{place}.paipu.toml" for place, name in enumerate(HOSTILE)}
    for name, path in paths.items():
        path.write_text(HOSTILE[name])

    ran = run_soon("--json", *paths.values())

    assert (ran.returncode, ran.stdout) == (2, "")
    lines = ran.stderr.splitlines()
    assert len(lines) == ran.stderr.count("\n") == len(HOSTILE)
    told = {}
    for line, (name, path) in zip(lines, paths.items(), strict=True):
        assert line.startswith(f"replay: {path}: ")
        told[name] = line.removeprefix(f"replay: {path}: ")
    return told


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_refused_soon_and_in_one_short_line(
    name: str, complaints: dict[str, str]
) -> None:
    assert len(HOSTILE[name].encode()) <= MOST
    assert 0 < len(complaints[name]) < 380


@pytest.mark.parametrize("name", ["a long list", "deep tables"])
def test_a_hostile_text_alone_is_refused_by_the_exit_code(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.paipu.toml"
    path.write_text(HOSTILE[name])

    ran = run_soon("--json", path)

    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr.startswith(f"replay: {path}: ")
    assert ran.stderr.count("\n") == 1


def test_a_large_record_of_the_largest_size_still_runs(tmp_path: Path) -> None:
    path = tmp_path / "large"
    start = record(top={"actions": actions("void @operator", *["p1 bet 50"] * 75_000)})
    path.write_text(start + "#" * (MOST - len(start)))
    assert path.stat().st_size == MOST

    ran = run_soon("--json", path)

    assert (ran.returncode, ran.stderr) == (1, "")
    assert '"error": {"code": "round_over", "action": 1}' in ran.stdout


def refused(path: Path | str, says: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run a file between two good ones in this process; return the complaint."""
    good = Path(path).parent / "good"
    code = main(["run", "--json", str(good), str(path), str(good)])
    told = capsys.readouterr()
    assert code == 2
    assert told.out.count('"waiting"') == 4
    assert told.err.count("\n") == 1
    assert says in told.err
    assert told.err.rstrip("\n").isprintable()
    return told.err


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "good").write_text(record())
    return tmp_path


def test_one_byte_too_many(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "large"
    path.write_text(record() + "#" * (MOST + 1 - len(record())))

    refused(path, "1048576", capsys)


@pytest.mark.parametrize(
    ("content", "byte", "line"),
    [
        (b"\xff", 0, 1),
        (b"a = 1\nb = '\xe5\x9b'\n", 11, 2),
        (b"\n\n\xed\xa0\x80", 2, 3),
        (record().encode() + b"# \xc0\x80", len(record()) + 2, 16),
        (record().encode("utf-16"), 0, 1),
    ],
)
def test_what_is_no_utf_8_is_named_by_byte_and_line(
    content: bytes, byte: int, line: int, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "latin"
    path.write_bytes(content)

    refused(path, f"byte {byte}, line {line}\n", capsys)


def test_a_byte_order_mark_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "marked"
    path.write_text(record(), encoding="utf-8-sig")

    refused(path, "begins with a byte order mark: a record is UTF-8 without one\n", capsys)


def test_what_is_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "loop").symlink_to(folder / "loop")
    (folder / "dangling").symlink_to(folder / "nowhere")

    refused(folder / "missing", "No such file", capsys)
    refused(folder / "dangling", "No such file", capsys)
    refused(folder / "loop", "symbolic links", capsys)
    refused(folder / ("n" * 300), "too long", capsys)
    (folder / "sub").mkdir()
    refused(folder / "sub", "not a regular file", capsys)


def test_pipes_and_devices_are_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "zero").symlink_to("/dev/zero")
    (folder / "null").symlink_to("/dev/null")

    ran = run_soon(folder / "pipe", folder / "zero", folder / "null")

    assert ran.returncode == 2
    lines = ran.stderr.splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        str(folder / name) for name in ("pipe", "zero", "null")
    ]
    assert all(line.endswith("not a regular file") for line in lines)


def test_a_file_that_may_not_be_opened(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "secret"
    path.write_text(record())

    def denied(self: Path, *_: object) -> object:
        if self == path:
            raise PermissionError(13, "Permission denied")
        return open(self, "rb")  # noqa: PTH123 -- Path.open is what is replaced

    monkeypatch.setattr(Path, "open", denied)  # file modes do not bind a superuser who runs this

    refused(path, "cannot be opened: Permission denied", capsys)


@pytest.mark.parametrize("name", ["a\nb", "a\x1b[2Jb", "a\x9bb", "a\u202eb", "a\rb", "\u2028"])
def test_a_file_name_cannot_play_tricks(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused(folder / name, "No such file", capsys)
    (folder / name).write_text(record())

    assert main(["run", str(folder / name)]) == 0
    told = capsys.readouterr().out
    assert all(line.isprintable() for line in told.split("\n"))


def test_a_file_name_that_is_no_text(folder: Path) -> None:
    name = os.fsdecode(os.fsencode(folder) + b"/\xff\xfe")
    missing = replay("run", name + "x", folder / "good")
    Path(name).write_text(record())
    told = replay("run", name)

    assert missing.returncode == 2
    assert missing.stderr.endswith("\\udcff\\udcfex: cannot be opened: No such file or directory\n")
    assert told.returncode == 0
    assert told.stdout.startswith(f"{folder}/\\udcff\\udcfe\n")


@pytest.mark.parametrize("end", ["", "--json"])
def test_no_file_at_all_is_a_mistake_in_the_call(end: str) -> None:
    ran = replay("run", *filter(None, [end]))

    assert ran.returncode == 2
    assert "FILE" in ran.stderr


NAMES = ["\\u001b[31mred", "a\\nb", "bell\\u0007", "\\u009b2J", "\\u202Eevil", "\\u2028", "\\u007f"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_a_record_never_reaches_the_terminal_raw(
    name: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "names"
    named = seat("15000", f'"{name}"')
    path.write_text(
        record(
            top={"round": f'"{name}"', "table": f'"{name}"'},
            seats=[named] * 3,
        )
    )

    assert main(["run", str(path)]) == 0
    told = capsys.readouterr().out
    assert all(line.isprintable() for line in told.split("\n"))
    assert told.count(name.encode().decode("unicode_escape").encode("unicode_escape").decode()) == 5
