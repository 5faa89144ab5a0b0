"""Candidate generation: the concepts that a mention may refer to."""
