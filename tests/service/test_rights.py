"""Every operation, for every role and every scope: a token does what it was made for, no more."""

from contextlib import nullcontext

import pytest

from api.roles import FULL, Caller, Role, Scope
from tests.service.asking import House, problem
from tests.service.contract import OPERATIONS
from tests.service.test_roles import DONE, MAY, STAFF, asked

LOOKS_OF_ANYBODY = frozenset(
    name for name, roles in MAY.items() if OPERATIONS[name].method == "GET" and roles - STAFF
)
NARROW = {"show_session", "open_session", "end_session"}
"""What any token may, however narrow: it tells or does nothing but who asks."""


def needed(name: str, role: Role) -> Scope:
    """Return what an operation takes, by the table of docs/api.md."""
    if name == "grant_reveal":
        return Scope.REVEAL
    if OPERATIONS[name].method == "GET":
        return Scope.READ if name in LOOKS_OF_ANYBODY else Scope.AUDIT
    return Scope.PLAY if role is Role.PLAYER else Scope.HOUSE


CASES = [
    (name, role)
    for name, roles in MAY.items()
    for role in sorted(roles)
    if name not in NARROW | DONE
]


@pytest.mark.parametrize(("name", "role"), CASES, ids=str)
def test_an_operation_takes_one_scope_and_no_other_will_do(
    house: House, name: str, role: Role
) -> None:
    wanted = needed(name, role)
    assert wanted in FULL[role], "a role has what its operations take"
    with house.unchanged():
        others = frozenset(Scope) - {wanted}
        answer = asked(house, name, house.served.narrow(Caller("ann", role, others)))
        assert problem(answer, 403, "wrong_scope") == {"scope": wanted.value}
        only = asked(house, name, house.served.narrow(Caller("ann", role, frozenset((wanted,)))))
        assert only.status_code != 403 or only.json()["code"] != "wrong_scope", only.text


@pytest.mark.parametrize("role", Role)
def test_a_token_without_any_scope_does_nothing(house: House, role: Role) -> None:
    token = house.served.narrow(Caller("ann", role, frozenset()))
    with house.unchanged():
        answer = asked(house, "show_me", token)
        assert problem(answer, 403, "wrong_scope") == {"scope": "read"}


@pytest.mark.parametrize("role", Role)
def test_scopes_widen_no_role(house: House, role: Role) -> None:
    token = house.served.narrow(Caller("ann", role, frozenset(Scope)))
    with house.unchanged():
        for name in ("create_player", "sit", "show_access"):
            answer = asked(house, name, token)
            if role not in MAY[name]:
                assert problem(answer, 403, "wrong_role") == {"role": role.value}
            else:
                assert answer.status_code != 403


@pytest.mark.parametrize("path", ["replay", "bundle"])
def test_hidden_cards_take_the_scope_of_a_reveal(house: House, path: str) -> None:
    looking = house.served.narrow(Caller("boss", Role.SUPERVISOR, frozenset((Scope.READ,))))
    headers = {"Authorization": f"Bearer {looking}"}
    at = f"/rounds/{house.round}/{path}"
    with house.unchanged() if path == "replay" else nullcontext():
        answer = house.stranger.get(at, params={"reveal": True}, headers=headers)
        assert problem(answer, 403, "wrong_scope") == {"scope": "reveal"}
    assert house.stranger.get(at, headers=headers).status_code in {200, 409}
