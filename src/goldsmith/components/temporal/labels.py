"""Labels of tokens in and around the candidates of the rules: features of the trained extents.

Whether a corpus marks "after 18 months" with its preposition depends on both sides of the
candidate. So its tokens get the words around it as labels, and the tokens around it get its type,
its pattern, and the word on its other side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from goldsmith.components.temporal.resolution.values import TimeExpression, Timex
from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis

#: First token, end and label.
TokenLabel = tuple[int, int, str]


def label_candidates(analysis: Analysis, candidates: Iterable[Timex]) -> Iterator[TokenLabel]:
    """Label the tokens of each candidate and those next to it."""
    words = [word.lower() for word in analysis.tokens.words]
    for timex in candidates:
        expression = timex.expression
        first, end = analysis.find_tokens(Span(expression.start, expression.end))
        if first < end:
            yield from _label_inside(words, first, end, expression)
            yield from _label_outside(words, first, end, expression)


def _label_inside(
    words: Sequence[str], first: int, end: int, expression: TimeExpression
) -> Iterator[TokenLabel]:
    """Label the tokens of a candidate with type, pattern, last word and the words around it."""
    yield first, end, f"time:{expression.type}"
    yield first, end, f"time:{expression.pattern}"
    yield first, end, f"last={words[end - 1]}"
    for size in (1, 2):
        yield first, end, f"before{size}={' '.join(words[max(0, first - size) : first])}"
        yield first, end, f"behind{size}={' '.join(words[end : end + size])}"


def _label_outside(
    words: Sequence[str], first: int, end: int, expression: TimeExpression
) -> Iterator[TokenLabel]:
    """Label two tokens on either side of a candidate."""
    sides = (("<", first - 1, -1, words[end : end + 1]), (">", end, 1, words[first - 1 : first]))
    for side, token, step, across in sides:
        if 0 <= token < len(words):
            yield token, token + 1, f"{side}time:{expression.type}"
            yield token, token + 1, f"{side}time:{expression.pattern}"
            yield token, token + 1, f"{side}across={''.join(across)}"
        if 0 <= token + step < len(words):
            yield token + step, token + step + 1, f"{side}{side}time:{expression.type}"
