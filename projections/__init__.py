"""Views built from the log: what a table shows, derived from facts alone."""
