"""Where every point is: a journal in double entry, and the balances that it adds up to."""
