"""What a house could forge in a bundle, with its own keys, both verifiers find."""

from base64 import b64encode
from collections.abc import Callable, Sequence
from types import ModuleType

import pytest

from domain.cards.card import PACK, Card
from domain.fairness.committed import Where, leaf_of
from domain.fairness.cut import cut_of, order_by
from domain.fairness.tree import path_of, root_of
from domain.kernel.seats import Seat
from replay.bundle.check import checked
from replay.bundle.form import read
from replay.checks import Verdict
from replay.words import EVERYTHING, Viewer
from tests.bundle.conftest import Bundled, both
from tests.bundle.forging import (
    Plain,
    asked,
    commands_of,
    facts_of,
    forged,
    moved,
    plain,
    resealed,
    rows_of,
    without,
)
from tests.bundle.hall import SIGNER

KEY = str(SIGNER.verifiers[0])
VIEWERS: list[Viewer] = [None, Seat("p1"), EVERYTHING]
Forge = Callable[[Plain], None]


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("round_id", ["t4", "m1"])
def test_a_bundle_that_is_only_made_anew_holds(
    bundled: Bundled, verifier: ModuleType, round_id: str, viewer: Viewer
) -> None:
    assert both(verifier, forged(plain(bundled(round_id, viewer)))) == (0, 0)


# ---- decks that are not committed, not cut, or cut too late


def never_cut(bundle: Plain) -> None:
    without(bundle, "deck", 2)
    bundle["openings"] = []


def cut_by_nobody(bundle: Plain) -> None:
    names = [row["name"] for row in rows_of(bundle, "deck")]
    without(bundle, "deck", names.index("fair.DeckCut.1") + 1)
    bundle["openings"] = []


def playoff_without(bundle: Plain) -> None:
    names = [row["name"] for row in rows_of(bundle, "deck")]
    without(bundle, "deck", names.index("fair.DeckCut.1") + 2)
    bundle["openings"] = [one for one in bundle["openings"] if one["stage"] == 0]


def dealt_first(bundle: Plain) -> None:
    dealt = {asked(row) for row in rows_of(bundle, "round") if row["name"].endswith("CardsDealt.1")}
    opening = asked(rows_of(bundle, "round")[0])
    moved(bundle, lambda row: asked(row) in {opening, *dealt})


def no_deck_and_a_turn_for_it(bundle: Plain) -> None:
    without(bundle, "deck", 1)
    bundle["keys"] = [one for one in bundle["keys"] if not one["stream"].startswith("deck/")]
    bundle["openings"] = []


def with_commitments(**changes: object) -> Forge:
    def forge(bundle: Plain) -> None:
        told = commands_of(bundle, "fair.CommitDeck.1") + facts_of(bundle, "fair.DeckCommitted.1")
        for one in told:
            one.update({name: value for name, value in changes.items() if name in one})

    return forge


FORGED: dict[str, Forge] = {
    "never cut": never_cut,
    "cut by nobody": cut_by_nobody,
    "a playoff without a deck": playoff_without,
    "dealt before the cut": dealt_first,
    "no deck, and a turn for it": no_deck_and_a_turn_for_it,
    "no time to cut": with_commitments(seconds=0),
    "another venue": with_commitments(venue="table/other"),
    "another round": with_commitments(round="t1"),
    **{
        f"{cards} cards": with_commitments(cards=cards)
        for cards in (-5, 0, 1, 51, 53, 104, 216, 3 * 10**8, 10**12, 2**63, 10**30)
    },
    "flag of cards": with_commitments(cards=True),
    "large root": with_commitments(root="AB" * 32),
}


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("how", FORGED)
def test_a_forged_deck_is_found_by_both(
    bundled: Bundled, verifier: ModuleType, viewer: Viewer, how: str
) -> None:
    bundle = plain(bundled("t4", viewer))
    FORGED[how](bundle)
    assert both(verifier, forged(bundle)) == (1, 1)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_round_of_a_table_without_a_deck_is_not_proven_by_a_bundle(
    bundled: Bundled, verifier: ModuleType, viewer: Viewer
) -> None:
    """Only the log tells whether it is older than decks."""
    bundle = plain(bundled("t4", viewer))
    no_deck_and_a_turn_for_it(bundle)
    clock = rows_of(bundle, "clock")
    clock[:] = [row for row in clock if not row["body"]["event"]["turn"].endswith("cutting")]
    content = forged(bundle)
    assert both(verifier, content) == (2, 2)
    told = [one for one in checked(read(content), SIGNER.verifiers).checks if "deck" in one.name]
    assert [one.verdict for one in told] == [Verdict.UNCHECKED]


# ---- cards that no pack has


LOW: Sequence[str] = ["2s", "2h", "2d", "2c", "3s"]


@pytest.mark.parametrize("cards", [LOW, ["ZZ", "Qq", "Xy", "??"], ["SJ", "BJ"]])
def test_opened_cards_that_no_pack_has_are_found_by_both(
    bundled: Bundled, verifier: ModuleType, cards: Sequence[str]
) -> None:
    bundle = plain(bundled("t2", Seat("p1")))
    assert len(bundle["openings"]) == 4
    of_another_pack(bundle, cards)
    assert both(verifier, forged(bundle)) == (1, 1)


def test_another_pack_that_cannot_be_seen_is_for_an_audit(
    bundled: Bundled, verifier: ModuleType
) -> None:
    bundle = plain(bundled("t2", Seat("p1")))
    of_another_pack(bundle, [*PACK[:48], *PACK[44:48]])
    assert both(verifier, forged(bundle)) == (0, 0)


def of_another_pack(bundle: Plain, cards: Sequence[str]) -> None:
    """Commit to any cards, and deal p1 the ones that come to it by root and cuts."""
    where, (fact,) = Where(bundle["round"], 0), facts_of(bundle, "fair.DeckCommitted.1")
    deck = [Card(cards[index % len(cards)]) for index, _ in enumerate(PACK)]
    leaves = [leaf_of(where, index, card, bytes(32)) for index, card in enumerate(deck)]
    fact["root"] = root_of(leaves).hex()
    seats = tuple(Seat(one["seat"]) for one in fact["cutters"])
    values = {
        one["seat"]: bytes.fromhex(one["value"]) for one in facts_of(bundle, "fair.CutRevealed.1")
    }
    (done,) = facts_of(bundle, "fair.DeckCut.1")
    cut = cut_of(where, root_of(leaves), seats, values)
    done["cut"] = cut.hex()
    order = order_by(cut, len(PACK))
    bundle["openings"] = [
        {
            **one,
            "index": order[one["place"]],
            "card": deck[order[one["place"]]],
            "salt": "A" * 43 + "=",
            "path": [b64encode(part).decode() for part in path_of(order[one["place"]], leaves)],
        }
        for one in bundle["openings"]
    ]
    own = [one["card"] for one in bundle["openings"]]
    for row in rows_of(bundle, "round"):
        event = row["body"]["event"]
        if row["name"] == "sizhidao.CardsDealt.1" and event["seat"] == "p1":
            resealed(bundle, row, {"cards": own})
