"""From expressions to TIMEX3 values: typed values, the calendar, and what a time is relative to."""
