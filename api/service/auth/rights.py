"""What an operation takes: roles, and the scope that a token must not have been narrowed out of."""

from typing import Final

from api.roles import Role, Scope

LOOKS: Final = frozenset(("GET", "HEAD"))
"""The methods that change nothing."""
STAFF: Final = frozenset((Role.OPERATOR, Role.AUDITOR, Role.SUPERVISOR))


def scope_needed(method: str, roles: frozenset[Role], role: Role) -> Scope:
    """Return what a role needs for an operation that is for some roles.

    Looking takes `read`, or `audit` where only the staff looks; a command takes `play` of who
    plays, and `house` of the staff.
    """
    if method in LOOKS:
        return Scope.AUDIT if roles <= STAFF else Scope.READ
    return Scope.PLAY if role is Role.PLAYER else Scope.HOUSE
