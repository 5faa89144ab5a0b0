"""Sentences for the ranker, with generalised words and the places of possible times."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from goldsmith.components.temporal.expressions.grammar import WordClass
from goldsmith.components.temporal.resolution.values import NumericDate, Point, Timex
from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.words import tag_parts_of_speech

BEGIN, END = "<s>", "</s>"
#: Word classes of the grammar whose words are treated alike; the first class with a word counts.
_CLASSES: Final = {
    "ordinal": "ORDINAL",
    "numeral": "9",
    "vague_amount": "9",
    "few_word": "9",
    "unit": "UNIT",
    "short_unit": "UNIT",
    "month": "MONTH",
}
_UNITS: Final = ("unit", "short_unit")
_YEAR_DIGITS: Final = 4
_SUFFIX_LETTERS: Final = 2
#: The most tokens that an extent may add to a candidate, or omit from it, on each side.
_MOST_BEFORE, _MOST_AFTER = 4, 5
_MOST_CUT_BEFORE, _MOST_CUT_AFTER = 3, 2
_LONGEST: Final = 10
#: Words that an extent never includes beyond its candidate.
_BARRIERS: Final = frozenset("().;:[]")
#: Words between two dates that form one time, and the pattern of such a place.
_JOINING: Final = frozenset({"to", "and", "until", "till", "through", "-", "–"})
_RANGE: Final = "range"


class Place(NamedTuple):
    """Tokens of a sentence that may be a time or the core of one.

    Attributes:
        first: Its first token.
        end: The token after its last one.
        type: The TIMEX3 type of the candidate.
        pattern: The pattern of the candidate.
        unit: The unit of its amount, or "".
        is_capital: Whether it is capitalised within the sentence.
    """

    first: int
    end: int
    type: str
    pattern: str
    unit: str = ""
    is_capital: bool = False


class Passage(NamedTuple):
    """A sentence with its places; tokens are counted from its first one.

    Attributes:
        start: The number of its first token in the document.
        words: Its words, generalised: in lower case, with one word for all numbers and units.
        tags: The parts of speech of its words.
        places: Where times may be, in text order.
    """

    start: int
    words: Sequence[str]
    tags: Sequence[str]
    places: tuple[Place, ...]

    def get_word(self, index: int) -> str:
        """Return a word by its number; outside the sentence, return a boundary marker."""
        return _get(self.words, index)

    def get_tag(self, index: int) -> str:
        """Return a part of speech by its number; outside the sentence, a boundary marker."""
        return _get(self.tags, index)

    def list_extents(self, place: Place) -> list[tuple[int, int]]:
        """List the token ranges that may be the extent of a time at a place."""
        low, high = self._reach(place)
        return [
            (first, end)
            for first in range(low, min(place.end, place.first + _MOST_CUT_BEFORE + 1))
            for end in range(max(first + 1, place.end - _MOST_CUT_AFTER), high + 1)
            if end > place.first and end - first <= _LONGEST
        ]

    def _reach(self, place: Place) -> tuple[int, int]:
        """Return the widest extent of a place, which excludes barriers and other places."""
        low, high = place.first, place.end
        while low > max(0, place.first - _MOST_BEFORE) and self._is_free(low - 1):
            low -= 1
        while high < min(len(self.words), place.end + _MOST_AFTER) and self._is_free(high):
            high += 1
        return low, high

    def _is_free(self, index: int) -> bool:
        taken = any(place.first <= index < place.end for place in self.places)
        return not taken and self.words[index] not in _BARRIERS


class PassageReader:
    """Reads documents as passages.

    Args:
        classes: The word classes of the grammar.
    """

    def __init__(self, classes: Mapping[str, WordClass]) -> None:
        self._units = {
            word: meaning
            for name in _UNITS
            if name in classes
            for word, meaning in classes[name].meanings.items()
        }
        self._general = {
            word: general
            for name, general in reversed(_CLASSES.items())
            if name in classes
            for word in classes[name].meanings
        }

    def read(self, analysis: Analysis, candidates: Sequence[Timex]) -> Iterator[Passage]:
        """Yield the sentences that have candidates."""
        ranges = sorted(_list_ranges(analysis, candidates))
        for start, end in analysis.sentences:
            words = analysis.tokens.words[start:end]
            places = [
                self._complete(place, start, words)
                for place in ranges
                if start <= place.first and place.end <= end
            ]
            if places:
                general = [self._generalise(word) for word in words]
                yield Passage(start, general, tag_parts_of_speech(words), tuple(places))

    def _complete(self, place: Place, start: int, words: Sequence[str]) -> Place:
        """Convert a place in a document to a place in its sentence, and add its unit."""
        first, end = place.first - start, place.end - start
        units = [unit for word in words[first:end] if (unit := self._find_unit(word))]
        return place._replace(
            first=first,
            end=end,
            unit=units[-1] if units else "",
            is_capital=first > 0 and words[first][0].isupper(),
        )

    def _find_unit(self, word: str) -> str:
        """Return the unit that a word is or ends with; letters after digits may not be one: 2D."""
        low = word.lower()
        if low[0].isdigit() and low[-1].isalpha():
            return "9" + low.lstrip("0123456789")
        return self._units.get(low, "")

    def _generalise(self, word: str) -> str:
        if word[0].isdigit():
            if word.isdigit():
                return "2000" if len(word) == _YEAR_DIGITS else "9"
            if word.replace(".", "").replace(",", "").isdigit():
                return "9"
            if word[:-_SUFFIX_LETTERS].isdigit() and word[-_SUFFIX_LETTERS:].isalpha():
                return "ORDINAL"
        low = word.lower()
        return self._general.get(low, low)


def _get(items: Sequence[str], index: int) -> str:
    if 0 <= index < len(items):
        return items[index]
    return BEGIN if index < 0 else END


def _list_ranges(analysis: Analysis, candidates: Sequence[Timex]) -> list[Place]:
    """List the token ranges of the candidates; merge two dates with a joining word."""
    places: list[Place] = []
    was_date = False
    for timex in candidates:
        expression = timex.expression
        first, end = analysis.find_tokens(Span(expression.start, expression.end))
        if first >= end:
            continue
        is_date = isinstance(expression.meaning, Point | NumericDate)
        if was_date and is_date and _is_joined(analysis.tokens.words, places[-1].end, first):
            places[-1] = Place(places[-1].first, end, expression.type, _RANGE)
        else:
            places.append(Place(first, end, expression.type, expression.pattern))
        was_date = is_date
    return places


def _is_joined(words: Sequence[str], end: int, first: int) -> bool:
    return first - end == 1 and words[end].lower() in _JOINING
