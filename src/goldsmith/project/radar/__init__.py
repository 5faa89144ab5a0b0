"""The consistency radar: annotations that differ from those of the same words elsewhere.

wordings      tokens, normalised wordings, and the occurrences of mentions' wordings in a text
questions     a question about a place: is it marked, its type, codes, attributes, extent
inquiry       every question about a document
counts        the counts of answers, by wording and context, in bounded memory
score         how likely an answer is a slip, calibrated on the corpus itself
hierarchy     which codes are broader or narrower than others
find          the passes over the corpus
page, tables  the output
"""
