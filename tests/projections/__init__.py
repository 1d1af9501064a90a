"""Views built from facts."""
