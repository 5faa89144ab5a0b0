"""The engine of all metrics: counts, values, slices, bootstrap intervals, significance tests."""
