"""The consistency radar: annotations that a set treats unlike the same words elsewhere.

wordings      tokens, normalised wordings, and where the wordings of mentions occur in a text
questions     what is asked about each place: is it marked, its type, codes, attributes, extent
counts        how often each answer is given, by wording and context, in bounded memory
score         how likely an answer is a slip, calibrated on the corpus itself
hierarchy     which codes are broader or narrower than others
find          the passes over the corpus
page, tables  what people read
"""
