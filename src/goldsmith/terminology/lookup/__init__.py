"""Find the names of a terminology in text."""
