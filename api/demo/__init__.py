"""The demonstration: a worked example and rounds between simple bots, played into a log."""
