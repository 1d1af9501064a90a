"""Everything together on a real PostgreSQL server, used as operators use it."""
