"""The texts of the rules, as they are published, with the versions that rounds name."""

import hashlib

from domain.shengji.ruleset import RULES as SHENGJI
from domain.sizhidao.ruleset import RULES as SIZHIDAO
from tests.arch.source import ROOT
from tests.service.asking import House


def test_anybody_is_told_the_rules_with_their_versions(house: House) -> None:
    answer = house.stranger.get("/rules")
    assert answer.status_code == 200
    told = {one["name"]: one for one in answer.json()["rules"]}
    versions = {"sizhidao": SIZHIDAO, "shengji": SHENGJI, "house": 1}
    assert {name: one["version"] for name, one in told.items()} == versions
    opened = house.guests["ann"].see(f"/rounds/{house.round}")
    assert opened["rules"] == told["sizhidao"]["version"]
    for name, one in told.items():
        published = (ROOT / f"docs/rules/{name}.md").read_bytes()
        assert one["text"].encode() == published
        assert one["sha256"] == hashlib.sha256(published).hexdigest()
