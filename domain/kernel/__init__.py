"""What every game and every stream of the house shares: deciders, refusals, seats."""
