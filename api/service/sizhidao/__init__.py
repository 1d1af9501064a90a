"""四支刀 over the service: the forms of its rounds, and how each viewer may see them."""
