"""A second reading of the rules of 比牌升級, from the rules pages and from nobody's code."""
