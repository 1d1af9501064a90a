"""Cards, packs of cards and how they are written."""
