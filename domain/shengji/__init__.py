"""比牌升級: the rules of a round, one file an idea (docs/rules/shengji.md)."""
