"""The rake 公點 that the house took, by player, round and pot."""
