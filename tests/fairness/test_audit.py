"""H6.7: `paipu audit-decks` makes whole decks of random rounds again, and records what it found."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from api.cli import main
from domain.flow.address import DECK_AUDITS, deck, game, table
from domain.house.audit.decider import AUDITS
from domain.house.audit.events import Audited, DecksAudited, Finding
from domain.house.deck.state import Cut
from domain.house.table.commands import StartRound
from domain.kernel.decider import Origin
from domain.log.store import open_log
from replay.books import faults_of_books
from replay.decks.audit import audit
from replay.settings import KEYS_SETTING
from tests.fairness.test_cheating_house import due, five_aces, otherwise
from tests.support.cheating import Cheat, rewritten
from tests.support.decked import DeckedHouse, reader
from tests.support.keys import KEYS, key_file
from tests.support.logs import OPEN, store, ticking, url

Capture = pytest.CaptureFixture[str]
SEED = "5e" * 32
ROUNDS = 5


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[DeckedHouse]:
    """A table at which some rounds were played, one is running, and one is from a record."""
    monkeypatch.setenv(KEYS_SETTING, str(key_file(tmp_path / "keys")))
    with DeckedHouse(tmp_path / "log.db", seed=1) as house:
        house.open_table("ann", "bob")
        for number in range(ROUNDS):
            house.play(house.start(f"r{number}"), late=("bob",) if number == 1 else ())
        store(house.log, "old", OPEN)
        yield house


def audited(house: DeckedHouse, *arguments: str, code: int = 0) -> DecksAudited:
    """Audit; return what is recorded of it."""
    assert main(["audit-decks", "--log", url(house.path), *arguments]) == code
    last = house.log.read(DECK_AUDITS.stream)[-1]
    assert isinstance(last.event, DecksAudited)
    assert AUDITS.fold([last.event]) == 1
    assert list(faults_of_books(house.log)) == []
    return last.event


def findings(fact: DecksAudited) -> dict[str, Finding]:
    return findings_of(fact.rounds)


def findings_of(rounds: Iterable[Audited]) -> dict[str, Finding]:
    return {one.round: one.finding for one in rounds}


def test_all_decks_of_an_honest_house_are_sound(house: DeckedHouse, capsys: Capture) -> None:
    running = house.start("running")
    fact = audited(house, "--auditor", "fay")
    assert findings(fact) == dict.fromkeys((f"r{n}" for n in range(ROUNDS)), Finding.SOUND)
    assert running not in findings(fact)
    assert sum(one.decks for one in fact.rounds) > ROUNDS, "playoffs have decks of their own"
    assert (fact.auditor, fact.among, fact.repeated) == ("fay", ROUNDS + 1, 0)
    told = capsys.readouterr().out
    assert told.endswith("recorded  audit/decks, event 1\n\nsound\n")
    assert f"sample    {ROUNDS} of {ROUNDS + 1} rounds with committed decks" in told
    (envelope,) = (one.envelope for one in house.log.read(DECK_AUDITS.stream))
    assert (envelope.actor, envelope.origin) == ("auditor/fay", Origin.OPERATOR)


def test_nothing_that_is_printed_or_recorded_shows_a_secret(
    house: DeckedHouse, capsys: Capture
) -> None:
    fact = audited(house)
    told = capsys.readouterr().out + str(fact)
    for number in range(ROUNDS):
        (secret,) = house.look(deck(f"r{number}")).deck.secret
        assert len(secret) == 64
        assert secret not in told


def test_a_given_seed_draws_the_same_sample_and_is_recorded_as_given(house: DeckedHouse) -> None:
    one, again = (audited(house, "--sample", "2", "--seed", SEED) for _ in range(2))
    assert (one.seed, one.drawn) == (SEED, False)
    assert one.rounds == again.rounds
    assert len(one.rounds) == 2
    assert house.log.last_version(DECK_AUDITS.stream) == 2


def test_a_sample_is_drawn_by_chance_and_comes_to_every_round(house: DeckedHouse) -> None:
    facts = [audited(house, "--sample", "1") for _ in range(40)]
    assert all(fact.drawn for fact in facts)
    assert len({fact.seed for fact in facts}) == len(facts)
    assert {one.round for fact in facts for one in fact.rounds} == {f"r{n}" for n in range(ROUNDS)}


def test_a_secret_of_two_rounds_is_found_in_the_whole_log(
    house: DeckedHouse, capsys: Capture
) -> None:
    house.secret = bytes([7]) * 32
    for round_id in ("one", "two"):
        house.play(house.start(round_id))
    fact = audited(house, "--sample", "1", "--seed", SEED, code=1)
    assert fact.repeated == 1
    told = capsys.readouterr().out
    assert "DIFFERENCE  round two has the secret of an earlier round" in told
    assert told.endswith("NOT SOUND\n")
    everything = audited(house, code=1)
    different = {one.round: one.reason for one in everything.rounds if one.finding == "different"}
    assert different == {
        "one": "its secret is also that of round two",
        "two": "its secret is also that of round one",
    }


@pytest.mark.parametrize("spelling", ["AB" * 32, "ab " * 32])
def test_a_secret_is_the_same_however_it_is_written(house: DeckedHouse, spelling: str) -> None:
    house.secret = bytes([0xAB]) * 32
    house.play(house.start("one"))
    start, twist = StartRound(round="r"), otherwise(secret=(spelling,))
    Cheat(house).take(table("t"), start, Origin.OPERATOR, secret="ab" * 32, twist=twist)
    house.play()
    with reader(house) as log:
        found = audit(log, 100, bytes(32))
    assert [*found.repeated] == ["r"]
    assert findings_of(found.rounds)["one"] is Finding.DIFFERENT
    assert findings_of(found.rounds)["r"] is Finding.DIFFERENT


def test_a_round_without_the_deck_that_it_must_have_is_found_in_any_sample(
    house: DeckedHouse, capsys: Capture
) -> None:
    Cheat(house).take(table("t"), StartRound(round="r"), Origin.OPERATOR, secret=None)
    fact = audited(house, "--sample", "1", code=1)
    assert (len(fact.rounds), findings(fact)["r"]) == (2, Finding.DIFFERENT)
    assert "started it without a deck" in (fact.rounds[-1].reason or "")
    told = capsys.readouterr().out
    assert f"sample    1 of {ROUNDS} rounds with committed decks" in told
    assert told.endswith("NOT SOUND\n")


def test_five_aces_are_found(house: DeckedHouse) -> None:
    cheat = Cheat(house)
    start = StartRound(round="r")
    cheat.take(table("t"), start, Origin.OPERATOR, secret="11" * 32, twist=five_aces)
    house.cut()
    for command in due(house):
        cheat.deal(game("r"), command)
    house.play()
    fact = audited(house, code=1)
    (wrong,) = (one for one in fact.rounds if one.finding == Finding.DIFFERENT)
    assert (wrong.round, findings(fact)["r0"]) == ("r", Finding.SOUND)
    assert "it is not what the rules make of the command" in (wrong.reason or "")


def test_a_changed_deck_is_found(house: DeckedHouse) -> None:
    rewritten(house.log, house.path, "deck/r2", 1, secret=("ab" * 32,))
    fact = audited(house, code=1)
    assert [one for one, finding in findings(fact).items() if finding != "sound"] == ["r2"]


def test_erased_keys_are_unchecked(house: DeckedHouse, capsys: Capture) -> None:
    assert house.log.erase_keys("deck/r3") == 1
    fact = audited(house, code=2)
    assert findings(fact)["r3"] is Finding.UNCHECKED
    assert capsys.readouterr().out.endswith("NOT ALL CHECKED\n")


def test_a_log_without_decks_has_nothing_to_audit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv(KEYS_SETTING, str(key_file(tmp_path / "keys")))
    with DeckedHouse(tmp_path / "log.db") as house:
        store(house.log, "old", OPEN)
        assert audited(house).rounds == ()
    assert capsys.readouterr().out.endswith("NOTHING TO AUDIT\n")


def test_without_keys_nothing_is_audited_or_recorded(
    house: DeckedHouse, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.delenv(KEYS_SETTING)
    assert main(["audit-decks", "--log", url(house.path)]) == 2
    assert "(keys_missing)" in capsys.readouterr().err
    assert house.log.last_version(DECK_AUDITS.stream) == 0


@pytest.mark.parametrize(
    "arguments",
    [["--sample", "0"], ["--sample", "10001"], ["--seed", "00"], ["--seed", "AB" * 32]],
)
def test_what_cannot_be_meant_is_refused(house: DeckedHouse, arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["audit-decks", "--log", url(house.path), *arguments])
    assert ended.value.code == 2


def test_an_auditor_without_a_name_is_refused(house: DeckedHouse, capsys: Capture) -> None:
    assert main(["audit-decks", "--log", url(house.path), "--auditor", "a/b"]) == 2
    assert "(bad_auditor)" in capsys.readouterr().err
    assert house.log.last_version(DECK_AUDITS.stream) == 0


def test_an_audit_of_a_running_house_judges_what_is_over(house: DeckedHouse) -> None:
    house.start("running")
    house.cut("running")
    with reader(house) as log:
        found = audit(log, 100, bytes(32))
    assert isinstance(house.look(deck("running")), Cut)
    assert {one.round for one in found.rounds} == {f"r{n}" for n in range(ROUNDS)}
    with open_log(url(house.path), now=ticking(), read_only=True, keys=KEYS) as log:
        assert audit(log, 2, bytes(32)).rounds == found.rounds[:2]
