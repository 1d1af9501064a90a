"""A table of 四支刀: its settings, who sits where with which stack, its head, its running round."""
