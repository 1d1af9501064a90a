"""Records with the summaries that they must come to, and tests that run them all."""
