"""Transformers for tagging words (extra `neural`)."""

from goldsmith.learning.transformer.tagger import FineTuningSettings, TransformerTagger

__all__ = ["FineTuningSettings", "TransformerTagger"]
