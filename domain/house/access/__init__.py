"""Who was let see all cards of a round, why, and each time that it was done (H9.7, H9.8)."""
