"""Copying a whole log: into a file that is a log itself, and from there into a new one."""
