"""Where work is done: here, in several processes, or inside spaCy."""
