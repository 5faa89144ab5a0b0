"""Why agreement is low: differences, single documents, repeated mistakes, hard codes, merges.

`difference_counts` classifies the differences of each pair, `repetitions` finds the same mistake
made again and again, `hard_codes` the codes that annotators confuse. `influence` scores without
each document in turn, `trend` follows batches until agreement is stable, and `merges` measures
agreement as if types were merged. `causes` collects all of it in one pass; `tables` makes tables.
"""
