"""Shuffling by a seed: even, and the same for ever."""
