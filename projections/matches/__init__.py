"""The matches of 比牌升級: who plays, how far they are, which rounds they had."""
