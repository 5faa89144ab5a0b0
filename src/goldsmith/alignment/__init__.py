"""The alignment of two lists of mentions, shared by metrics, adjudication and review screens."""

from goldsmith.alignment.pairing import AlignedPair, Alignment, align, get_type

__all__ = ["AlignedPair", "Alignment", "align", "get_type"]
