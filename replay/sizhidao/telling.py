"""Facts of a round of 四支刀 in words, each with the rule it follows from."""

from collections.abc import Mapping

from domain.kernel.seats import Seat
from domain.sizhidao import events
from domain.sizhidao.events import Event
from domain.sizhidao.hands import name_of_strength
from domain.sizhidao.showdown import beats
from domain.sizhidao.splitting import Piles, piles_of
from replay.words import Sentence, by_seat, listed


def sentence(fact: Event) -> Sentence:
    """Return a fact in words, as it is given: mask it first for whoever may not see all."""
    if isinstance(fact, events.Betting):
        return _bet(fact)
    match fact:
        case events.RoundOpened():
            return Sentence(f"the round is opened with {len(fact.players)} seats", "Z1.4")
        case events.AntePosted():
            return Sentence(f"{fact.seat} posts the ante of {fact.points}", "Z2.1")
        case events.CardsDealt():
            return Sentence(f"{fact.seat} is dealt {' '.join(fact.cards)}", "Z2.2")
        case events.HandSplit():
            piles = f"{' '.join(fact.front)} | {' '.join(fact.back)}"
            return Sentence(f"{fact.seat} splits {piles}", "Z5.1")
        case events.HandsShown():
            return _shown(fact)
        case events.BuyInOffered():
            return _offer(fact)
        case events.BoughtIn():
            return Sentence(f"{fact.seat} buys in with {fact.points} into {fact.pot}", "Z7.5")
        case events.BuyInDeclined():
            return Sentence(f"{fact.seat} declines the buy-in and is out for good", "Z7.4")
        case events.PlayoffOpened():
            return _playoff(fact)
        case _:
            return _money(fact)


def _bet(fact: events.Betting) -> Sentence:
    match fact:
        case events.BetMade():
            return Sentence(f"{fact.seat} bets {fact.points}{_all_in(fact)}", "Z3.2")
        case events.Called():
            return Sentence(f"{fact.seat} calls with {fact.points}{_all_in(fact)}", "Z3.3")
        case events.Raised():
            words = f"{fact.seat} raises to {fact.to} with {fact.points}{_all_in(fact)}"
            return Sentence(words, "Z3.3")
        case events.WentAllIn():
            return Sentence(f"{fact.seat} goes all-in with {fact.points}", "Z3.3")
        case events.Checked():
            return Sentence(f"{fact.seat} checks", "Z3.2")
        case events.Folded():
            return Sentence(f"{fact.seat} folds", "Z3.3")


def _all_in(fact: events.BetMade | events.Called | events.Raised) -> str:
    return " (all-in)" if fact.all_in else ""


def _money(fact: Event) -> Sentence:
    match fact:
        case events.UncalledReturned():
            return Sentence(f"uncalled {fact.points} go back to {fact.seat}", "Z4.1")
        case events.PotsFormed():
            pots = tuple(map(_formed, fact.pots))
            return Sentence("betting closes; the pots are formed", "Z4.2", pots)
        case events.PotAwarded():
            return _award(fact)
        case events.PotTied():
            tied = f"{fact.pot} {fact.points} is tied between {listed(fact.unbeaten)}, carried on"
            return Sentence(tied, "Z6.2")
        case events.RakeTaken():
            parts = (f"{part.points} of {part.pot}, stage {part.stage}" for part in fact.parts)
            return Sentence(f"rake of {fact.seat}: {fact.points} ({'; '.join(parts)})", "Z9.1")
        case events.RoundSettled():
            return Sentence(f"the round is settled; next head {fact.next_head}", "Z9.3")
        case events.RoundVoided():
            return Sentence(f"the round is voided; {by_seat(fact.returned)} go back", "Z9.4")
        case _:
            message = f"no words for {type(fact).__name__}"
            raise TypeError(message)


def _formed(pot: events.FormedPot) -> str:
    carried = pot.points - sum(pot.own.values())
    parts = [f"carried {carried}"] if carried else []
    parts += [f"{seat} {points}" for seat, points in pot.own.items() if points]
    return f"{pot.pot} {pot.points} open to {listed(pot.eligible)}: {' + '.join(parts)}"


def _award(fact: events.PotAwarded) -> Sentence:
    if len(fact.awards) > 1:
        return Sentence(f"{fact.pot} {fact.points} is shared: {by_seat(fact.awards)}", "Z7.7")
    (winner,) = fact.awards
    return Sentence(f"{fact.pot} {fact.points} is awarded to {winner}", "Z6.2")


def _offer(fact: events.BuyInOffered) -> Sentence:
    asked = listed(fact.offered) if fact.offered else "nobody"
    unable = f"; {listed(fact.unable)} cannot pay" if fact.unable else ""
    return Sentence(f"buy-in at {fact.price} is offered to {asked}{unable}", "Z7.2")


def _playoff(fact: events.PlayoffOpened) -> Sentence:
    among = f"playoff {fact.stage} opens among {listed(fact.contestants)}, head {fact.head}"
    return Sentence(among, "Z7.1")


def _shown(fact: events.HandsShown) -> Sentence:
    shown = {hand.seat: piles_of(hand.front, hand.back) for hand in fact.hands}
    hands = tuple(_hand(seat, piles) for seat, piles in shown.items())
    return Sentence("every live seat has split; the piles are shown", "Z5.7", hands + _duels(shown))


def _hand(seat: Seat, piles: Piles) -> str:
    cards = f"{' '.join(piles.front)} | {' '.join(piles.back)}"
    front = name_of_strength(piles.front_strength)
    return f"{seat}  {cards}  {front} | {name_of_strength(piles.back_strength)}"


def _duels(shown: Mapping[Seat, Piles]) -> tuple[str, ...]:
    """Say of every seat whom it beats (Z6.1); who is beaten by nobody is unbeaten."""
    lines = []
    for seat, piles in shown.items():
        beaten = [other for other in shown if other != seat and beats(piles, shown[other])]
        by = [other for other in shown if other != seat and beats(shown[other], piles)]
        won = f"beats {listed(beaten)}" if beaten else "beats nobody"
        lost = f"is beaten by {listed(by)}" if by else "is unbeaten"
        lines.append(f"{seat} {won} and {lost}")
    return tuple(lines)
