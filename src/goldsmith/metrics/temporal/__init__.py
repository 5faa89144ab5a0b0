"""Metrics of time expressions and temporal links."""
