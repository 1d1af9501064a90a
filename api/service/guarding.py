"""How a service guards itself: all that is set about it, and the gate put together of that."""

from typing import NamedTuple

from api.service.auth.gate import Gate
from api.service.auth.origins import Origins
from api.service.auth.sessions import Manner, Sessions
from api.service.auth.tokens import Tokens
from api.service.rates import Rate, Rates


class Guarding(NamedTuple):
    """What is set: sessions, pages that may ask, how much anybody may ask, and what is logged."""

    manner: Manner = Manner()
    origins: frozenset[str] = frozenset()
    address: Rate = Rate(20_000, 10)
    caller: Rate = Rate(2_000, 10)
    logins: Rate = Rate(30, 60)
    sockets: int = 50
    log_requests: bool = False

    def gate(self, tokens: Tokens) -> Gate:
        """Return the gate for a house's tokens."""
        return Gate(
            tokens,
            Sessions(tokens, self.manner),
            Origins(self.origins, tls=self.manner.tls),
            Rates(self.address, self.caller, self.logins, self.sockets),
        )
