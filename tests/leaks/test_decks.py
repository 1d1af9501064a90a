"""What committed decks are made of never comes out: not a secret, a salt, or a cut before its time.

Cards are looked for by every way out as ever, here in rounds that are dealt from committed decks.
"""

import hmac
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from api.service import facts
from domain.fairness.committed import SECRET_SIZE
from domain.flow.openings import cut_decks
from domain.house.deck.events import CutRevealed
from tests.leaks import asking, outlets
from tests.leaks.inside import Inside, Told, inside, listening
from tests.leaks.live import listened
from tests.leaks.looking import OUTLETS, Look, Moment, facts_in, none_in, viewers
from tests.leaks.match import MatchEvening
from tests.support.leaks import Leak

__all__ = ["asking", "outlets"]

SEEDS = range(2)
DIGITS = 2 * SECRET_SIZE
IN_HEX = re.compile(rf"[0-9a-f]{{{DIGITS}}}")
RUN = re.compile(rf"[0-9a-f]{{{DIGITS},}}")
LOOKS = 12
LOOKS_IN_MATCH = 3


def played(evening: MatchEvening) -> Iterator[tuple[Told | None, int]]:
    """Play rounds of both games; yield what each step was answered, and how often to look then."""
    evening.open()
    evening.open_match()
    for number in range(4):
        for told in evening.steps(evening.start()):
            yield told, LOOKS
        if number % 2:
            for told in evening.match_steps(evening.start_match_round()):
                yield told, LOOKS_IN_MATCH


def secrets_of(served: Inside, evening: MatchEvening) -> set[str]:
    """Return what nobody may be told but by proofs, in hex, from the bytes as published."""
    found: set[str] = set()
    revealed: set[str] = set()
    for stream in served.log.streams("deck/"):
        told = [one.event for one in served.log.read(stream)]
        revealed |= {one.value for one in told if isinstance(one, CutRevealed)}
        for one in cut_decks(told):
            (secret,) = one.deck.secret
            stage = one.deck.stage.to_bytes(4)
            of_stage = hmac.digest(bytes.fromhex(secret), b"paipu.stage.1\0" + stage, "sha256")
            found |= {secret, of_stage.hex()}
            found.add(hmac.digest(of_stage, b"paipu.shuffle.1\0", "sha256").hex())
            for index in range(one.deck.cards):
                salt = b"paipu.salt.1\0" + index.to_bytes(4)
                found.add(hmac.digest(of_stage, salt, "sha256").hex())
    for chain in evening.chains.values():
        values, anchor = set[str](), chain.end
        while (value := chain.value_of(anchor)) is not None:
            values.add(value)
            anchor = value
        found |= values - revealed
    assert all(IN_HEX.fullmatch(one) for one in found)
    return found


def secrets_in(text: str) -> Iterator[str]:
    """Yield all that is as long as a secret in hex, also within longer hex."""
    for run in RUN.findall(text):
        yield from (run[at : at + DIGITS] for at in range(len(run) - DIGITS + 1))


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_is_told_what_decks_are_made_of(seed: int, tmp_path: Path) -> None:
    chance, found, everybody = Random(seed), list[Leak](), viewers()
    with (
        listening() as logged,
        inside(tmp_path, chance=Random(seed).randbytes) as served,
    ):
        evening = MatchEvening(served, seed)
        moment = Moment(evening, chance)
        for told, looks in played(evening):
            found += [] if told is None else none_in(told.whole)
            for _ in range(looks):
                look = Look(moment, chance.choice(everybody))
                found += OUTLETS[chance.choice(list(OUTLETS))](look)
        secrets = secrets_of(served, evening)
        assert len([*served.log.streams("deck/")]) > 5
        texts = [*(one.whole for one in served.heard), logged.getvalue()]
        assert found == []
        assert list(none_in(logged.getvalue())) == []
        assert [one for text in texts for one in secrets_in(text) if one in secrets] == []


def test_a_secret_is_found_wherever_it_stands() -> None:
    secret = bytes(range(SECRET_SIZE)).hex()
    for text in (secret, f'{{"salt":"{secret}"}}', f"a5{secret}5", f"{'0' * 70} {secret[:-1]}"):
        assert (secret in secrets_in(text)) == (secret in text)


def test_a_secret_that_is_told_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts, "seen_by", lambda _, told: told)
    with inside(tmp_path, chance=Random(1).randbytes) as served:
        evening = MatchEvening(served, 1)
        evening.open()
        evening.start()
        look = Look(Moment(evening, Random(1)), viewers()[-1])
        look = look._replace(viewer=viewers()[0])
        _, messages = listened(look, 0)
        assert any(leak.card == "the secret of a deck" for leak in facts_in(messages, look))
