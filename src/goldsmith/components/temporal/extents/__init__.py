"""Trained extents and types of times, for a corpus with its own annotation style.

Two models estimate extents: a CRF over the tokens (`tagger`), and a ranker that compares the
extents around each of the rules' candidates (`ranker`). `selection` combines both. A linear
classifier then decides the type (`types`), since corpora are inconsistent about types: "after two
weeks" may be a date in one place and a duration in another, with the same extent.
"""
