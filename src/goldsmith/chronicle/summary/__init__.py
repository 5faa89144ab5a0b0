"""Summaries of a chronicle in plain sentences, each with the places it rests on."""

from goldsmith.chronicle.summary.write import Length, Sentence, format_summary, summarise

__all__ = ["Length", "Sentence", "format_summary", "summarise"]
