"""What went wrong around the house, and which processes served it (H16), a stream for each day."""
