"""Suggestions: made by a model, a dictionary or rules; accepted or rejected as changes.

make    sets of suggestions for documents, with confidence
answer  the changes that accept and reject suggestions
"""
