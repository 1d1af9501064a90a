"""What a fact in one stream brings to others: pure policies above games and house."""
