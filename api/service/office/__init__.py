"""Disputes, adjustments and reveals over HTTP: the forms of their answers."""
