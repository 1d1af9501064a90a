"""The level ledger of matches of 比牌升級: every change of a side's level, and what caused it."""
