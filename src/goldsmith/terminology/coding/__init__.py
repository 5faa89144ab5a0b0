"""Candidate generation: the concepts that a mention may stand for."""
