"""What auditors of decks found is listed for everybody who may ask."""

from datetime import UTC, datetime
from pathlib import Path

from api.house import House
from api.roles import Role
from domain.flow.address import DECK_AUDITS
from domain.house.audit.commands import RecordAudit
from domain.house.audit.events import Audited, Finding
from domain.kernel.decider import Origin
from domain.log.store import Receipt, open_log
from tests.support.keys import KEYS
from tests.support.service import place_at, served

PATH = "/audits/decks"
SEED = "5e" * 32
ROUNDS = (
    Audited(round="r1", decks=1, finding=Finding.SOUND, reason=None),
    Audited(round="r2", decks=3, finding=Finding.DIFFERENT, reason="event 1: it is another deck"),
)


def record(address: str, number: int) -> None:
    """Record an audit as `paipu audit-decks` does."""
    found = RecordAudit(
        auditor=f"auditor {number}",
        seed=SEED,
        drawn=number > 1,
        among=7,
        position=99,
        rounds=ROUNDS,
        repeated=number,
    )
    with open_log(address, now=lambda: datetime.now(UTC), keys=KEYS) as log:
        answer = House(log).ask(
            DECK_AUDITS,
            found,
            actor="auditor/fay",
            command_id=str(number),
            origin=Origin.OPERATOR,
        )
    assert isinstance(answer, Receipt)


def test_audits_are_listed_in_pages_for_everybody(tmp_path: Path) -> None:
    place = place_at(f"sqlite:///{tmp_path}/log.db", tmp_path)
    with served(place) as running:
        guests = [running.guest(role.value, role) for role in Role]
        assert [one.see(PATH) for one in guests] == [{"audits": [], "next": None}] * len(guests)
        for number in (1, 2, 3):
            record(place.log, number)
        told = guests[0].see(PATH)
        assert [one.see(PATH) for one in guests] == [told] * len(guests)
        assert [one["number"] for one in told["audits"]] == [1, 2, 3]
        first = told["audits"][0]
        assert (first["auditor"], first["seed"], first["drawn"]) == ("auditor 1", SEED, False)
        assert (first["among"], first["position"], first["repeated"]) == (7, 99, 1)
        assert first["rounds"] == [
            {"round": "r1", "decks": 1, "finding": "sound", "reason": None},
            {
                "round": "r2",
                "decks": 3,
                "finding": "different",
                "reason": "event 1: it is another deck",
            },
        ]
        page = guests[0].see(f"{PATH}?limit=2")
        assert (page["audits"], page["next"]) == (told["audits"][:2], 2)
        rest = guests[0].see(f"{PATH}?after=2&limit=2")
        assert (rest["audits"], rest["next"]) == (told["audits"][2:], None)
