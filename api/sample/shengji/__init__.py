"""Bots of 比牌升級: each chooses out of its own hand and what lies open, a little by chance."""
