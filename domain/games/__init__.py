"""The games of the house side by side: what each is for whatever runs, stores or tells rounds."""
