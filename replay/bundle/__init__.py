"""Bundles: a round in one file that proves itself, without a log and without a network."""
