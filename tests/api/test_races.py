"""Many ask the house at once, through one service or several: nothing that must hold is broken."""

from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import pytest

from api.house import Answer
from domain.flow.address import COUNTER, Address, game, wallet
from domain.house.table import commands as at_table
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Command
from domain.kernel.refusal import Refusal
from domain.kernel.seats import Seat
from domain.log.store import Log, Receipt
from replay.proof import prove
from tests.api.asking import Asking, T, deposit, withdraw
from tests.support.house import rederived, said
from tests.support.logs import new_log
from tests.support.play import LADDER, deals


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with new_log(tmp_path / "log.db") as opened:
        yield opened


def raced(*asks: tuple[Asking, Address, Command], prefix: str = "race") -> list[Answer | Exception]:
    """What each of several threads is answered that ask at once."""
    answers: dict[int, Answer | Exception] = {}
    start = Barrier(len(asks))

    def run(number: int) -> None:
        asking, to, command = asks[number]
        start.wait()
        try:
            answers[number] = asking.ask(to, command, f"{prefix} {number}")
        except Exception as error:  # noqa: BLE001 -- whatever a thread raises is its answer
            answers[number] = error

    threads = [Thread(target=run, args=(number,)) for number in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [answers[number] for number in range(len(asks))]


def won(answers: list[Answer | Exception]) -> list[bool]:
    assert all(isinstance(answer, Receipt | Refusal) for answer in answers), answers
    return [isinstance(answer, Receipt) for answer in answers]


@pytest.fixture(params=["one service", "a service each"])
def services(request: pytest.FixtureRequest, log: Log) -> list[Asking]:
    first = Asking(log).founded(ann=0, bob=0, cyd=0, dan=0)
    return [first] * 4 if request.param == "one service" else [first, *map(Asking, [log] * 3)]


def test_of_those_who_race_for_a_seat_one_sits_and_nobody_else_pays(
    log: Log, services: list[Asking]
) -> None:
    players = ("ann", "bob", "cyd", "dan")
    answers = raced(
        *(
            (one, T, at_table.Sit(seat=Seat("p1"), player=name, points=100))
            for one, name in zip(services, players, strict=True)
        )
    )
    assert sum(won(answers)) == 1
    balances = [services[0].balance(name) for name in players]
    assert [balance == 0 for balance in balances] == won(answers)
    assert len(services[0].table().seats) == 1
    assert rederived(log) == 0


def test_a_player_who_races_for_four_seats_gets_one(log: Log, services: list[Asking]) -> None:
    services[0].take(wallet("ann"), deposit(400, "more"))
    answers = raced(
        *(
            (one, T, at_table.Sit(seat=Seat(f"p{number}"), player="ann", points=100))
            for number, one in enumerate(services, start=1)
        )
    )
    assert sum(won(answers)) == 1
    assert services[0].balance("ann") == 400
    assert rederived(log) == 0


def test_racing_withdrawals_never_take_more_than_there_is(log: Log, services: list[Asking]) -> None:
    sit = at_table.Sit(seat=Seat("p1"), player="ann", points=100)
    answers = raced(
        (services[0], wallet("ann"), withdraw(60, "a")),
        (services[1], wallet("ann"), withdraw(60, "b")),
        (services[2], T, sit),
        (services[3], wallet("ann"), withdraw(40, "c")),
    )
    took = [60, 60, 100, 40]
    assert services[0].balance("ann") == 100 - sum(
        points for points, accepted in zip(took, won(answers), strict=True) if accepted
    )
    assert services[0].balance("ann") >= 0
    assert rederived(log) == 0


def test_racing_deposits_share_no_reference_and_lose_nothing(
    log: Log, services: list[Asking]
) -> None:
    players = ("ann", "bob", "cyd", "dan")
    same = [
        (one, wallet(name), deposit(5, "bank 1"))
        for one, name in zip(services, players, strict=True)
    ]
    assert sum(won(raced(*same))) == 1
    other = [
        (one, wallet(name), deposit(5, f"bank of {name}"))
        for one, name in zip(services, players, strict=True)
    ]
    assert all(won(raced(*other, prefix="again")))
    assert services[0].house.state(COUNTER).balance == -(4 * 100 + 5 * 5)
    assert rederived(log) == 0


def test_a_round_that_ends_while_others_come_and_go_keeps_every_point(
    log: Log, services: list[Asking]
) -> None:
    first = services[0]
    for number, name in enumerate(("ann", "bob"), start=1):
        first.take(T, at_table.Sit(seat=Seat(f"p{number}"), player=name, points=100))
    first.take(T, at_table.StartRound(round="r"))
    first.play("r", *deals(*LADDER[:2]))
    (fold,) = said(["p1 fold"])
    answers = raced(
        (services[0], game("r"), fold),
        (services[1], T, at_table.Sit(seat=Seat("p3"), player="cyd", points=100)),
        (services[2], wallet("bob"), of_wallet.DisablePlayer(reason="x")),
        (services[3], T, at_table.Sit(seat=Seat("p4"), player="dan", points=100)),
    )
    assert won(answers) == [True] * 4
    state = first.table()
    assert state.running is None
    assert {seat: one.stack for seat, one in state.seats.items()} == {
        "p1": 90, "p2": 110, "p3": 100, "p4": 100,
    }  # fmt: skip
    assert state.seats[Seat("p2")].disabled
    assert rederived(log) == 0
    proof = prove(log, "r")
    assert proof is not None
    assert proof.proven
