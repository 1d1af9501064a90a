"""What can be asked of matches, ledgers, contests and tricks, against the facts themselves."""

from collections import Counter
from collections.abc import Iterator
from typing import TypeVar

from domain.kernel.decider import Event
from domain.log.store import Log
from domain.shengji import events
from domain.shengji.sides import SEATS
from projections.contests import query as contests
from projections.levels import query as levels
from projections.matches import query as matched
from projections.rounds import query as rounds
from projections.rounds.search import Wanted, search
from projections.scores import query as scores
from projections.tricks import query as tricks
from tests.projections.conftest import Store
from tests.projections.match_room import PLAYERS

E = TypeVar("E", bound=Event)
ALL_POINTS = 400


def told(log: Log, stream: str, kind: type[E]) -> list[E]:
    """The facts of one kind in a stream."""
    return [one.event for one in log.read(stream) if isinstance(one.event, kind)]


def settled(log: Log) -> Iterator[tuple[str, events.RoundSettled]]:
    """The rounds that were played to their ends, and how those were."""
    for stream in log.streams("round/"):
        for end in told(log, stream, events.RoundSettled):
            yield stream.removeprefix("round/"), end


def test_matches_are_listed_newest_first_with_their_seats(matches: Store) -> None:
    with matches.views.reading() as connection:
        listed = matched.list_matches(connection)
        assert [line.match.match for line in listed] == ["hall", "bed", "tea", "cup"]
        states = [line.match.status for line in listed]
        assert states == ["waiting", "running", "abandoned", "won"]
        assert [seat.player for seat in listed[0].seats] == [None] * 4
        assert [seat.player for seat in listed[1].seats] == list(PLAYERS.values())
        assert [seat.away for seat in listed[1].seats] == [0, 1, 0, 0]
        assert listed[2].match.reason == "the lamp went out"
        page = matched.list_matches(connection, limit=1)
        before = matched.Wanted(before=page[0].match.opened_position)
        assert [*page, *matched.list_matches(connection, before)] == listed
        assert matched.list_matches(connection, matched.Wanted(status="won")) == listed[3:]
        assert matched.list_matches(connection, matched.Wanted(player="moe")) == listed[1:]
        assert matched.find_match(connection, "bed") == listed[1]
        assert matched.find_match(connection, "never") is None


def test_a_running_match_names_the_round_that_runs(matches: Store) -> None:
    with matches.views.reading() as connection:
        found = matched.find_match(connection, "bed")
        played = matched.rounds_of_match(connection, "bed")
        assert found is not None
        assert (found.match.running, found.match.rounds) == ("bed-3", 3)
        assert [one.status for one in played] == ["voided", "complete", "interrupted"]
        assert (played[0].dealer, played[1].dealer) == (None, None)
        assert played[2].dealer == played[1].next_dealer == found.match.dealer
        assert list(matched.rounds_of_match(connection, "bed", after=1)) == list(played)[1:]


def test_levels_chain_from_the_first_round_to_the_end(matches: Store) -> None:
    with matches.views.reading() as connection:
        ledger = levels.levels_of_match(connection, "cup", limit=1_000)
        found = matched.find_match(connection, "cup")
        assert found is not None
        standing = {"A": "9", "B": "9"}
        for line in ledger:
            assert line.before == standing[line.side], line
            standing[line.side] = line.after
            assert (line.gained_for is None) == (line.gained == 0)
            assert (line.lost_for is None) == (line.lost == 0)
        assert standing == {"A": found.match.level_a, "B": found.match.level_b}
        assert found.match.winner in standing
        assert standing[found.match.winner] == "J"
        causes = {line.gained_for for line in ledger} | {line.lost_for for line in ledger}
        assert causes >= {"held", "ace_captured"}
        half = levels.levels_of_match(connection, "cup", after=ledger[2].position)
        assert len(half) < len(ledger)


def test_the_levels_of_a_round_are_those_that_it_changed(matches: Store) -> None:
    checked = 0
    with matches.views.reading() as connection:
        for round_id, _ in settled(matches.log):
            changes = told(matches.log, f"round/{round_id}", events.LevelChanged)
            wanted = sorted((one.side.value, one.before, one.after) for one in changes)
            rows = levels.levels_of_round(connection, round_id)
            assert [(row.side, row.before, row.after) for row in rows] == wanted
            checked += len(wanted)
    assert checked > 3


def test_scores_add_up_to_zero_and_to_the_standing_of_the_match(matches: Store) -> None:
    with matches.views.reading() as connection:
        assert scores.unbalanced(connection) == []
        for name in ("cup", "bed"):
            found = matched.find_match(connection, name)
            assert found is not None
            by_seat = scores.scores_by(connection, "seat", scores.Wanted(match=name))
            added = {row.seat: row.score for row in by_seat}
            assert added == {seat.seat: seat.score for seat in found.seats}
            assert sum(added.values()) == 0
        won = scores.scores_by(connection, "seat", scores.Wanted(match="cup", cause="match_won"))
        assert sorted(row.score for row in won) == [-10, -10, 10, 10]


def test_the_scores_of_a_round_are_those_of_its_end(matches: Store) -> None:
    checked = 0
    with matches.views.reading() as connection:
        for round_id, end in settled(matches.log):
            lines = scores.score_lines(connection, scores.Wanted(round=round_id))
            added: Counter[str] = Counter()
            for line in lines:
                added[line.seat] += line.score
                assert line.player == dict(PLAYERS)[line.seat]
            assert {seat: added[seat] for seat in SEATS} == dict(end.scores)
            checked += 1
        mine = scores.score_lines(connection, scores.Wanted(player="kim"), limit=1_000)
        assert {line.seat for line in mine} == {"p1"}
        later = scores.score_lines(
            connection, scores.Wanted(player="kim"), after=mine[0].position, limit=1_000
        )
        assert list(later) == list(mine)[1:]
    assert checked > 5


def test_all_points_of_a_settled_round_are_in_tricks_and_kitty(matches: Store) -> None:
    checked = 0
    with matches.views.reading() as connection:
        for round_id, end in settled(matches.log):
            counted = tricks.points_of(connection, round_id)
            assert counted.kitty is not None
            assert counted.tricks + counted.kitty == ALL_POINTS
            last = tricks.tricks_of(connection, round_id)[-1].trick
            captured = last.kitty_points * last.kitty_multiplier
            assert last.attack_points + captured == end.attack_points
            checked += 1
        running = tricks.points_of(connection, "bed-3")
        assert running.kitty is None
        assert tricks.points_of(connection, "never") == (0, None)
    assert checked > 5


def test_every_card_that_left_a_hand_is_in_a_trick(matches: Store) -> None:
    with matches.views.reading() as connection:
        for round_id, _ in settled(matches.log):
            played: Counter[str] = Counter()
            for line in tricks.tricks_of(connection, round_id):
                assert [play.place for play in line.plays] == [0, 1, 2, 3]
                assert len(line.aces) == line.trick.aces
                assert line.plays[0].seat == line.trick.leader
                for play in line.plays:
                    faces = play.faces.split()
                    assert len(faces) == line.trick.cards
                    played[play.seat] += len(faces)
            assert played == dict.fromkeys(SEATS, 52)


def test_tricks_are_paged_and_an_attempt_is_told(matches: Store) -> None:
    (round_id, _), *_rest = settled(matches.log)
    stream = f"round/{round_id}"
    with matches.views.reading() as connection:
        found = tricks.tricks_of(connection, round_id)
        leads = told(matches.log, stream, events.CardsLed)
        won = told(matches.log, stream, events.TrickWon)
        assert [line.trick.trick for line in found] == [one.trick for one in leads]
        assert [line.trick.attempted for line in found] == [
            " ".join(one.attempted) or None for one in leads
        ]
        assert [(line.trick.winner, line.trick.why, line.trick.points) for line in found] == [
            (one.seat, one.why, one.points) for one in won
        ]
        assert tricks.tricks_of(connection, round_id, after=4, limit=3) == found[5:8]
        assert tricks.tricks_of(connection, "never") == []


def test_a_contest_tells_who_showed_captured_and_got_back_how_many(matches: Store) -> None:
    checked: Counter[str] = Counter()
    with matches.views.reading() as connection:
        for round_id, _ in settled(matches.log):
            stream = f"round/{round_id}"
            found = contests.find_contest(connection, round_id)
            assert found is not None
            (won,) = told(matches.log, stream, events.ContestWon)
            assert (found.contest.winner, found.contest.points) == (won.seat, won.points)
            exchanges = contests.exchanges_of(found.steps)
            assert sum(one.points for one in exchanges.values()) == won.points
            shown = [card for one in exchanges.values() for card in one.shown]
            assert Counter(shown) == Counter(won.cards)
            for seat, one in exchanges.items():
                owed = 0 if seat == won.seat else len(one.shown)
                assert one.returned == owed
                checked[one.captured_by or "nobody"] += 1
        assert contests.find_contest(connection, "never") is None
    assert checked["nobody"] > 5
    assert len(checked) > 2


def test_the_rounds_of_a_match_are_found_like_any_others(matches: Store) -> None:
    with matches.views.reading() as connection:
        found = search(connection, Wanted(match="bed")) or ()
        assert [(line.round, line.status) for line in found] == [
            ("bed-3", "interrupted"),
            ("bed-2", "complete"),
            ("bed-1", "voided"),
        ]
        assert {line.game for line in found} == {"shengji"}
        for round_id, end in settled(matches.log):
            line = rounds.find_round(connection, round_id)
            assert line is not None
            assert line.round.attack_points == end.attack_points
            assert line.round.winners == end.winners.value
            assert {seat.seat: seat.score for seat in line.seats} == dict(end.scores)
        assert len(search(connection, Wanted(player="ned")) or ()) == len(search(connection) or ())
