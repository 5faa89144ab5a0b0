"""Families of documents: one module for each, with its writers in WRITERS.

Call a writer with the page to write and the event that the document is for:
`WRITERS[type, subtype](page, event)`.
"""
