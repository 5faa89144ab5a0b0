"""Which mention of A is which of B: the one answer that metrics, adjudication and screens share."""

from goldsmith.alignment.pairing import Aligned, Pairing, align, by_type

__all__ = ["Aligned", "Pairing", "align", "by_type"]
