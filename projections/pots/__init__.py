"""The pots P1, P2, P3 … of a round after every fact."""
