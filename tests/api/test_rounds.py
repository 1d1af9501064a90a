"""The service for rounds: a command happens once, a refusal writes nothing, one wins a race."""

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest

from api.house import House
from api.rounds import Answer, Rounds
from domain.flow.address import Address, game
from domain.games.rounds import Unopened
from domain.kernel.decider import Origin
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.errors import CommandReusedError
from domain.log.store import CommandInfo, Log, Receipt
from domain.log.streams import round_stream
from domain.paipu.action import Action
from domain.paipu.sizhidao.actions import read_action
from domain.sizhidao import commands
from domain.sizhidao.state import Betting, BuyingIn, Settled, Voided
from replay.proof import prove
from tests.support.logs import SHORT, TIED, new_log, opening_of

P1, P2 = Seat("p1"), Seat("p2")
BET = commands.Bet(seat=P1, points=50)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with new_log(tmp_path / "log.db") as opened:
        yield opened


def begun(log: Log, *words: str) -> Rounds:
    """A round `r` that is opened, dealt and has heard these actions; p1 speaks first."""
    rounds = Rounds(log)
    said = [Action(opening_of("r"), Origin.HOUSE), *map(read_action, (*SHORT[:3], *words))]
    for number, action in enumerate(said):
        assert isinstance(action, Action)
        answer = rounds.ask(
            "r", action.command, actor="t", command_id=f"begin {number}", origin=action.origin
        )
        assert isinstance(answer, Receipt)
    return rounds


def ask(rounds: Rounds, command: commands.Command, command_id: str, actor: str = "ann") -> Answer:
    origin = Origin.CLOCK if actor == "clock" else Origin.PLAYER
    return rounds.ask("r", command, actor=actor, command_id=command_id, origin=origin)


def test_a_round_that_nobody_opened_is_unopened(log: Log) -> None:
    rounds = Rounds(log)

    assert isinstance(rounds.state("r"), Unopened)
    refused = ask(rounds, BET, "1")
    assert isinstance(refused, Refusal)
    assert log.last_position() == 0


def test_an_accepted_command_is_in_the_log_with_who_gave_it(log: Log) -> None:
    receipt = ask(begun(log), BET, "1")

    assert isinstance(receipt, Receipt)
    last = log.read(round_stream("r"))[-1]
    assert (receipt.stream, receipt.version, receipt.hash) == ("round/r", 8, last.hash.hex())
    assert receipt.positions == (last.position,)
    assert not receipt.repeated
    envelope = last.envelope
    assert (envelope.actor, envelope.command_id, envelope.command) == ("ann", "1", BET)
    assert envelope.origin is Origin.PLAYER


def test_a_repeated_command_gets_its_receipt_and_changes_nothing(log: Log) -> None:
    rounds = begun(log)
    first = ask(rounds, BET, "1")
    position = log.last_position()
    again = ask(rounds, BET, "1")

    assert isinstance(first, Receipt)
    assert isinstance(again, Receipt)
    assert again.repeated
    assert (again.stream, again.version, again.hash, again.positions) == (
        first.stream, first.version, first.hash, first.positions,
    )  # fmt: skip
    assert log.last_position() == position


def test_a_command_is_repeated_also_after_the_round_went_on_or_ended(log: Log) -> None:
    rounds = begun(log)
    first = ask(rounds, BET, "1")
    assert isinstance(ask(rounds, commands.Fold(seat=P2), "2"), Receipt)
    assert isinstance(ask(rounds, commands.Fold(seat=Seat("p3")), "3"), Receipt)
    assert isinstance(rounds.state("r"), Settled)

    again = ask(rounds, BET, "1")
    assert isinstance(first, Receipt)
    assert isinstance(again, Receipt)
    assert again.hash == first.hash
    refused = ask(rounds, BET, "4")
    assert isinstance(refused, Refusal)
    assert refused.code == "round_over"


def test_a_reused_id_is_refused(log: Log) -> None:
    rounds = begun(log)
    ask(rounds, BET, "1")
    position = log.last_position()

    with pytest.raises(CommandReusedError):
        ask(rounds, commands.Bet(seat=P1, points=51), "1")
    with pytest.raises(CommandReusedError):
        rounds.ask("another", BET, actor="ann", command_id="1")
    assert log.last_position() == position
    assert isinstance(ask(rounds, commands.Fold(seat=P2), "1", actor="bob"), Receipt)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (commands.Bet(seat=P2, points=50), "not_your_turn"),
        (commands.Bet(seat=P1, points=49), "bet_too_small"),
        (commands.Bet(seat=P1, points=10**6), "over_cap"),
        (commands.Bet(seat=P1, points=0), "bad_amount"),
        (commands.BuyIn(seat=P1), "wrong_phase"),
        (commands.Fold(seat=Seat("p9")), "bad_action"),
        (opening_of("r"), "round_already_open"),
        (opening_of("another"), "wrong_address"),
    ],
)
def test_a_refusal_writes_nothing_and_uses_up_no_id(
    command: commands.Command, code: str, log: Log
) -> None:
    rounds = begun(log)
    position, state = log.last_position(), rounds.state("r")

    for _ in range(2):
        refused = ask(rounds, command, "1")
        assert isinstance(refused, Refusal)
        assert refused.code == code
    assert log.last_position() == position
    assert rounds.state("r") == state
    assert isinstance(ask(rounds, BET, "1"), Receipt)


def test_the_state_is_what_the_log_holds(log: Log) -> None:
    rounds = begun(log, *TIED[3:4])
    state = rounds.state("r")

    assert isinstance(state, Betting)
    assert state.bets == {"p1": 100, "p2": 0, "p3": 0}
    rounds.ask("r", commands.VoidRound(), actor="op", command_id="v", origin=Origin.OPERATOR)
    assert isinstance(Rounds(log).state("r"), Voided)


# ---- races


def raced(*asks: tuple[Rounds, commands.Command, str, str]) -> list[Answer | Exception]:
    """What each of several threads is answered that ask at once."""
    answers: dict[int, Answer | Exception] = {}
    start = Barrier(len(asks))

    def run(number: int) -> None:
        rounds, command, command_id, actor = asks[number]
        start.wait()
        try:
            answers[number] = ask(rounds, command, command_id, actor)
        except Exception as error:  # noqa: BLE001 -- whatever a thread raises is its answer
            answers[number] = error

    threads = [Thread(target=run, args=(number,)) for number in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[number] for number in range(len(asks))]


def test_commands_that_may_come_in_any_order_are_both_applied_once(log: Log) -> None:
    rounds = begun(log, "p1 bet 100", "p2 call", "p3 call")
    splits = [commands.AutoSplit(seat=Seat(seat)) for seat in ("p1", "p2", "p3")]
    before = len(log.read(round_stream("r")))
    answers = raced(*((rounds, split, split.seat, "clock") for split in splits))

    assert all(isinstance(answer, Receipt) for answer in answers), answers
    assert isinstance(rounds.state("r"), BuyingIn | Settled)
    facts = log.read(round_stream("r"))[before:]
    assert [type(one.event).__name__ for one in facts].count("HandSplit") == 3
    proof = prove(log, "r")
    assert proof is not None
    assert proof.proven


def test_of_two_answers_to_one_turn_one_is_refused(log: Log) -> None:
    rounds = begun(log)
    answers = raced(
        (rounds, BET, "1", "ann"),
        (rounds, commands.Fold(seat=P1), "1", "clock"),
    )

    assert sorted(isinstance(answer, Receipt) for answer in answers) == [False, True]
    (refused,) = (answer for answer in answers if isinstance(answer, Refusal))
    assert refused.code == "not_your_turn"
    assert len(log.read(round_stream("r"))) == 8


def test_one_command_asked_by_many_threads_at_once_is_one_command(log: Log) -> None:
    rounds = begun(log)
    for turn in range(8):
        seat = Seat(f"p{turn % 3 + 1}")
        command = commands.Raise(seat=seat, to=50 + 50 * turn) if turn else BET
        answers = raced(*[(rounds, command, f"turn {turn}", "ann")] * 4)
        hashes = {answer.hash for answer in answers if isinstance(answer, Receipt)}

        assert all(isinstance(answer, Receipt) for answer in answers), answers
        assert len(hashes) == 1
        assert len(log.read(round_stream("r"))) == 8 + turn


class Overtaken(House):
    """A service to which the same command comes again before it has decided."""

    first: Answer | None = None

    def _write(self, info: CommandInfo, address: Address) -> Answer:
        if self.first is None:
            self.first = ask(Rounds(self._log), BET, "1")
        return super()._write(info, address)


def test_a_command_that_its_own_repetition_overtook_gets_the_receipt(log: Log) -> None:
    begun(log)
    overtaken = Overtaken(log)
    answer = overtaken.ask(game("r"), BET, actor="ann", command_id="1")

    assert isinstance(overtaken.first, Receipt)
    assert isinstance(answer, Receipt), answer
    assert answer.hash == overtaken.first.hash
