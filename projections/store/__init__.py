"""Where the rows of the projections are kept: the database, the positions, and its migrations."""
