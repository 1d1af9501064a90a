"""The log: every fact of the house, in streams, chained, stored once and never changed."""
