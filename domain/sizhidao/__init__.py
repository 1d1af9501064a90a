"""四支刀 Sizhidao: the rules of the first game, version 1, clause by clause (docs/rules/sizhidao.md)."""
