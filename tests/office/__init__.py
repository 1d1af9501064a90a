"""Disputes and adjustments at a terminal."""
