"""The score ledger of rounds of 比牌升級: what every seat scored, and for what."""
