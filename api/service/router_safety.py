"""The routes for who is let in: sessions of browsers, and tokens that are taken back."""

from api.service.problems import answers
from api.service.routes import sessions, tokens
from api.service.routing import add, get, post

SESSION = "/session"
add(
    f"POST {SESSION}",
    ("access", "open_session"),
    sessions.opened,
    answer=sessions.SessionAnswer,
    responses=answers(*sessions.FAILS),
)
get(SESSION, "access", "show_session", sessions.show, sessions.SessionAnswer)
add(
    f"DELETE {SESSION}",
    ("access", "end_session"),
    sessions.ended,
    answer=sessions.EndedAnswer,
    responses=answers(*sessions.FAILS),
)

get("/tokens/revocations", "access", "list_revocations", tokens.listed, tokens.RevocationsAnswer)
post("/tokens/revocations", "access", "revoke_tokens", tokens.revoke)
