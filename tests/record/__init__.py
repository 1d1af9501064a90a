"""The record format: what is read, what is refused, and how the command says so."""
