"""Merge observations of a patient into events on one time axis."""

from goldsmith.chronicle.merge.build import build_chronicle
from goldsmith.chronicle.merge.rules import MergeRules, load_merge_rules

__all__ = ["MergeRules", "build_chronicle", "load_merge_rules"]
