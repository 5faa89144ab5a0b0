"""Releases: a gold standard frozen with all that it depends on, hashed and verified on use."""
