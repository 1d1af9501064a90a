"""Alembic's scripts for the tables of views."""
