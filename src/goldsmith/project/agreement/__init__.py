"""Use cases of measurement: agreement, scores, comparison, report."""
