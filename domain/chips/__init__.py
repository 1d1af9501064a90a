"""Whole points: reading, sharing and raking them. Never floats."""
