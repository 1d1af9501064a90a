"""Reports of the house: what each tells, in which forms, and for which time."""
