"""What the house did around its rounds, fact by fact, for reports; and whose accounts are tests."""
