"""The rules of the games and the log they are written in."""
