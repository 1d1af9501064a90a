"""Facts of a round of 四支刀 in words, each with the rule it follows from."""

from collections.abc import Mapping

from domain.kernel.seats import Seat
from domain.kernel.text import joined, text
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
            opened = text("the round is opened with {players} seats")
            return Sentence(opened.of(players=len(fact.players)), "Z1.4")
        case events.AntePosted():
            posts = text("{seat} posts the ante of {points}")
            return Sentence(posts.of(seat=fact.seat, points=fact.points), "Z2.1")
        case events.CardsDealt():
            dealt = text("{seat} is dealt {cards}")
            return Sentence(dealt.of(seat=fact.seat, cards=" ".join(fact.cards)), "Z2.2")
        case events.HandSplit():
            piles = f"{' '.join(fact.front)} | {' '.join(fact.back)}"
            return Sentence(text("{seat} splits {piles}", seat=fact.seat, piles=piles), "Z5.1")
        case events.HandsShown():
            return _shown(fact)
        case events.BuyInOffered():
            return _offer(fact)
        case events.BoughtIn():
            buys = text("{seat} buys in with {points} into {pot}")
            return Sentence(buys.of(seat=fact.seat, points=fact.points, pot=fact.pot), "Z7.5")
        case events.BuyInDeclined():
            declines = text("{seat} declines the buy-in and is out for good")
            return Sentence(declines.of(seat=fact.seat), "Z7.4")
        case events.PlayoffOpened():
            return _playoff(fact)
        case _:
            return _money(fact)


def _bet(fact: events.Betting) -> Sentence:
    match fact:
        case events.BetMade():
            bets = text("{seat} bets {points}{all_in}")
            return Sentence(bets.of(**_put_in(fact)), "Z3.2")
        case events.Called():
            calls = text("{seat} calls with {points}{all_in}")
            return Sentence(calls.of(**_put_in(fact)), "Z3.3")
        case events.Raised():
            raises = text("{seat} raises to {to} with {points}{all_in}")
            return Sentence(raises.of(**_put_in(fact), to=fact.to), "Z3.3")
        case events.WentAllIn():
            goes = text("{seat} goes all-in with {points}")
            return Sentence(goes.of(seat=fact.seat, points=fact.points), "Z3.3")
        case events.Checked():
            return Sentence(text("{seat} checks", seat=fact.seat), "Z3.2")
        case events.Folded():
            return Sentence(text("{seat} folds", seat=fact.seat), "Z3.3")


def _put_in(fact: events.BetMade | events.Called | events.Raised) -> dict[str, object]:
    all_in = text(" (all-in)") if fact.all_in else ""
    return {"seat": fact.seat, "points": fact.points, "all_in": all_in}


def _money(fact: Event) -> Sentence:
    match fact:
        case events.UncalledReturned():
            uncalled = text("uncalled {points} go back to {seat}")
            return Sentence(uncalled.of(points=fact.points, seat=fact.seat), "Z4.1")
        case events.PotsFormed():
            pots = tuple(map(_formed, fact.pots))
            return Sentence(text("betting closes; the pots are formed"), "Z4.2", pots)
        case events.PotAwarded():
            return _award(fact)
        case events.PotTied():
            tied = text("{pot} {points} is tied between {unbeaten}, carried on")
            unbeaten = listed(fact.unbeaten)
            return Sentence(tied.of(pot=fact.pot, points=fact.points, unbeaten=unbeaten), "Z6.2")
        case events.RakeTaken():
            rake = text("rake of {seat}: {points} ({parts})")
            parts = joined(text("; "), map(_rake_part, fact.parts))
            return Sentence(rake.of(seat=fact.seat, points=fact.points, parts=parts), "Z9.1")
        case events.RoundSettled():
            settled = text("the round is settled; next head {next_head}")
            return Sentence(settled.of(next_head=fact.next_head), "Z9.3")
        case events.RoundVoided():
            voided = text("the round is voided; {returned} go back")
            return Sentence(voided.of(returned=by_seat(fact.returned)), "Z9.4")
        case _:
            message = f"no words for {type(fact).__name__}"
            raise TypeError(message)


def _rake_part(part: events.RakePart) -> str:
    of = text("{points} of {pot}, stage {stage}")
    return of.of(points=part.points, pot=part.pot, stage=part.stage)


def _formed(pot: events.FormedPot) -> str:
    carried = pot.points - sum(pot.own.values())
    parts: list[str] = [text("carried {carried}", carried=carried)] if carried else []
    parts += [f"{seat} {points}" for seat, points in pot.own.items() if points]
    return text(
        "{pot} {points} open to {eligible}: {parts}",
        pot=pot.pot,
        points=pot.points,
        eligible=listed(pot.eligible),
        parts=joined(" + ", parts),
    )


def _award(fact: events.PotAwarded) -> Sentence:
    if len(fact.awards) > 1:
        return Sentence(
            text(
                "{pot} {points} is shared: {awards}",
                pot=fact.pot,
                points=fact.points,
                awards=by_seat(fact.awards),
            ),
            "Z7.7",
        )
    (winner,) = fact.awards
    return Sentence(
        text(
            "{pot} {points} is awarded to {winner}", pot=fact.pot, points=fact.points, winner=winner
        ),
        "Z6.2",
    )


def _offer(fact: events.BuyInOffered) -> Sentence:
    asked = listed(fact.offered) if fact.offered else text("nobody")
    unable = text("; {unable} cannot pay", unable=listed(fact.unable)) if fact.unable else ""
    return Sentence(
        text(
            "buy-in at {price} is offered to {asked}{unable}",
            price=fact.price,
            asked=asked,
            unable=unable,
        ),
        "Z7.2",
    )


def _playoff(fact: events.PlayoffOpened) -> Sentence:
    among = text(
        "playoff {stage} opens among {contestants}, head {head}",
        stage=fact.stage,
        contestants=listed(fact.contestants),
        head=fact.head,
    )
    return Sentence(among, "Z7.1")


def _shown(fact: events.HandsShown) -> Sentence:
    shown = {hand.seat: piles_of(hand.front, hand.back) for hand in fact.hands}
    hands = tuple(_hand(seat, piles) for seat, piles in shown.items())
    return Sentence(
        text("every live seat has split; the piles are shown"), "Z5.7", hands + _duels(shown)
    )


def _hand(seat: Seat, piles: Piles) -> str:
    cards = f"{' '.join(piles.front)} | {' '.join(piles.back)}"
    front = name_of_strength(piles.front_strength)
    back = name_of_strength(piles.back_strength)
    return text("{seat}  {cards}  {front} | {back}", seat=seat, cards=cards, front=front, back=back)


def _duels(shown: Mapping[Seat, Piles]) -> tuple[str, ...]:
    """Say of every seat whom it beats (Z6.1); who is beaten by nobody is unbeaten."""
    lines = []
    for seat, piles in shown.items():
        beaten = [other for other in shown if other != seat and beats(piles, shown[other])]
        by = [other for other in shown if other != seat and beats(shown[other], piles)]
        won = text("beats {beaten}", beaten=listed(beaten)) if beaten else text("beats nobody")
        lost = text("is beaten by {by}", by=listed(by)) if by else text("is unbeaten")
        lines.append(text("{seat} {won} and {lost}", seat=seat, won=won, lost=lost))
    return tuple(lines)
