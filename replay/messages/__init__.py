"""Texts in three languages: catalogues by their English templates, and who says them."""
