"""Who may ask what: what every route takes of who asks."""

from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from api.roles import Caller, Role, Scope
from api.service.auth.gate import Gate
from api.service.auth.rights import scope_needed
from api.service.known import Known
from api.service.problems import FORBIDDEN, ProblemError
from domain.kernel.text import joined, text, word


class Allowed:
    """Lets those of some roles pass, by tokens that have not been narrowed to something else.

    `scope` is what is needed where that does not follow from method and roles.
    """

    def __init__(self, *roles: Role, scope: Scope | None = None) -> None:
        self.roles = frozenset(roles)
        self.scope = scope

    async def __call__(self, request: Request) -> Caller:
        """Return who asks. Raises `ProblemError`."""
        who = (await admitted(request)).who
        if who.role not in self.roles:
            detail = text(
                "this is for {roles}", roles=joined(text(", "), map(word, sorted(self.roles)))
            )
            raise ProblemError(FORBIDDEN, "wrong_role", detail, params={"role": who.role.value})
        require(who, self.needed(request.method, who.role))
        return who

    def needed(self, method: str, role: Role) -> Scope:
        """Return the scope that a role needs."""
        return self.scope or scope_needed(method, self.roles, role)


class Admitted:
    """Lets everybody pass who is known, whatever the role and however narrow the token."""

    async def __call__(self, request: Request) -> Known:
        """Return who asks. Raises `ProblemError`."""
        return await admitted(request)


class IfShown:
    """Lets everybody pass, and says who it is of those who show a token or a session."""

    async def __call__(self, request: Request) -> Known | None:
        """Return who asks. Raises `ProblemError` where what is shown is not good."""
        try:
            return await admitted(request)
        except ProblemError as problem:
            if problem.problem.code != "no_token":
                raise
            return None


def require(who: Caller, scope: Scope) -> None:
    """Raise `ProblemError` for a token that was narrowed to something else."""
    if not who.may(scope):
        detail = text("the token is not for {scope}", scope=scope)
        raise ProblemError(FORBIDDEN, "wrong_scope", detail, params={"scope": scope.value})


async def admitted(connection: HTTPConnection) -> Known:
    """Return who asks, whatever the role. Raises `ProblemError`."""
    gate: Gate = connection.app.state.gate
    return await gate.admit(connection)


ALL: Final = tuple(Role)
Entering = Annotated[Known, Depends(Admitted())]
Whoever = Annotated[Known | None, Depends(IfShown())]
Anybody = Annotated[Caller, Depends(Allowed(*ALL))]
Player = Annotated[Caller, Depends(Allowed(Role.PLAYER))]
Office = Annotated[Caller, Depends(Allowed(Role.OPERATOR, Role.SUPERVISOR))]
Staff = Annotated[Caller, Depends(Allowed(Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR))]
Audit = Annotated[Caller, Depends(Allowed(Role.AUDITOR, Role.SUPERVISOR))]
