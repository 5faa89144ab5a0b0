"""Candidate concepts for a mention."""
