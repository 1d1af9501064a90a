"""A player's or the house's complaint about a round, from its claim to its end (H9)."""
