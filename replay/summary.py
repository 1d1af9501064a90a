"""The summary of a stored round, as `replay run --json` prints it, for a viewer."""

from domain.games.rounds import Unopened
from domain.paipu.recorded import RECORDED
from replay.games import told_as
from replay.proof import Proof
from replay.words import Json, Viewer


def summary_for(proof: Proof, viewer: Viewer) -> Json | None:
    """Return what a round came to, as far as it could be derived; None if it was not opened.

    Hidden in it is what the viewer may not see.
    """
    state = proof.derived.state
    if isinstance(state, Unopened):
        return None
    facts = [fact for one in proof.derived.decisions for fact in one.facts]
    told = told_as(facts[0])
    summary_of = RECORDED[told.game.name].summary_of
    summary = summary_of(state, facts, last_action=len(proof.derived.decisions) - 2)
    return told.masked(summary, viewer)
