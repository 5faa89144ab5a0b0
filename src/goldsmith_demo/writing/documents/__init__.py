"""What documents look like: one module for each family, its writers in WRITERS.

A writer takes the page to write and the event that calls for the document:
`WRITERS[type, subtype](page, event)`.
"""
