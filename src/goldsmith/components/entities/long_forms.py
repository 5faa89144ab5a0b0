"""Consistency within a document: of abbreviations with long forms, and of repeated strings."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from goldsmith.core import Span
from goldsmith.pipeline.analysis import Analysis
from goldsmith.text.long_forms import find_occurrences

#: The type and the spans of a mention.
TypedSpans = tuple[str, tuple[Span, ...]]
#: Type and span -> the probability that exactly this span is a mention of the type.
Evidence = Mapping[tuple[str, Span], float]
#: The decision threshold on pooled evidence without probabilities.
_THRESHOLD: Final = 0.3
#: One occurrence of the long form counts as much as this many of the ambiguous short form.
_LONG_WEIGHT: Final = 3
#: Shorter strings are too ambiguous to propagate.
_MIN_LENGTH: Final = 4
#: A string is propagated if it has at most this many occurrences per mention.
_MAX_RATIO: Final = 2


def propagate_long_forms(
    analysis: Analysis,
    mentions: set[TypedSpans],
    evidence: Evidence | None = None,
    *,
    threshold: float = _THRESHOLD,
) -> set[TypedSpans]:
    """Make all occurrences of an abbreviation mentions, or none.

    The evidence of all occurrences of the abbreviation and its long form is pooled: the mean
    probability decides. An occurrence inside a longer mention is not evidence: "deficiency of …
    oxidase (XO)" does not imply that XO is a disease.

    Args:
        analysis: The document.
        mentions: The mentions so far.
        evidence: Probabilities of possible mentions; by default those in `mentions` are certain.
        threshold: The decision threshold on the mean probability.
    """
    if not analysis.long_forms:
        return set(mentions)
    if evidence is None:
        evidence = {(type_, spans[0]): 1.0 for type_, spans in mentions if len(spans) == 1}
    pool = _EvidencePool(evidence)
    result, covered = set(mentions), _mark_characters(analysis, mentions)
    for short, long_forms in _group_long_forms(analysis).items():
        places = _list_places(analysis.text, [short])
        type_, probability = pool.find_type(places, _list_places(analysis.text, long_forms))
        if type_ and probability >= threshold:
            _add_places(result, type_, places, covered)
        else:
            _drop_places(result, places, covered)
    return result


class _EvidencePool:
    """The possible mentions of a document with their probabilities, by type and start."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._spans: dict[str, list[Span]] = defaultdict(list)
        for type_, span in sorted(evidence):
            self._spans[type_].append(span)
        self._longest = max((span.end - span.start for _, span in evidence), default=0)

    def find_type(self, short: Iterable[Span], long: Iterable[Span]) -> tuple[str, float]:
        """Find the most probable type of an abbreviation, and its mean probability."""
        weights = dict.fromkeys(short, 1) | dict.fromkeys(long, _LONG_WEIGHT)
        means = {type_: self._compute_mean(type_, weights) for type_ in self._spans}
        best = max(means, key=lambda type_: (means[type_], type_), default="")
        return best, means.get(best, 0.0)

    def _compute_mean(self, type_: str, weights: Mapping[Span, int]) -> float:
        """Compute the mean probability over places that are not inside a longer mention."""
        probability = total = 0.0
        for place, weight in weights.items():
            probability += weight * self._evidence.get((type_, place), 0.0)
            total += weight * (1.0 - self._compute_cover(type_, place))
        return probability / total if total > 0.0 else 0.0

    def _compute_cover(self, type_: str, place: Span) -> float:
        """Compute the probability that a longer mention of a type covers a place."""
        spans = self._spans[type_]
        first = bisect_left(spans, place.end - self._longest, key=lambda span: span.start)
        last = bisect_right(spans, place.start, key=lambda span: span.start)
        covering = (span for span in spans[first:last] if span.end >= place.end and span != place)
        return min(1.0, sum(self._evidence[type_, span] for span in covering))


def _group_long_forms(analysis: Analysis) -> dict[str, list[str]]:
    """Return the long forms of each abbreviation of a text."""
    groups: dict[str, list[str]] = defaultdict(list)
    for short, long in analysis.long_forms:
        groups[analysis.text[slice(*short)]].append(analysis.text[slice(*long)])
    return groups


def _list_places(text: str, strings: Iterable[str]) -> list[Span]:
    return [Span(*place) for string in strings for place in find_occurrences(text, string)]


def propagate_repetitions(analysis: Analysis, mentions: set[TypedSpans]) -> set[TypedSpans]:
    """Annotate all occurrences of strings of which at least half are mentions."""
    result = set(mentions)
    covered = _mark_characters(analysis, mentions)
    by_string: dict[tuple[str, str], set[Span]] = defaultdict(set)
    for type_, spans in mentions:
        if len(spans) == 1 and spans[0].end - spans[0].start >= _MIN_LENGTH:
            by_string[type_, analysis.text[spans[0].start : spans[0].end]].add(spans[0])
    for (type_, text), places in sorted(by_string.items()):
        if analysis.text.count(text) <= len(places):
            continue
        all_places = _list_places(analysis.text, [text])
        if len(places) < len(all_places) <= _MAX_RATIO * len(places):
            _add_places(result, type_, all_places, covered)
    return result


def _mark_characters(analysis: Analysis, mentions: set[TypedSpans]) -> bytearray:
    """Mark the characters of the text that mentions cover."""
    covered = bytearray(len(analysis.text))
    for _, spans in mentions:
        for span in spans:
            covered[span.start : span.end] = b"\x01" * (span.end - span.start)
    return covered


def _add_places(
    mentions: set[TypedSpans], type_: str, places: list[Span], covered: bytearray
) -> None:
    for place in places:
        if 1 not in covered[place.start : place.end]:
            mentions.add((type_, (place,)))
            covered[place.start : place.end] = b"\x01" * (place.end - place.start)


def _drop_places(mentions: set[TypedSpans], places: list[Span], covered: bytearray) -> None:
    removed = set(places)
    dropped = {mention for mention in mentions if len(mention[1]) == 1 and mention[1][0] in removed}
    mentions -= dropped
    for _, [span] in dropped:
        covered[span.start : span.end] = bytes(span.end - span.start)
