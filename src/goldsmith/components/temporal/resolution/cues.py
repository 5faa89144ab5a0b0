"""Words around an expression: tense, the events that times are counted from, the order of dates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from goldsmith.components.temporal.expressions.grammar import Cues
from goldsmith.components.temporal.expressions.shapes import PARAGRAPH, Shape
from goldsmith.components.temporal.resolution.values import TimeExpression

#: How many tokens, blanks included, belong to the surroundings of an expression.
_BEFORE: Final = 30
_BEHIND: Final = 14
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
        """Return whether an expression is in the past (-1) or to come (1); 0 if nothing tells.

        The nearest cue before the expression decides, then the nearest behind it.
        """
        return self._find_first(_list_neighbours(shape, expression))

    def is_over(self, shape: Shape, expression: TimeExpression) -> bool:
        """Return whether the verb behind an expression is in the past, as in "In July she had"."""
        return self._find_first(_list_behind(shape, expression)) == PAST

    def _find_first(self, tokens: Iterable[str]) -> int:
        """Return the direction of the first token that has one; 0 if none has."""
        return next(filter(None, (self._directions.get(token.lower(), 0) for token in tokens)), 0)

    def find_anchor(self, shape: Shape, expression: TimeExpression) -> str:
        """Return the event that is named near an expression, the operation for example."""
        for token in _list_neighbours(shape, expression):
            if anchor := self._anchors.get(token.lower(), ""):
                return anchor
        return ""

    def count_spellings(self, shape: Shape) -> int:
        """Return how many more words are spelt as where the day comes first."""
        votes = [self._orders.get(token.lower()) for token in set(shape.tokens)]
        return sum(1 if vote else -1 for vote in votes if vote is not None)


def _list_neighbours(shape: Shape, expression: TimeExpression) -> Iterator[str]:
    """Yield the tokens of the sentence before an expression, nearest first, then those behind."""
    codes, tokens = shape.codes, shape.tokens
    for index in range(expression.first - 1, max(-1, expression.first - 1 - _BEFORE), -1):
        if codes[index] == PARAGRAPH or _is_stop(tokens, index):
            break
        yield tokens[index]
    yield from _list_behind(shape, expression)


def _list_behind(shape: Shape, expression: TimeExpression) -> Iterator[str]:
    """Yield the tokens of the sentence behind an expression."""
    codes, tokens = shape.codes, shape.tokens
    for index in range(expression.last, min(len(tokens), expression.last + _BEHIND)):
        if codes[index] == PARAGRAPH or _is_stop(tokens, index):
            return
        yield tokens[index]


def _is_stop(tokens: Sequence[str], index: int) -> bool:
    """Return whether a sentence ends at a mark: a blank and a capital or a digit follow."""
    if tokens[index] not in _STOPS:
        return False
    following = tokens[index + 1 : index + 3]
    return not following or (
        following[0].isspace() and (len(following) < 2 or not following[1][0].islower())
    )
