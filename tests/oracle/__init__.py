"""A second reading of the rules, sharing no code with the product: tests compare the two."""
