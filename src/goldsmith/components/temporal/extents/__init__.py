"""Trained extents and types of times, for a corpus that marks times its own way.

Two models estimate extents: a CRF over the tokens (`tagger`), and a ranker that compares the
extents around each candidate of the rules (`ranker`). `selection` decides by both. A linear
classifier then decides the type (`types`): corpora confuse types, "after two weeks" is a date here
and a duration there, but it is one extent.
"""
