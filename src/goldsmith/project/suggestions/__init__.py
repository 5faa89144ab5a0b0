"""Suggestions from a model, a dictionary or rules, which annotators accept or reject.

make    sets of suggestions for documents, with confidence
answer  the changes that accept and reject suggestions
"""
