"""The form of everything stored, kept: a schema and a sample of every event and command."""
