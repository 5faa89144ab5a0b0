"""Metrics of time expressions and of temporal links."""
