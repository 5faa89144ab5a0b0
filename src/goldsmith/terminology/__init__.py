"""Terminologies: read from releases, compiled, looked up in text, searched, used for coding."""
