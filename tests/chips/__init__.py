"""Whole points."""
