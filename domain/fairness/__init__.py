"""Decks that anybody who knows the seed can deal again."""
