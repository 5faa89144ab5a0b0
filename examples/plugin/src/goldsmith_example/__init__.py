"""A format, a metric and a component for Goldsmith."""
