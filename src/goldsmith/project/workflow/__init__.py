"""Use cases of a team's work that need more than the store: agreement, samples, plans, effort.

counting    compares the sets of a batch, document by document
agreement   measures a batch, and decides whether it passes
views       agreement by iteration, pair, background, arm …, from the counts of all batches
batches     makes batches, optionally from a sample
plans       assignment plans with rotating pairs
effort      hours, and the number of documents that fit in the time
"""
