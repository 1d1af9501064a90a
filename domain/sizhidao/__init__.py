"""四支刀 Sizhidao: the rules of the first game, version 1 (docs/rules/sizhidao.md)."""
