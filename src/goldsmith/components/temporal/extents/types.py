"""Types and values of trained extents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from goldsmith.components.temporal.resolution.values import Reference, TimeExpression, Timex
from goldsmith.core import Mention, Span
from goldsmith.pipeline.analysis import Analysis

#: The number of words before and after an extent that are features of its type.
_WINDOW: Final = 3


def describe_time(analysis: Analysis, mention: Mention, candidates: Sequence[Timex]) -> list[str]:
    """Return the features of a type: words inside and around, and the rules' candidate."""
    first, end = analysis.find_tokens(Span(mention.start, mention.end))
    words = analysis.tokens.words[max(0, first - _WINDOW) : end + _WINDOW]
    low = [_generalise(word) for word in words]
    at, stop = min(first, _WINDOW), min(first, _WINDOW) + end - first
    return [*_list_words(low, at, stop), *_list_candidates(mention, candidates)]


def _list_words(low: Sequence[str], at: int, stop: int) -> Iterator[str]:
    inside = low[at:stop]
    yield from (f"w={word}" for word in inside)
    yield from (f"ww={a} {b}" for a, b in pairwise(inside))
    if inside:
        yield f"first={inside[0]}"
        yield f"last={inside[-1]}"
    for distance, word in enumerate(reversed(low[:at]), 1):
        yield f"-{distance}={word}"
        yield f"before={word}"
    for distance, word in enumerate(low[stop:], 1):
        yield f"+{distance}={word}"
        yield f"behind={word}"


def _list_candidates(mention: Mention, candidates: Sequence[Timex]) -> Iterator[str]:
    best = find_candidate(mention, candidates)
    if best is not None:
        yield f"type={best.expression.type}"
        yield f"pattern={best.expression.pattern}"


def _generalise(word: str) -> str:
    return "9" * len(word) if word.isdigit() else word.lower()


def find_candidate(mention: Mention, candidates: Sequence[Timex]) -> Timex | None:
    """Find the candidate that overlaps a mention most, or None."""
    best = max(candidates, key=lambda timex: _measure_overlap(mention, timex), default=None)
    return best if best is not None and _measure_overlap(mention, best) else None


def _measure_overlap(mention: Mention, timex: Timex) -> int:
    expression = timex.expression
    return max(0, min(mention.end, expression.end) - max(mention.start, expression.start))


def adopt_value(mention: Mention, candidates: Sequence[Timex]) -> Timex:
    """Return a mention as an expression, with the value of the candidate it overlaps, if any."""
    best = find_candidate(mention, candidates)
    if best is None:
        expression = TimeExpression(
            mention.start, mention.end, 0, 0, mention.type, Reference(""), pattern="trained"
        )
        return Timex(expression, "")
    expression = replace(best.expression, start=mention.start, end=mention.end, type=mention.type)
    return replace(best, expression=expression)
