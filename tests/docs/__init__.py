"""The documentation says what the program does: compared both ways, and its examples run."""
