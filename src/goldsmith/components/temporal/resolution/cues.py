"""Cues around an expression: tense, anchor events, and the spelling that hints at date order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from goldsmith.components.temporal.expressions.grammar import Cues
from goldsmith.components.temporal.expressions.shapes import PARAGRAPH, Shape
from goldsmith.components.temporal.resolution.values import TimeExpression

#: The number of tokens before and after an expression, including blanks, to search for cues.
_BEFORE: Final = 30
_AFTER: Final = 14
_STOPS: Final = frozenset(".!?;")
PAST, FUTURE = -1, 1


class CueFinder:
    """Finds the cues around expressions of a text."""

    def __init__(self, cues: Cues) -> None:
        self._directions = {
            **dict.fromkeys(cues.past.split(), PAST),
            **dict.fromkeys(cues.future.split(), FUTURE),
        }
        self._anchors = {
            word: name for name, words in cues.anchors.items() for word in words.split()
        }
        self._orders = {
            **dict.fromkeys(cues.day_first.split(), True),
            **dict.fromkeys(cues.month_first.split(), False),
        }

    def find_direction(self, shape: Shape, expression: TimeExpression) -> int:
        """Return whether an expression is in the past (-1) or future (1); 0 without evidence.

        The nearest cue before the expression decides; failing that, the nearest after it.
        """
        return self._find_first(_list_neighbours(shape, expression))

    def is_over(self, shape: Shape, expression: TimeExpression) -> bool:
        """Return whether the verb after an expression is in the past, as in "In July she had"."""
        return self._find_first(_list_after(shape, expression)) == PAST

    def _find_first(self, tokens: Iterable[str]) -> int:
        """Return the direction of the first token that has one, or 0."""
        return next(filter(None, (self._directions.get(token.lower(), 0) for token in tokens)), 0)

    def find_anchor(self, shape: Shape, expression: TimeExpression) -> str:
        """Return the event named near an expression, such as the operation, or ""."""
        for token in _list_neighbours(shape, expression):
            if anchor := self._anchors.get(token.lower(), ""):
                return anchor
        return ""

    def count_spellings(self, shape: Shape) -> int:
        """Return the number of words in day-first spelling minus those in month-first spelling."""
        votes = [self._orders.get(token.lower()) for token in set(shape.tokens)]
        return sum(1 if vote else -1 for vote in votes if vote is not None)


def _list_neighbours(shape: Shape, expression: TimeExpression) -> Iterator[str]:
    """Yield the tokens before an expression in its sentence, nearest first, then those after it."""
    codes, tokens = shape.codes, shape.tokens
    for index in range(expression.first - 1, max(-1, expression.first - 1 - _BEFORE), -1):
        if codes[index] == PARAGRAPH or _is_stop(tokens, index):
            break
        yield tokens[index]
    yield from _list_after(shape, expression)


def _list_after(shape: Shape, expression: TimeExpression) -> Iterator[str]:
    """Yield the tokens after an expression in its sentence."""
    codes, tokens = shape.codes, shape.tokens
    for index in range(expression.last, min(len(tokens), expression.last + _AFTER)):
        if codes[index] == PARAGRAPH or _is_stop(tokens, index):
            return
        yield tokens[index]


def _is_stop(tokens: Sequence[str], index: int) -> bool:
    """Return whether a sentence ends at a token: a stop, then a blank and no lower-case letter."""
    if tokens[index] not in _STOPS:
        return False
    following = tokens[index + 1 : index + 3]
    return not following or (
        following[0].isspace() and (len(following) < 2 or not following[1][0].islower())
    )
