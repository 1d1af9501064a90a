"""Counts that pin whole orders and whole sets at once."""
