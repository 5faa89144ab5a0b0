"""Use cases of measurement: agree, score, compare, report."""
