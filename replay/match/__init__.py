"""A match of 比牌升級: the chain of its rounds, told and proven."""
