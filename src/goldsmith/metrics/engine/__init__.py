"""What every metric is built on: counting, values, slices, intervals, significance."""
