"""A match of 比牌升級: its players and sides, the levels, scores and dealer, its running round."""
