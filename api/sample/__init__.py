"""Sample rounds: the worked example and rounds between simple bots, written straight into a log."""
