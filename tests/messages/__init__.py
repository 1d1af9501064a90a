"""Texts in three languages: nothing missing, nothing unused, one wording."""
