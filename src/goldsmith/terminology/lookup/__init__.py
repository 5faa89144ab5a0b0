"""Dictionary look-up: the names of a terminology in text."""
