"""A client made of the OpenAPI document by a generator that knows nothing else plays a round."""

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Self
from uuid import uuid4

import httpx
import pytest

from api.roles import Role
from tests.service.playing import awaited
from tests.support.service import BESIDE, PATIENCE, Served, place_at, served

PLAYERS = ("ann", "bob", "cid")
PACKAGE = "card_room"
CONFIG = "post_hooks: []\n"  # which would look for a formatter


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("house")
    with served(place_at(f"sqlite:///{folder}/log.db", folder), pause=1) as running:
        yield running


@pytest.fixture(scope="module")
def generated(house: Served, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a client made of the document that the service itself gives."""
    folder = tmp_path_factory.mktemp("client")
    document = httpx.get(f"{house.url}/openapi.json").json()
    (folder / "openapi.json").write_text(json.dumps(document))
    (folder / "config.yaml").write_text(CONFIG)
    words = "generate --path openapi.json --config config.yaml --meta none --fail-on-warning"
    told = subprocess.run(
        [BESIDE / "openapi-python-client", *words.split(), "--output-path", PACKAGE],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        yield folder / PACKAGE
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


class Caller:
    """Somebody who asks by means of the generated client and of nothing else."""

    def __init__(self, house: Served, name: str, role: Role = Role.PLAYER) -> None:
        self.models = import_module(f"{PACKAGE}.models")
        self._client = import_module(PACKAGE).AuthenticatedClient(
            base_url=house.url,
            token=house.token(name, role),
            raise_on_unexpected_status=True,
            timeout=httpx.Timeout(PATIENCE),
        )

    def __enter__(self) -> Self:
        self._client.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.__exit__()

    def see(self, operation: str, *path: str, **rest: object) -> Any:  # noqa: ANN401 -- a model made for the test
        return _module(operation).sync(*path, client=self._client, **rest)

    def ask(self, operation: str, *path: str, **rest: object) -> Any:  # noqa: ANN401 -- a model made for the test
        found = self.see(operation, *path, idempotency_key=uuid4().hex, **rest)
        assert not isinstance(found, self.models.Problem), found
        return found


def _module(operation: str) -> ModuleType:
    return import_module(f"{PACKAGE}.api.{operation}")


@pytest.fixture(scope="module")
def callers(house: Served, generated: Path) -> Iterator[dict[str, Caller]]:
    """An operator and players who sit at the table `t`."""
    assert generated.exists()
    found = {name: Caller(house, name) for name in PLAYERS}
    found["office"] = office = Caller(house, "office", Role.OPERATOR)
    models = office.models
    settings = models.SomeSettings(act_seconds=600, split_seconds=600, buy_in_seconds=600)
    for caller in found.values():
        caller.__enter__()
    office.ask("tables.open_table", body=models.NewTable(table="t", settings=settings))
    for number, name in enumerate(PLAYERS, start=1):
        office.ask("players.create_player", body=models.NewPlayer(player=name, test=True))
        paid = models.Movement(points=100_000, reason="paid in", reference=f"receipt {name}")
        office.ask("players.deposit", name, body=paid)
        sitting = models.Sitting(seat=f"p{number}", points=15_000)
        found[name].ask("tables.sit", "t", body=sitting)
    yield found
    for caller in found.values():
        caller.__exit__()


def action(models: Any, turn: str, legal: list[Any]) -> Any:  # noqa: ANN401 -- models made for the test
    """Return the body of a quiet one of the legal actions."""
    by_verb = {str(one.verb): one for one in legal}
    if "split" in by_verb:
        front, back = by_verb["split"].splits[0]
        return models.Split(turn=turn, verb="split", front=front, back=back)
    for verb in ("call", "check", "decline"):
        if verb in by_verb:
            return models.Word(turn=turn, verb=models.WordVerb(verb))
    return models.Bet(turn=turn, verb="bet", points=by_verb["bet"].least)


def test_a_whole_round_is_played_by_a_generated_client(callers: dict[str, Caller]) -> None:
    players = [callers[name] for name in PLAYERS]
    running = awaited(lambda: players[0].see("tables.show_table", "t").running)
    said = set[str]()

    def ended() -> Any:  # noqa: ANN401 -- a model made for the test
        for player in players:
            may = player.see("rounds.show_legal", running)
            if may.legal:
                body = action(player.models, may.turn, may.legal)
                assert player.ask("rounds.act", running, body=body).repeated is False
                said.add(str(body.verb))
        found = players[0].see("rounds.show_round", running)
        return found if found.status == "complete" else None

    settled = awaited(ended)
    assert {"bet", "call", "split"} <= said
    assert sum(one.net for one in settled.seats) <= 0  # what is missing is the rake
    shown = [one for one in settled.seats if one.split]  # after a playoff, those who were in it
    assert len(shown) > 1
    assert all(len(one.front) == len(one.back) == 2 for one in shown)
    assert settled.legal == []
    report = players[0].see("audit.replay_round", running)
    assert report.proven
    history = players[0].see("rounds.show_history", running)
    assert [one.version for one in history.facts] == list(range(1, settled.version + 1))
    assert [one.version for one in report.events] == [one.version for one in history.facts]


def test_a_problem_comes_as_the_model_of_problems(callers: dict[str, Caller]) -> None:
    models = callers["ann"].models
    found = callers["ann"].see("players.show_player", "bob")
    assert isinstance(found, models.Problem)
    assert (found.code, found.status) == ("not_your_wallet", 403)


def test_every_operation_has_a_name_of_its_own_and_the_models_too(generated: Path) -> None:
    operations = {path.stem for path in (generated / "api").rglob("[a-z]*.py")}
    assert {"act", "show_round", "show_legal", "sit", "create_player", "replay_round"} <= operations
    assert [name for name in operations if "v1" in name] == []
    numbered = [
        path.stem for path in (generated / "models").glob("*.py") if path.stem[-1].isdigit()
    ]
    assert numbered == []


def word(models: Any, turn: str, legal: list[Any], hand: list[str]) -> Any:  # noqa: ANN401 -- models made for the test
    """Return the body of something simple that may be done in a match."""
    may = legal[0]
    verb = str(may.verb)
    if verb == "show" and may.least == 1:
        return models.Show(turn=turn, verb="show", cards=may.cards[:1])
    if verb in {"show", "pass"}:
        return models.Pass(turn=turn, verb="pass")
    if verb == "trump":
        return models.CallTrump(turn=turn, verb="trump", suit=models.CallTrumpSuit(may.suits[0]))
    if verb == "bury":
        return models.Bury(turn=turn, verb="bury", cards=hand[: may.count])
    if may.held:
        return models.Play(turn=turn, verb="play", cards=hand[:1])
    must = may.cards[: may.required]
    rest = [card for card in hand if card not in may.cards]
    return models.Play(turn=turn, verb="play", cards=[*must, *rest[: may.count - len(must)]])


def test_a_match_is_played_by_a_generated_client(callers: dict[str, Caller], house: Served) -> None:
    office = callers["office"]
    models = office.models
    office.ask("players.create_player", body=models.NewPlayer(player="dot", test=True))
    settings = models.SomeMatchSettings(contest_seconds=600, play_seconds=600, bury_seconds=600)
    office.ask("matches.open_match", body=models.NewMatch(match="spring", settings=settings))
    with Caller(house, "dot") as dot:
        players = {**{name: callers[name] for name in PLAYERS}, "dot": dot}
        for number, player in enumerate(players.values(), start=1):
            seat = models.Joining(seat=f"p{number}")
            player.ask("matches.join_match", "spring", body=seat)
            player.ask("matches.be_ready", "spring")
        running = awaited(lambda: dot.see("matches.show_match", "spring").running)
        said = set[str]()

        def tricks() -> Any:  # noqa: ANN401 -- a model made for the test
            view = dot.see("rounds.show_round", running)
            assert isinstance(view, models.ShengjiAnswer)
            for seat in view.seats:
                if seat.asked:
                    said.add(acts(players[seat.player], running))
            found = dot.see("rounds.show_tricks", running)
            return found.tricks if len(found.tricks) > 2 else None

        first = awaited(tricks)[0]
        assert said >= {"show", "pass", "trump", "bury", "play"}
        assert len(first.plays) == 4
        assert first.won.seat in {one.seat for one in first.plays}
        office.ask("matches.abandon_match", "spring", body=models.Reason(reason="of the test"))
        assert str(dot.see("matches.show_match", "spring").status) == "abandoned"


def acts(player: Caller, running: str) -> str:
    """Do something at the seat that is asked; return the verb."""
    view = player.see("rounds.show_round", running)
    if not view.legal:
        return "nothing"
    (hand,) = [one.cards for one in view.seats if one.cards is not None]
    body = word(player.models, view.turn, view.legal, hand)
    check = player.see("rounds.check_action", running, body=body)
    assert str(check.verdict) == "accepted", check
    player.ask("rounds.act", running, body=body)
    return str(body.verb)
