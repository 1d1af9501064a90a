"""The house around the games: wallets and tables, each a stream with a small decider."""
