"""Checkpoints: notes, tiles, proofs, and who takes them."""
