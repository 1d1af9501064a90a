"""The whole house in one process, under a time of its own, with faults by a seed."""
