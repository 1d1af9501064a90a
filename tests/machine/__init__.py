"""Machines that drive the rules with any sequence of commands."""
