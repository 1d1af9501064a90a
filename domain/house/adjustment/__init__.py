"""Points that two persons of the house give a wallet or take from it, with a reason (H10)."""
