"""Terminologies: import from releases, compilation, lookup in text, search and coding."""
