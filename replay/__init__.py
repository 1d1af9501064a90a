"""Deriving rounds again: from the log, from a record, and proving that nothing was changed."""
