"""Matches that are looked after: dealt, timed and started, round by round, to their end."""

from random import Random

import pytest

from api.steward.deck import four_packs_of
from domain.cards.packs import FOUR_PACKS
from domain.flow.address import match, wallet
from domain.house.clock.events import DeadlineSet
from domain.house.match import commands as in_match
from domain.house.match.events import MatchRoundStarted, MatchWon
from domain.house.match.state import Open, Over
from domain.house.wallet import commands as of_wallet
from domain.kernel.decider import Origin
from domain.kernel.seats import Seat
from domain.shengji import commands as in_round
from domain.shengji.contesting import total, worth
from domain.shengji.deck import deal_from, face_up
from domain.shengji.events import CardsDealt, CardTurnedUp, ContestPassed, KittyDealt, RoundOpened
from domain.shengji.sides import SEATS
from domain.shengji.state import Contesting, Dealing, Playing, Settled, TurningUp, Voided
from tests.steward.given import SHORT
from tests.steward.looked_after import Killed, Mortal, World, killed_in_turn

HOUR = 3_600


def of_match(world: World, name: str = "m") -> Open | Over:
    state = world.desk.house.state(match(name))
    assert isinstance(state, Open | Over)
    return state


def ask(world: World, command: in_match.Command, origin: Origin = Origin.PLAYER) -> None:
    world.desk.ask("match/m", command, origin)


def go_on(world: World, rounds: int) -> None:
    """Let time pass until so many rounds of the match are over, or the match is."""
    for _ in range(3 * HOUR):
        state = of_match(world)
        if isinstance(state, Over) or (state.rounds == rounds and state.running is None):
            return
        world.go(1)
    message = "no round lasts so long"
    raise AssertionError(message)


def test_the_first_round_starts_as_soon_as_four_are_ready(world: World) -> None:
    world.desk.match()
    assert world.steward.step()
    (round_id,) = world.rounds()
    opened, *dealt = [one.event for one in world.facts(round_id)]
    assert isinstance(opened, RoundOpened)
    assert (opened.match, opened.dealer) == ("m", None)
    assert [type(one) for one in dealt] == [*[CardsDealt] * 4, KittyDealt, CardTurnedUp]
    assert isinstance(world.state(round_id), Contesting)
    (deadline,) = world.clock(round_id)
    assert isinstance(deadline, DeadlineSet)
    assert (deadline.turn, deadline.seconds) == ("contest.0", SHORT.contest_seconds)
    assert world.steward.health().matches == 1


def test_hands_kitty_and_face_up_card_come_from_the_deck_of_the_round(world: World) -> None:
    world.desk.match()
    world.steward.step()
    (round_id,) = world.rounds()
    assert world.dealt(round_id) == world.dealing(round_id)
    assert [type(one) for one in world.dealing(round_id)] == [
        *[in_round.Deal] * 4, in_round.DealKitty, in_round.TurnUp,
    ]  # fmt: skip


def test_the_clock_passes_for_a_seat_at_its_deadline_and_not_before(world: World) -> None:
    world.desk.match()
    world.steward.step()
    (round_id,) = world.rounds()
    world.go(SHORT.contest_seconds - 1)
    assert isinstance(world.facts(round_id)[-1].event, CardTurnedUp)
    world.go(1)
    said = world.facts(round_id)[-1]
    assert isinstance(said.event, ContestPassed)
    assert said.envelope.origin is Origin.CLOCK


def test_a_later_round_starts_after_the_pause_with_dealer_and_levels(world: World) -> None:
    world.desk.match()
    world.go(1)
    go_on(world, 1)
    before = of_match(world)
    world.go(2)
    assert of_match(world) == before
    world.go(1)
    after = of_match(world)
    assert isinstance(after, Open)
    assert (after.rounds, after.levels) == (2, before.levels)
    opened, *dealt = [one.event for one in world.facts(world.rounds()[-1])]
    assert isinstance(opened, RoundOpened)
    assert opened.dealer == before.dealer is not None
    assert [type(one) for one in dealt] == [*[CardsDealt] * 4, KittyDealt]


def shows(state: Contesting) -> in_round.Show:
    """Have the seat whose turn it is show all its spade aces."""
    cards = tuple(card for card in state.hands[state.turn] if card == "As")
    return in_round.Show(seat=state.turn, cards=cards)


def test_cards_that_are_owed_are_all_returned_in_one_expiry(world: World) -> None:
    world.desk.match()
    world.steward.step()
    (round_id,) = world.rounds()
    shown: list[Seat] = []
    while isinstance(state := world.state(round_id), Contesting):
        seat = state.turn
        level, champion = state.round.level, state.champion
        least = 0 if champion in {None, seat} else total(state.piles[champion], level)
        cards = tuple(one for one in state.hands[seat] if worth(one, level))
        cards = cards[:1] if champion is None else cards  # so that others can show more
        if not state.shown[seat] and total(cards, level) > least:
            command: in_round.Command = in_round.Show(seat=seat, cards=cards)
            shown.append(seat)
        else:
            command = in_round.Pass(seat=seat)
        world.desk.ask(f"round/{round_id}", command, Origin.PLAYER)
    world.go_until(Playing, HOUR)
    returned = [
        one.envelope.command.to
        for one in world.facts(round_id)
        if isinstance(one.envelope.command, in_round.Return)
    ]
    assert returned == [seat for seat in SEATS if seat in shown and seat != _winner(world)]
    assert returned


def _winner(world: World) -> Seat:
    state = world.state(world.rounds()[-1])
    assert isinstance(state, Playing)
    return state.contest.winner


def test_a_whole_match_is_played_by_the_clock_alone(world: World) -> None:
    world.desk.match()
    world.go(1)
    for number in range(1, 100):
        go_on(world, number)
        if isinstance(of_match(world), Over):
            break
        world.go(4)
    over = of_match(world)
    assert isinstance(over, Over)
    assert over.rounds > 1
    assert over.winner is not None
    facts = [one.event for one in world.log.read("match/m")]
    assert facts[-1] == MatchWon(side=over.winner)
    assert sum(isinstance(one, MatchRoundStarted) for one in facts) == over.rounds
    assert all(isinstance(world.state(one), Settled) for one in world.rounds())
    world.go(30)
    assert len(world.rounds()) == over.rounds
    assert world.steward.health().matches == 0
    assert world.desk.house.state(wallet("m-p1")).matches == {}


def test_no_round_starts_for_a_disabled_player_until_enabled(world: World) -> None:
    world.desk.match()
    world.steward.step()
    disabled = of_wallet.DisablePlayer(reason="asked for a pause")
    world.desk.ask("wallet/m-p2", disabled, Origin.OPERATOR)
    go_on(world, 1)
    world.go(60)
    assert len(world.rounds()) == 1
    world.desk.ask("wallet/m-p2", of_wallet.EnablePlayer(reason="it is over"), Origin.OPERATOR)
    world.go(4)
    assert len(world.rounds()) == 2


def test_an_abandoned_match_plays_no_more(world: World) -> None:
    world.desk.match()
    world.go(20)
    (round_id,) = world.rounds()
    ask(world, in_match.AbandonMatch(reason="the power is out"), Origin.OPERATOR)
    assert isinstance(world.state(round_id), Voided)
    world.go(60)
    assert world.rounds() == [round_id]
    assert world.steward.health().rounds == 0


def test_the_clock_plays_for_who_is_away(world: World) -> None:
    world.desk.match()
    world.steward.step()
    for seat in SEATS:
        ask(world, in_match.QuitMatch(player=f"m-{seat}"))
    world.go_until(Playing, HOUR)
    ask(world, in_match.ComeBack(player="m-p1"))
    go_on(world, 1)
    world.go(4)
    assert len(world.rounds()) == 2


def test_a_voided_first_round_is_a_first_round_again_after_the_pause(world: World) -> None:
    world.desk.match()
    world.steward.step()
    (round_id,) = world.rounds()
    world.desk.ask(f"round/{round_id}", in_round.VoidRound(), Origin.OPERATOR)
    world.go(2)
    assert len(world.rounds()) == 1
    world.go(1)
    opened = world.facts(world.rounds()[-1])[0].event
    assert isinstance(opened, RoundOpened)
    assert opened.dealer is None


# ---- killed


@pytest.mark.parametrize("asked", range(1, 8))
def test_after_a_kill_in_the_middle_of_dealing_the_same_deck_goes_on(
    world: World, asked: int
) -> None:
    world.desk.match()
    world.desk.ask("match/m", in_match.StartMatchRound(round="r"), Origin.HOUSE)
    dying = world.new_steward(Mortal(world.log, world.time, asked, Random(asked)))
    if asked <= 6:
        with pytest.raises(Killed):
            dying.step()
        assert isinstance(world.state("r"), Dealing | TurningUp | Contesting)
    assert world.new_steward().step()
    assert isinstance(world.state("r"), Contesting)
    assert world.dealt("r") == world.dealing("r")
    assert len(world.facts("r")) == 7


def test_stewards_that_are_killed_in_turn_play_matches_once(world: World) -> None:
    for name in "ab":
        world.desk.match(name)
    assert killed_in_turn(world, Random(9), seconds=HOUR, commands=9) > 30
    assert len(world.rounds()) >= 2
    # `world` proves every round at the end, and that clock and house have acted once for each seat.


# ---- rounds without a committed deck


def test_hands_kitty_and_face_up_card_come_from_the_key_of_the_round(old_world: World) -> None:
    world = old_world
    world.desk.match()
    world.desk.ask("match/m", in_match.StartMatchRound(round="r"), Origin.HOUSE)
    world.steward.step()
    assert world.log.keys is not None
    deck, place = four_packs_of(world.log.keys, "round/r")
    hands, kitty = deal_from(deck, None)
    state = world.state("r")
    assert (state.hands, state.kitty) == (hands, kitty)
    turned = world.facts("r")[-1].event
    assert isinstance(turned, CardTurnedUp)
    assert (turned.seat, turned.card) == face_up(hands, place)
    assert state.turn == turned.seat


def test_who_dealt_from_another_deck_leaves_enough_for_all(old_world: World) -> None:
    world = old_world
    world.desk.match()
    world.desk.ask("match/m", in_match.StartMatchRound(round="r"), Origin.HOUSE)
    assert world.log.keys is not None
    deck, _ = four_packs_of(world.log.keys, "round/r")
    dealt = in_round.Deal(seat=SEATS[1], cards=deck[-52:])
    world.desk.ask("round/r", dealt, Origin.HOUSE)
    world.steward.step()
    state = world.state("r")
    assert isinstance(state, Contesting)
    assert state.hands[SEATS[1]] == deck[-52:]
    cards = [*state.kitty, *(card for hand in state.hands.values() for card in hand)]
    assert sorted(cards) == sorted(FOUR_PACKS)
