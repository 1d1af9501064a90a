"""The round record 牌譜, format 1: a round as text that a person reads and a program re-runs."""
