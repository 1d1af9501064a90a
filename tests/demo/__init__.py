"""The demonstration: a house that serves, its bots, and how it stops and goes on."""
