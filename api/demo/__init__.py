"""The demonstration: a house that serves, and bots that play in it as any client would."""
