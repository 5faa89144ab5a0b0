"""Summarise a chronicle in plain sentences, each with its evidence."""

from goldsmith.chronicle.summary.write import Length, Sentence, format_summary, summarise

__all__ = ["Length", "Sentence", "format_summary", "summarise"]
