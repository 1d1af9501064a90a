"""Points of a player outside tables, and the counter-account of all that came in and went out."""
