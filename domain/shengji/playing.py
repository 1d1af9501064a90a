"""S5, S6: a play, judged by the seat's own hand; a throw, by what the others hold."""

from domain.kernel.refusal import Refusal
from domain.shengji import commands, following
from domain.shengji.events import CardsFollowed, CardsLed, Pattern
from domain.shengji.leading import Lead, lead, throw_holds, weakest
from domain.shengji.ordering import Order, order_of
from domain.shengji.state import Playing


def play(state: Playing, command: commands.Play) -> CardsLed | CardsFollowed | Refusal:
    """Lead to the trick, or follow."""
    order, hand = order_of(state.round.level, state.trump), state.hands[command.seat]
    if not state.plays:
        led = lead(order, hand, command.cards)
        return led if isinstance(led, Refusal) else _led(state, command, order, led)
    refused = following.breach(order, hand, state.plays[0].cards, command.cards)
    return refused or CardsFollowed(trick=state.trick, seat=command.seat, cards=command.cards)


def _led(state: Playing, command: commands.Play, order: Order, led: Lead) -> CardsLed:
    """S5.5: a throw that does not hold is its weakest card, led as a single."""
    others = [hand for seat, hand in state.hands.items() if seat != command.seat]
    failed = led.unit is None and not throw_holds(order, led, others)
    return CardsLed(
        trick=state.trick,
        seat=command.seat,
        cards=(weakest(order, led.cards),) if failed else led.cards,
        pattern=Pattern.SINGLE if failed else led.pattern,
        attempted=led.cards if failed else (),
    )
