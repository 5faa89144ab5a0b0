"""Writes the documents that a made-up life leaves, with gold for every layer."""
