"""Dictionary lookup of the names of a terminology in text."""
