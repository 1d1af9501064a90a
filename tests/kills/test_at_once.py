"""What many ask at the same moment: all that is legal is done, and nothing twice."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.roles import Role
from domain.kernel.decider import Origin
from domain.sizhidao.events import Checked, HandSplit
from tests.kills.evening import SHORT, Evening, evening, statuses
from tests.support.postgres import new_database
from tests.support.service import Served, place_at, served

SEVEN = 7
COPIES = 20
NEVER = 86_400


@pytest.fixture(scope="module", params=["sqlite", "postgres", "two workers"])
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A service that starts no round before an operator does."""
    folder: Path = tmp_path_factory.mktemp("house")
    if request.param == "sqlite":
        with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=NEVER) as running:
            yield running
        return
    workers = 2 if request.param == "two workers" else 1
    with (
        new_database(migrated=False) as url,
        served(place_at(url, folder), workers=workers, pause=NEVER) as running,
    ):
        yield running


def test_seven_seats_split_in_the_same_instant(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        view = await table.called(20)
        turn = view["turn"]
        assert turn == "0.splitting"
        hands = [(await p.see(f"/rounds/{table.round}/legal"))["legal"] for p in table.players]
        splits = [legal[0]["splits"][0] for legal in hands]
        answers = await asyncio.gather(
            *(
                table.act(player, turn, "split", front=front, back=back)
                for player, (front, back) in zip(table.players, splits, strict=True)
            )
        )
        assert statuses(answers) == {(200, ""): SEVEN}

    table = evening(house, "seven", SEVEN, play)
    assert sum(isinstance(one.event, HandSplit) for one in table.facts(house)) == SEVEN


def test_many_copies_of_one_command_are_done_once_and_all_get_its_receipt(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        view = await table.view()
        (player,) = table.asked(view)
        copies = [table.client(player.name) for _ in range(COPIES)]
        answers = await asyncio.gather(
            *(table.act(one, view["turn"], "bet", key="the-bet", points=20) for one in copies)
        )
        assert statuses(answers) == {(200, ""): COPIES}
        receipts = [one.json() for one in answers]
        assert sum(not one.pop("repeated") for one in receipts) == 1
        assert all(one == receipts[0] for one in receipts)

    table = evening(house, "copies", 3, play)
    ids = [one.envelope.command_id for one in table.facts(house)]
    assert ids.count("the-bet") == 1


def test_two_operators_start_one_round(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.seat()
        path = f"/tables/{table.table}/rounds"
        operators = [table.client(name, Role.OPERATOR) for name in ("ona", "ole")]
        answers = await asyncio.gather(*(one.ask(path) for one in operators))
        assert statuses(answers) == {(200, ""): 1, (409, "round_running"): 1}
        (started,) = [one.json()["round"] for one in answers if one.status == 200]
        seen = await table.office.see(f"/tables/{table.table}")
        assert seen["running"] == started

    evening(house, "operators", 3, play)


def test_of_racing_words_exactly_the_one_that_is_legal_is_said(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        view = await table.view()
        (player,) = table.asked(view)
        others = [one for one in table.players if one is not player]
        turn = view["turn"]
        copies = [table.client(player.name) for _ in range(6)]
        answers = await asyncio.gather(
            *(table.act(one, turn, "bet", points=10 + n) for n, one in enumerate(copies)),
            *(table.act(one, turn, "bet", points=10) for one in others),
        )
        found = statuses(answers)
        assert found[200, ""] == 1
        assert set(found) <= {(200, ""), (409, "turn_over"), (409, "not_your_turn")}
        assert all(one.status != 200 for one in answers[len(copies) :])
        assert (await table.view())["turn"] == "0.betting.1"

    evening(house, "words", 3, play)


def test_of_racing_splits_of_one_seat_one_counts(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        view = await table.called(20)
        player = table.players[0]
        legal = (await player.see(f"/rounds/{table.round}/legal"))["legal"]
        copies = [table.client(player.name) for _ in legal[0]["splits"]]
        answers = await asyncio.gather(
            *(
                table.act(one, view["turn"], "split", front=front, back=back)
                for one, (front, back) in zip(copies, legal[0]["splits"], strict=True)
            )
        )
        found = statuses(answers)
        assert found[200, ""] == 1
        assert set(found) <= {(200, ""), (409, "already_split")}

    evening(house, "splits", 3, play)


def test_a_late_command_never_acts_in_a_later_turn_of_its_seat(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        first = await table.view()
        (player,) = table.asked(first)
        await table.act(player, first["turn"], "bet", points=10)
        second = await table.view()
        (other,) = table.asked(second)
        await table.act(other, second["turn"], "raise", to=30)
        third = await table.view()
        assert table.asked(third) == [player]
        late = await table.act(player, first["turn"], "call")
        assert statuses([late]) == {(409, "turn_over"): 1}
        assert late.json()["params"] == {"turn": third["turn"]}
        assert (await table.view())["version"] == third["version"]

    evening(house, "late", 2, play)


def test_a_command_that_comes_after_the_clock_does_nothing(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        first = await table.view()
        (player,) = table.asked(first)
        await table.until(lambda view: view["turn"] != first["turn"])
        late = await table.act(player, first["turn"], "bet", points=10)
        assert statuses([late]) == {(409, "turn_over"): 1}

    table = evening(house, "after", 3, play, SHORT)
    spoken = [one for one in table.facts(house) if isinstance(one.event, Checked)]
    assert spoken[0].envelope.origin is Origin.CLOCK


def test_a_round_goes_on_to_its_end_when_its_clients_vanish(house: Served) -> None:
    async def play(table: Evening) -> None:
        await table.begin()
        view = await table.view()
        (player,) = table.asked(view)
        await table.act(player, view["turn"], "bet", points=10)
        for one in table.players:
            one.close()
        view = await table.until(lambda seen: seen["status"] != "open")
        assert view["status"] == "complete"

    table = evening(house, "vanished", 3, play, SHORT)
    assert table.facts(house)[-1].envelope.origin is Origin.CLOCK
