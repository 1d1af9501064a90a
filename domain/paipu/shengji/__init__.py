"""What a record of 比牌升級 says in its own words: levels and dealer, actions, the summary."""
