"""No hidden card leaves the house by any way out of it, and the live socket tells all, once."""
