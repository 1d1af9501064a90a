"""All checks on a bundle: those on a stored round, and those on what holds it from outside."""

from collections.abc import Sequence
from typing import Final

import msgspec

from domain.kernel.text import text, word
from domain.log.checkpoints.notes import VerifierKey
from domain.log.keys import HOUSE
from replay.bundle.completed import decided_again
from replay.bundle.decks import deck_checks
from replay.bundle.form import PROGRAM, Bundle, is_everything
from replay.bundle.held import Held
from replay.bundle.signed import signed_checks
from replay.bundle.whole import whole_check
from replay.checks import COMMITTED, Check, Verdict
from replay.memory import Beside
from replay.proof import Proof, prove_rows
from replay.round import telling
from replay.words import EVERYTHING

HEAD: Final = text("settings, keys and account are those of the events")


def checked(bundle: Bundle, trusted: Sequence[VerifierKey] = ()) -> Proof:
    """Return everything that was found out about a bundle; it never raises at what is wrong in it.

    `trusted` are keys of the house and of witnesses that whoever checks has already. Raises
    `BadBundleError` for what is no bundle of one round, or holds what its viewer may not have.
    """
    held = Held(bundle)
    proof = prove_rows(
        bundle.round,
        held.rows(held.round_stream),
        held.memory(_why(held)),
        held.codec,
        Beside(held.rows(held.clock_stream), held.rows(held.deck_stream)),
    )
    proof = _as_far_as_known(held, proof)
    checks = (
        *deck_checks(held, proof),
        whole_check(held),
        _head_check(held, proof),
        *signed_checks(bundle, trusted),
    )
    return msgspec.structs.replace(proof, checks=(*proof.checks, *checks))


def _why(held: Held) -> str:
    if is_everything(held.bundle):
        return text("the bundle lacks keys")
    return text("as far as {viewer} may know", viewer=word(held.viewer or "everybody"))


def _as_far_as_known(held: Held, proof: Proof) -> Proof:
    """A player's bundle opens the player's cards and no others; more is not asked of it.

    That a round has no deck is something else: nobody can tell from a bundle whether it needs one.
    """
    if is_everything(held.bundle) or proof.first_wrong is not None:
        return proof
    proof = decided_again(proof)
    if proof.first_wrong is not None:
        return proof
    checks = tuple(
        msgspec.structs.replace(one, verdict=Verdict.PARTLY)
        if one.verdict is Verdict.UNCHECKED and one.name != COMMITTED
        else one
        for one in proof.checks
    )
    return msgspec.structs.replace(proof, checks=checks)


def _head_check(held: Held, proof: Proof) -> Check:
    bundle, opened = held.bundle, proof.opened
    if opened is None:
        return _wrong(HEAD, text("its opening cannot be read"))
    fact: object = proof.recorded[0].event
    told = (opened.game.game.name, fact.rules, msgspec.to_builtins(opened.settings))  # type: ignore[attr-defined]
    if told != (bundle.game, bundle.rules, bundle.settings):
        return _wrong(HEAD, text("game, rules or settings are not those of the opening"))
    if held.viewer is not None and held.viewer not in {*opened.players, EVERYTHING}:
        return _wrong(HEAD, text("there is no seat {viewer}", viewer=held.viewer))
    if keys_needed(held) != [(key.stream, key.audience) for key in bundle.keys]:
        return _wrong(HEAD, text("its keys are not those with which its viewer's cards are sealed"))
    if report_of(proof, held) == bundle.report:
        return _fine(HEAD, text("as {viewer} sees it", viewer=word(bundle.viewer)))
    if bundle.program == PROGRAM:
        return _wrong(HEAD, text("the account is not the one that the events give"))
    told_by = text("the account is told in other words, by {program}", program=bundle.program)
    return Check(name=HEAD, verdict=Verdict.UNCHECKED, detail=told_by)


def keys_needed(held: Held) -> list[tuple[str, str]]:
    """Return whose keys a bundle holds: those that open what its viewer may see, sorted.

    The key of the house opens its secret, and marks what commands with cards asked.
    """
    sealed = {
        (one.stream, part.audience, part.part)
        for name in held.own
        for one in held.examined(name)
        for part in one.sealed
    }
    if is_everything(held.bundle):
        marked = {(stream, HOUSE) for stream, _, part in sealed if part == "command"}
        return sorted({(stream, audience) for stream, audience, _ in sealed} | marked)
    own = (held.round_stream, str(held.viewer))
    return [own] if own in {(stream, audience) for stream, audience, _ in sealed} else []


def report_of(proof: Proof, held: Held) -> str:
    """Return the account of a round in words, as the bundle's viewer sees it."""
    return "\n".join(telling(proof, held.viewer))


def _wrong(name: str, detail: str) -> Check:
    return Check(name=name, verdict=Verdict.DIFFERENCE, detail=detail)


def _fine(name: str, detail: str) -> Check:
    return Check(name=name, verdict=Verdict.OK, detail=detail)
