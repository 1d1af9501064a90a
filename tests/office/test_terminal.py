"""`paipu dispute`, `paipu adjust`: an officer's day at a terminal."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from api.cli import main
from api.house import House
from api.office.deadline import due_ms
from api.office.reading import dispute_of, disputes
from api.serving import HOURS_SETTING
from domain.flow.address import wallet
from domain.house.wallet.commands import CreatePlayer
from domain.house.wallet.state import Account
from domain.log.store import Log, open_log
from replay.books import faults_of_books
from replay.configuration import BadEnvironmentError
from replay.settings import KEYS_SETTING, PERSON_SETTING
from tests.support.keys import KEYS, key_file
from tests.support.leaks import CARD
from tests.support.logs import SHORT, new_log, store, ticking, url

HOUR_MS = 3_600_000
BEGIN = datetime(2026, 3, 4, 5, 6, 7, 891_000, tzinfo=UTC)


class Desk:
    """A house in a file with a round `r`, and a terminal."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self._capsys = capsys

    def run(self, *words: str, code: int = 0) -> str:
        """Run `paipu`; return what it prints, or what it complains of."""
        assert main([*words, "--log", url(self.path)]) == code
        told = self._capsys.readouterr()
        assert (told.err == "") == (code == 0)
        return (told.err if code else told.out).rstrip("\n")

    def log(self) -> Log:
        return open_log(url(self.path), now=ticking(), read_only=True, keys=KEYS)

    def balance(self, player: str) -> int:
        with self.log() as log:
            account = House(log).state(wallet(player))
        assert isinstance(account, Account)
        return account.balance


@pytest.fixture
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    monkeypatch.setenv(KEYS_SETTING, str(key_file(tmp_path / "keys")))
    monkeypatch.setenv(PERSON_SETTING, "olga")
    path = tmp_path / "log.db"
    with new_log(path) as log:
        store(log, "r", SHORT)
        House(log).ask(wallet("ann"), CreatePlayer(player="ann"), actor="op", command_id="1")
    return Desk(path, capsys)


def test_a_dispute_is_handled_from_its_claim_to_its_end(desk: Desk, tmp_path: Path) -> None:
    bundle = tmp_path / "bundle"
    bundle.write_bytes(b"what the player sent")
    opened = desk.run("dispute", "open", "r", "--claim", "the deal\nwas odd", "--as", "ida")
    assert desk.run("dispute", "evidence", opened, str(bundle), "--note", "hers") == opened
    assert desk.run("dispute", "note", opened, "--text", "we look") == opened
    assert desk.run("dispute", "decide", opened, "upheld", "--text", "it was") == opened
    proposed = desk.run("dispute", "compensate", opened, "ann", "70")
    refused = desk.run("adjust", "approve", proposed, code=1)
    assert refused.endswith("(same_person, rule H10.2)")
    assert desk.run("adjust", "approve", proposed, "--as", "paul") == proposed
    assert desk.run("dispute", "close", opened) == opened
    assert desk.balance("ann") == 70
    told = desk.run("dispute", "show", opened)
    for words in (
        "operator/ida  DisputeOpened",
        "claim: the deal",
        "claim: was odd",
        f"digest: {sha256(bundle.read_bytes()).hexdigest()}",
        "operator/paul  CompensationEnded",
    ):
        assert words in told
    assert "upheld" in desk.run("dispute", "list")
    assert opened not in desk.run("dispute", "list", "--open")
    assert "approved" in desk.run("adjust", "list")
    assert "points: 70" in desk.run("adjust", "show", proposed)
    assert CARD.findall(told) == [], "the house's own fields hold no card"
    with desk.log() as log:
        assert list(faults_of_books(log)) == []


def test_an_adjustment_is_proposed_by_one_and_rejected_by_another(desk: Desk) -> None:
    proposed = desk.run("adjust", "propose", "ann", "5", "--reason", "by mistake")
    rejected = desk.run("adjust", "reject", proposed, "--reason", "it was none", "--as", "paul")
    assert rejected == proposed
    assert "rejected" in desk.run("adjust", "list")
    assert desk.balance("ann") == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("dispute", "open", "none", "--claim", "c"), "no_such_round"),
        (("dispute", "close", "none"), "no_such_dispute"),
        (("dispute", "note", "none", "--text", "t"), "no_such_dispute"),
        (("adjust", "propose", "nobody", "5", "--reason", "r"), "no_such_player"),
        (("adjust", "approve", "none"), "no_such_adjustment"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else None,
)
def test_a_refusal_is_told_with_its_code(desk: Desk, words: tuple[str, ...], code: str) -> None:
    assert f"({code}, rule H" in desk.run(*words, code=1)


def test_a_file_that_is_not_there_is_named(desk: Desk, tmp_path: Path) -> None:
    opened = desk.run("dispute", "open", "r", "--claim", "c")
    for path, why in ((tmp_path / "none", "No such file"), (tmp_path, "Is a directory")):
        told = desk.run("dispute", "evidence", opened, str(path), "--note", "n", code=2)
        assert told.startswith(f"paipu: {path}: {why}")
        assert told.endswith(" (file_unreadable)")


def test_who_acts_has_a_name(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PERSON_SETTING)
    assert "--as NAME" in desk.run("dispute", "open", "r", "--claim", "c", code=2)
    assert "--as NAME" in desk.run("adjust", "approve", "x", "--as", "a/b", code=2)
    assert desk.run("dispute", "show", "none", code=2) == "paipu: there is no none"
    assert desk.run("adjust", "show", "none", code=2) == "paipu: there is no none"


def test_a_dispute_that_is_not_decided_in_time_is_overdue(desk: Desk) -> None:
    opened = desk.run("dispute", "open", "r", "--claim", "c")
    assert opened in desk.run("dispute", "list", "--open")
    assert opened not in desk.run("dispute", "list", "--overdue")
    with desk.log() as log:
        found = dispute_of(log, opened)
        assert found is not None
        due = found.state.due_ms
        assert not found.overdue(due)
        assert found.overdue(due + 1)
    verdict = ("dispute", "decide", opened, "rejected", "--text", "all was well")
    refused = desk.run(*verdict, code=1)
    assert refused.endswith("(involved, rule H9.9)"), "who opened it does not decide it"
    desk.run(*verdict, "--as", "paul")
    with desk.log() as log:
        (found,) = disputes(log)
        assert not found.overdue(due + 1)
        assert found.status == "decided"


@pytest.mark.parametrize(("setting", "hours"), [("", 72), ("1", 1), ("8784", 8784)])
def test_the_deadline_is_as_it_is_set(
    setting: str, hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOURS_SETTING, setting)
    assert due_ms(BEGIN) == int(BEGIN.timestamp() * 1000) + hours * HOUR_MS


@pytest.mark.parametrize("setting", ["0", "-1", "8785", "x", "1.5", "9" * 30, "٣"])
def test_a_deadline_that_is_none_is_refused(
    setting: str, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOURS_SETTING, setting)
    with pytest.raises(BadEnvironmentError):
        due_ms(BEGIN)
    refused = desk.run("dispute", "open", "r", "--claim", "c", code=2)
    assert refused.endswith(" (bad_environment)")
    assert desk.run("serve", code=2).endswith(" (bad_environment)")
