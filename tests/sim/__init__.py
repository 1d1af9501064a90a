"""The whole house by a seed: it holds, a seed repeats it, and its checkers find faults."""
