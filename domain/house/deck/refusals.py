"""Why a cut is not taken, or cards are not dealt, in the order in which it is checked."""

from typing import ClassVar

from domain.kernel.refusal import Refusal


class DeckCommittedAlready(Refusal, frozen=True, kw_only=True):
    """The house binds itself to the deck of a stage once."""

    code: ClassVar[str] = "deck_committed_already"
    rule: ClassVar[str] = "H6.1"
    text: ClassVar[str] = "the deck of this stage is committed"


class BadDeck(Refusal, frozen=True, kw_only=True):
    """A deck is a pack, its secret has 32 bytes, and the time to cut it is always the same."""

    code: ClassVar[str] = "bad_deck"
    rule: ClassVar[str] = "H6.1"
    text: ClassVar[str] = "no deck has so many cards, such a secret, or that time to be cut in"


class NotCutting(Refusal, frozen=True, kw_only=True):
    """The round has no deck that is being cut."""

    code: ClassVar[str] = "not_cutting"
    rule: ClassVar[str] = "H6.3"
    text: ClassVar[str] = "no deck of this round is being cut"


class NotYourCut(Refusal, frozen=True, kw_only=True):
    """The seat is not asked: it has no anchor, is not dealt in, or has cut or missed already."""

    code: ClassVar[str] = "not_your_cut"
    rule: ClassVar[str] = "H6.3"
    text: ClassVar[str] = "no cut of this seat is waited for"


class WrongCut(Refusal, frozen=True, kw_only=True):
    """The value is not the one whose hash was deposited."""

    code: ClassVar[str] = "wrong_cut"
    rule: ClassVar[str] = "H6.3"
    text: ClassVar[str] = "this is not the value of the seat's anchor"


class NotCutYet(Refusal, frozen=True, kw_only=True):
    """Nothing is dealt of a deck before it is cut."""

    code: ClassVar[str] = "not_cut_yet"
    rule: ClassVar[str] = "H6.5"
    text: ClassVar[str] = "the deck of this stage is not cut yet"


class NotOfTheDeck(Refusal, frozen=True, kw_only=True):
    """The committed deck, as it was cut, deals other cards."""

    code: ClassVar[str] = "not_of_the_deck"
    rule: ClassVar[str] = "H6.5"
    text: ClassVar[str] = "the committed deck deals other cards"
