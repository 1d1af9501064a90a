"""External references, each a stream of its own, so that none is used twice (H2.2)."""
