"""The tricks 墩 of rounds: who led what, who played what, who won it and why."""
