"""Interactive search for concepts: by prefixes and words, tolerant of spelling errors."""
