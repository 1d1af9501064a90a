"""Signed checkpoints of the whole log, and the proofs that lead to them (docs/checkpoints.md)."""
