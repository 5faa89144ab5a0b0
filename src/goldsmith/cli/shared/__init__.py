"""Options and output that several commands share."""
