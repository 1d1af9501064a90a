"""What every kind of log does alike."""
