"""Stored rounds told, proven and exported, and tampering found."""
