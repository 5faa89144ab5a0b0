"""Releases: a gold standard frozen with all dependencies, hashed and verified on use."""
