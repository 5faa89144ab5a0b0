"""The families of documents: a module for each, with its writers in WRITERS.

A writer takes the page to write and the event that calls for the document:
`WRITERS[type, subtype](page, event)`.
"""
