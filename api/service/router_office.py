"""The routes for those who run the house or look into it, and of what it proves."""

from api.service.answers import (
    CheckpointsAnswer,
    ConsistencyAnswer,
    HealthAnswer,
    ProofAnswer,
    SelfCheckAnswer,
    SwitchesAnswer,
    VersionAnswer,
)
from api.service.audits import DecksAuditsAnswer
from api.service.office.answers import (
    AccessAnswer,
    AdjustmentAnswer,
    AdjustmentsAnswer,
    DisputeAnswer,
    DisputedAnswer,
    DisputesAnswer,
    GrantedAnswer,
    ProposedAnswer,
)
from api.service.problems import (
    answers,
    failures,
)
from api.service.routes import (
    adjustments,
    audit,
    checkpoints,
    disputes,
    office,
    reveals,
)
from api.service.routing import READ, add, get, post

post("/rounds/{round}/reveals", "audit", "grant_reveal", reveals.grant, GrantedAnswer)
get("/rounds/{round}/access", "audit", "show_access", reveals.ledger, AccessAnswer)

get("/checkpoints", "proofs", "list_checkpoints", checkpoints.listed, CheckpointsAnswer)

add(
    "GET /checkpoints/latest",
    ("proofs", "show_checkpoint"),
    checkpoints.latest,
    answer=None,
    responses={
        200: {"description": "the note", "content": {"text/plain": {"schema": {"type": "string"}}}},
        **READ,
    },
)

get(
    "/checkpoints/consistency",
    "proofs",
    "prove_consistency",
    checkpoints.consistency,
    ConsistencyAnswer,
)

get("/proofs/rounds/{round}", "proofs", "prove_round", checkpoints.of_round, ProofAnswer)
get("/proofs/streams", "proofs", "prove_stream", checkpoints.of_stream, ProofAnswer)

get("/disputes", "disputes", "list_disputes", disputes.listed, DisputesAnswer)
post("/disputes", "disputes", "open_dispute", disputes.opened, DisputedAnswer)
get("/disputes/{dispute}", "disputes", "show_dispute", disputes.show, DisputeAnswer)
post("/disputes/{dispute}/evidence", "disputes", "add_evidence", disputes.evidence)
post("/disputes/{dispute}/notes", "disputes", "add_note", disputes.note)
post("/disputes/{dispute}/decision", "disputes", "decide_dispute", disputes.decision)

post(
    "/disputes/{dispute}/compensation",
    "disputes",
    "propose_compensation",
    disputes.compensation,
    ProposedAnswer,
)

post("/disputes/{dispute}/close", "disputes", "close_dispute", disputes.close)

get("/adjustments", "disputes", "list_adjustments", adjustments.listed, AdjustmentsAnswer)
post("/adjustments", "disputes", "propose_adjustment", adjustments.propose, ProposedAnswer)
get("/adjustments/{adjustment}", "disputes", "show_adjustment", adjustments.show, AdjustmentAnswer)
post("/adjustments/{adjustment}/approve", "disputes", "approve_adjustment", adjustments.approve)
post("/adjustments/{adjustment}/reject", "disputes", "reject_adjustment", adjustments.reject)

get("/switches", "house", "show_switches", office.switches, SwitchesAnswer)
post("/switches/disable", "house", "switch_off", office.disable)
post("/switches/enable", "house", "switch_on", office.enable)
get("/selfcheck", "house", "show_self_check", office.self_check, SelfCheckAnswer)
post("/selfcheck", "house", "record_self_check", office.check)
post("/selfcheck/acknowledge", "house", "acknowledge_alarm", office.acknowledge)

add(
    "GET /version",
    ("house", "version"),
    office.version,
    answer=VersionAnswer,
    responses=failures(),
)

get("/audits/decks", "audit", "list_deck_audits", audit.decks, DecksAuditsAnswer)

add(
    "GET /health",
    ("house", "health"),
    audit.health,
    answer=HealthAnswer,
    responses=answers(),
)
