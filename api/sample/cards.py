"""How bots of a sample cut the decks of their rounds, and how these are dealt."""

from collections.abc import Sequence
from random import Random
from typing import Any

from api.cutting import Chain
from api.sample.asking import Asker
from domain.fairness.cut import VALUE_SIZE
from domain.flow.address import Address, anchors, deck, game
from domain.flow.dealing import dealt_by
from domain.house.anchors.commands import DepositAnchor
from domain.house.deck.commands import RevealCut
from domain.house.deck.state import Cutting
from domain.kernel.decider import Origin


class Cards:
    """The bots at a table or in a match as those who cut, and the house as who deals."""

    def __init__(self, venue: Address, players: Sequence[str]) -> None:
        self._at = anchors(venue.stream)
        self._chains: dict[str, Chain | None] = dict.fromkeys(players)

    def prepare(self, asker: Asker, chance: Random) -> None:
        """Have every bot deposit an anchor that has none, or none any more that it can use."""
        present = asker.house.stands(self._at).state.present
        for player, chain in self._chains.items():
            if chain is None or chain.value_of(present.get(player)) is None:
                self._chains[player] = made = Chain(chance.randbytes(VALUE_SIZE))
                deposit = DepositAnchor(player=player, anchor=made.end)
                asker.ask(self._at, deposit, Origin.PLAYER, player)

    def deal(self, asker: Asker, state: Any) -> None:  # noqa: ANN401 -- a round of either game
        """Have the seats cut the deck of a round that waits for cards, and deal it."""
        about = state.round.id
        cut = asker.house.stands(deck(about)).state
        for one in cut.deck.cutters if isinstance(cut, Cutting) else ():
            chain = self._chains[one.player]
            value = None if chain is None else chain.value_of(one.anchor)
            assert value is not None, "every bot has an anchor of its chain"
            reveal = RevealCut(seat=one.seat, value=value)
            asker.ask(deck(about), reveal, Origin.PLAYER, one.player)
        for command in dealt_by(asker.house.stands(deck(about)).state, state):
            asker.ask(game(about), command, Origin.HOUSE)
