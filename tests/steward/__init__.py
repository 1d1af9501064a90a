"""What the house does by itself: deals, late turns, next rounds; one process at a time."""
