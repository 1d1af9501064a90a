"""The committed decks of a round and their cuts (H6), a stream beside each round."""
