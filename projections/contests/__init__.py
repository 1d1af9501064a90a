"""The contests 比牌 of rounds: who showed, who captured which pile, how much went back to whom."""
