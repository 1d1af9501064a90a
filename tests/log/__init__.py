"""The log: bytes, chain, files."""
