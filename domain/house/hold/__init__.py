"""What keeps the data keys of a round from being erased: the disputes about it (H9.6)."""
