"""Checks on the source itself: size, words, imports, pins, paths."""
