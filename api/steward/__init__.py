"""What the house does by itself: it deals, ends turns that are overdue, and starts rounds."""
