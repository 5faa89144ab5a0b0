"""From the sets of several annotators to a consensus set: queue, decisions, consensus, summary."""
