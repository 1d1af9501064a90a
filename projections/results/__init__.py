"""What every seat got out of every round that is over, for reports."""
