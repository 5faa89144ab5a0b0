"""Resolves expressions to TIMEX3 values: typed values, calendar arithmetic, and anchors."""
