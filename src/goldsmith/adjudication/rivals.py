"""Rivals: versions by different annotators that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from goldsmith.adjudication.units import Candidate

#: The rule of `Rules` that decides whether both of two rivals may be kept.
OVERLAP, TYPES, ARGUMENTS = "overlap", "types", "arguments"


def find_rivals(candidates: Sequence[Candidate]) -> Iterator[tuple[str, str, str]]:
    """Yield the pairs of candidates that exclude each other, with the rule that excludes them.

    Annotations by the same annotator, such as nested mentions, are never rivals.
    """
    for first, second in combinations(candidates, 2):
        if set(first.made_by).isdisjoint(second.made_by):
            rule = _compare_relations(first, second) or _compare_mentions(first, second)
            if rule:
                yield first.id, second.id, rule


def _compare_mentions(first: Candidate, second: Candidate) -> str:
    if not (first.spans and second.spans):
        return TYPES if first.slot == second.slot >= 0 else ""
    if first.spans == second.spans:
        return TYPES
    overlaps = any(a.overlaps(b) for a in first.spans for b in second.spans)
    same = first.type == second.type or first.slot == second.slot
    return OVERLAP if overlaps and same else ""


def _compare_relations(first: Candidate, second: Candidate) -> str:
    """Compare relations: the same pair with another type, or one type with one other argument."""
    if not (first.arguments and second.arguments):
        return ""
    shared = sum(a == b for a, b in zip(first.arguments, second.arguments, strict=True))
    same_type = first.type == second.type
    return ARGUMENTS if shared == len(first.arguments) or (shared and same_type) else ""
