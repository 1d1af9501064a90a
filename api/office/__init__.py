"""Disputes and adjustments for those who handle them, at a terminal or over HTTP (H9, H10)."""
