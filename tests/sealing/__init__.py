"""Sealed parts and their keys: what is stored gives no card away, and opens for whom it should."""
