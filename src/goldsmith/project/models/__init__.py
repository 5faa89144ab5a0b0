"""Use cases of extraction: train, evaluate, extract, rank."""
