"""Trained extents and types, for a corpus that marks times its own way.

A CRF over the tokens and the candidates of the rules finds extents; a linear classifier over the
words and the candidate decides the type. Types are decided afterwards because corpora confuse them:
"after two weeks" is a date here and a duration there, but it is one extent. The decision about
extents is in `places`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from goldsmith.components.entities import Entities
from goldsmith.components.entities import Options as EntityOptions
from goldsmith.components.temporal.layout import Layout
from goldsmith.components.temporal.options import Options
from goldsmith.components.temporal.places import select_extents
from goldsmith.components.temporal.resolution.values import Reference, TimeExpression, Timex
from goldsmith.core import AnnotationSet, Mention, Span
from goldsmith.learning.crf.features import FeatureTemplate
from goldsmith.learning.linear import LinearClassifier
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

FindTimexes = Callable[[Analysis], Sequence[Timex]]
_EXTENT, _PREFIX = "time:extent", "time:"
_TAGGER, _TYPES = "tagger", "types"
#: Wider than for entities: "after", "for" and "history" stand outside the candidates.
_FEATURES: Final = FeatureTemplate(window=3, parts_of_speech=True, affixes=3)
#: Words before and behind an extent that are features of its type.
_WINDOW: Final = 3


class MarkedDocument(NamedTuple):
    """A document with its times, under their TIMEX3 types."""

    analysis: Analysis
    times: tuple[Mention, ...]


def mark_times(example: Example, layout: Layout) -> MarkedDocument:
    """Return a training document with its times; other mentions are left out."""
    times = [
        Mention(mention.id, kind, mention.spans)
        for mention in example.gold.mentions
        if mention.spans and (kind := _find_type(mention, layout))
    ]
    return MarkedDocument(example.analysis, tuple(times))


def _find_type(mention: Mention, layout: Layout) -> str:
    """Return the TIMEX3 type of a mention; empty if it is no time."""
    kinds = [kind for kind, name in layout.types.items() if name == mention.type]
    if not kinds or not layout.type:
        return kinds[0] if kinds else ""
    value = mention.attributes.get(layout.type, "").upper()
    if value == layout.set_type:
        return "SET"
    return value if value in kinds else ""


class ExtentTagger(Entities):
    """A CRF of extents, with the candidates of the rules as labels of tokens."""

    def __init__(self, find: FindTimexes, options: Options, resources: Resources) -> None:
        settings = EntityOptions(
            epochs=options.epochs,
            members=options.members,
            threshold=options.threshold,
            plain=True,
            layers=1,
            long_forms=False,
            repetition=False,
            features=_FEATURES,
        )
        super().__init__(settings, resources)
        self._find = find

    def label_tokens(self, analysis: Analysis) -> list[tuple[int, int, str]]:
        """Label the tokens of each candidate with its type and with its pattern."""
        labels = super().label_tokens(analysis)
        for timex in self._find(analysis):
            expression = timex.expression
            first, end = analysis.find_tokens(Span(expression.start, expression.end))
            if first < end:
                labels.append((first, end, _PREFIX + expression.type))
                labels.append((first, end, _PREFIX + expression.pattern))
        return labels


class ExtentModel:
    """Finds extents and types of times as a corpus marks them.

    Args:
        find: Finds the candidates of the rules.
        options: Options of the component.
        resources: Resources of the pipeline.
    """

    def __init__(self, find: FindTimexes, options: Options, resources: Resources) -> None:
        self._find = find
        self._tagger = ExtentTagger(find, options, resources)
        self._types = LinearClassifier()

    def train(self, documents: Sequence[MarkedDocument]) -> None:
        """Train on documents with their times marked."""
        self._tagger.train([_make_example(document) for document in documents])
        rows, labels = [], []
        for analysis, times in documents:
            candidates = self._find(analysis)
            rows += [_extract(analysis, mention, candidates) for mention in times]
            labels += [mention.type for mention in times]
        self._types = LinearClassifier().fit(rows, labels, c=0.1)

    def __call__(self, analysis: Analysis) -> list[Timex]:
        """Return the times of a document, with the values of the candidates they overlap."""
        mentions = [Mention("", _EXTENT, (span,)) for span in self._find_extents(analysis)]
        if not mentions:
            return []
        candidates = self._find(analysis)
        types = self._types.predict([_extract(analysis, m, candidates) for m in mentions])
        return [
            _adopt_value(replace(mention, type=kind), candidates)
            for mention, kind in zip(mentions, types, strict=True)
        ]

    def _find_extents(self, analysis: Analysis) -> list[Span]:
        probabilities = self._tagger.estimate_probabilities(analysis)
        times = {span: part for (_, span), part in probabilities.items()}
        return select_extents(times, self._tagger.options.threshold)

    def save(self, folder: Path) -> None:
        """Write the model to an existing empty folder."""
        for name, part in ((_TAGGER, self._tagger), (_TYPES, self._types)):
            (folder / name).mkdir()
            part.save(folder / name)

    def load(self, folder: Path) -> None:
        """Restore what `save` wrote."""
        self._tagger.load(folder / _TAGGER)
        self._types = LinearClassifier.load(folder / _TYPES)


def _make_example(document: MarkedDocument) -> Example:
    """Return a training example in which all times have one type."""
    times = tuple(replace(mention, type=_EXTENT) for mention in document.times)
    return Example(document.analysis, AnnotationSet("gold", mentions=times))


def _extract(analysis: Analysis, mention: Mention, candidates: Sequence[Timex]) -> list[str]:
    """Return the features of a type: words inside and around, and the candidate of the rules."""
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
    """Find the candidate that overlaps a mention most; None if none does."""
    best = max(candidates, key=lambda timex: _measure_overlap(mention, timex), default=None)
    return best if best is not None and _measure_overlap(mention, best) else None


def _measure_overlap(mention: Mention, timex: Timex) -> int:
    expression = timex.expression
    return max(0, min(mention.end, expression.end) - max(mention.start, expression.start))


def _adopt_value(mention: Mention, candidates: Sequence[Timex]) -> Timex:
    """Return a mention as an expression, with the value of the candidate it overlaps, if any."""
    best = find_candidate(mention, candidates)
    if best is None:
        expression = TimeExpression(
            mention.start, mention.end, 0, 0, mention.type, Reference(""), pattern="trained"
        )
        return Timex(expression, "")
    expression = replace(best.expression, start=mention.start, end=mention.end, type=mention.type)
    return replace(best, expression=expression)


def score_strict(documents: Sequence[MarkedDocument], predict: FindTimexes) -> float:
    """Return the F1 of equal spans and types over documents."""
    correct = total = 0
    for document in documents:
        gold = {(m.start, m.end, m.type) for m in document.times}
        timexes = predict(Analysis(document.analysis.doc))
        system = {(t.expression.start, t.expression.end, t.expression.type) for t in timexes}
        correct += len(gold & system)
        total += len(gold) + len(system)
    return 2 * correct / total if total else 0.0
