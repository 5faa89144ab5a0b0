"""Finders: each finds one kind of identifier in a text."""
