"""The committed decks of a round: decided again, and compared with its cards (H6)."""
