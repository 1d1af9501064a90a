"""What auditors found who made whole decks again from their secrets (H6.7): one stream for all."""
