"""Disputes and adjustments as they stand: by whom, about what, since when, how they ended."""
