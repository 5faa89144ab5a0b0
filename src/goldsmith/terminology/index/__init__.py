"""Compiled terminologies: the arrays on disk and how they are built."""
