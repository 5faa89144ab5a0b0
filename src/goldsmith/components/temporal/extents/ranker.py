"""A ranker of extents, which compares all extents around a place that may be a time.

A first model decides whether a place is a time, from the place and the words around it, regardless
of the extent. A token-wise model decides on each edge by its nearest words. The ranker compares
whole extents, so that the preposition before a time and the event after it decide together.

Annotators are consistent within a document: ten times without "after" in one document are evidence
of one habit, not ten independent observations. So in training each document has its own weights for
the words at which an extent begins and ends. These absorb its habits and are then dropped. A second
model of extents uses the rates of features over documents; the two make different errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from goldsmith.components.temporal.expressions.grammar import WordClass
from goldsmith.components.temporal.extents.marked import FindTimexes, MarkedDocument
from goldsmith.components.temporal.extents.passages import Passage, PassageReader, Place
from goldsmith.components.temporal.extents.place_features import describe_place
from goldsmith.components.temporal.extents.ranker_features import (
    describe_extent,
    describe_habits,
    is_habit,
)
from goldsmith.core import Mention, Span
from goldsmith.learning.choice import ChoiceModel
from goldsmith.learning.choice_rates import train_on_rates
from goldsmith.learning.model_files import read_state, write_state
from goldsmith.pipeline.analysis import Analysis

_STATE: Final = "ranker.json"
_REASONS, _EXTENTS, _RATES = "reasons", "extents", "rates"
#: L2 strengths for the choice between a time and the reasons against it, and among extents.
_REASON_L2, _EXTENT_L2 = 4.0, 3.0
_NO_REASON: Final = ""
#: Extents with a lower probability are dropped.
_MIN_PROBABILITY: Final = 0.002


class _State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learned state besides weights: the reasons why a place is not a time."""

    reasons: tuple[str, ...] = (_NO_REASON,)
    trained: bool = False


class RankedPlace(NamedTuple):
    """A place that may be a time, and the probabilities of its extents.

    The probabilities sum to less than one; the remainder is the probability of no time.
    """

    span: Span
    extents: Mapping[Span, float]


class _UnknownPlace(NamedTuple):
    """A place that may be a time, in its sentence."""

    passage: Passage
    place: Place


class _Question(NamedTuple):
    """A place of a training document, with the times and other mentions that overlap it."""

    document: int
    passage: Passage
    place: Place
    times: Sequence[tuple[int, int]]
    others: Counter[str]


class ExtentRanker:
    """Ranks the extents of places that may be times.

    The places are the rules' candidates. A place is either a time, or not a time for one of several
    reasons. Mentions of other types in the training data supply the reasons: a candidate belongs to
    a dosage, or to the history of a relative. Two further models, trained on the places that are
    times, divide the probability of a time among its extents; the ranker uses their mean.

    Args:
        find: Finds the rules' candidates.
        classes: The word classes of the grammar.
    """

    def __init__(self, find: FindTimexes, classes: Mapping[str, WordClass]) -> None:
        self._find, self._reader = find, PassageReader(classes)
        self._state, self._reasons = _State(), ChoiceModel()
        self._extents, self._rates = ChoiceModel(), ChoiceModel()

    def train(self, documents: Sequence[MarkedDocument], rivals: Sequence[str]) -> None:
        """Train on documents with annotated times.

        Args:
            documents: The training documents.
            rivals: The mention types that serve as reasons against a time.
        """
        questions = [
            question
            for number, document in enumerate(documents)
            for question in self._ask(number, document)
        ]
        reasons = (_NO_REASON, *rivals)
        self._state = _State(reasons, trained=any(question.times for question in questions))
        if self._state.trained:
            self._fit(questions)

    def _fit(self, questions: Sequence[_Question]) -> None:
        """Train the model of reasons, and the models of extents on the places that are times."""
        reasons = self._state.reasons
        self._reasons = ChoiceModel().fit(
            [self._list_reasons(question) for question in questions],
            [_find_reason(question, reasons) for question in questions],
            l2=_REASON_L2,
        )
        times = [question for question in questions if question.times]
        extents = [_list_extents(question) for question in times]
        answers = [_find_extent(question) for question in times]
        documents = [question.document for question in times]
        rows = [
            [[*row, *describe_habits(row, document)] for row in alternatives]
            for document, alternatives in zip(documents, extents, strict=True)
        ]
        self._extents = ChoiceModel().fit(rows, answers, l2=_EXTENT_L2).forget(is_habit)
        self._rates = train_on_rates(extents, answers, documents)

    def _ask(self, number: int, document: MarkedDocument) -> Iterator[_Question]:
        """Yield the places of a training document with the mentions that overlap them."""
        analysis = document.analysis
        times = [_find_range(analysis, mention) for mention in document.times]
        others = [(_find_range(analysis, mention), mention.type) for mention in document.others]
        for passage in self._reader.read(analysis, self._find(analysis)):
            for place in passage.places:
                first, end = place.first + passage.start, place.end + passage.start
                yield _Question(
                    number,
                    passage,
                    place,
                    [
                        (start - passage.start, stop - passage.start)
                        for start, stop in times
                        if start < end and stop > first
                    ],
                    Counter(kind for (start, stop), kind in others if start < end and stop > first),
                )

    def _list_reasons(self, question: _UnknownPlace | _Question) -> list[list[str]]:
        """List the features of each reason against a time, then an empty list for a time."""
        passage, place = question.passage, question.place
        return [*(describe_place(passage, place, reason) for reason in self._state.reasons), []]

    def __call__(self, analysis: Analysis) -> list[RankedPlace]:
        """Return the places of a document with the probabilities of their extents."""
        if not self._state.trained:
            return []
        passages = self._reader.read(analysis, self._find(analysis))
        places = [_UnknownPlace(passage, place) for passage in passages for place in passage.places]
        reasons = self._reasons.predict([self._list_reasons(place) for place in places])
        rows = [_list_extents(place) for place in places]
        shares = zip(self._extents.predict(rows), self._rates.predict(rows), strict=True)
        return [
            _make_ranked(analysis, place, (alternatives[-1] * (logit + rates) / 2).tolist())
            for place, alternatives, (logit, rates) in zip(places, reasons, shares, strict=True)
        ]

    def save(self, folder: Path) -> None:
        """Write the ranker to an existing empty folder."""
        write_state(folder / _STATE, self._state)
        models = ((_REASONS, self._reasons), (_EXTENTS, self._extents), (_RATES, self._rates))
        for name, model in models:
            (folder / name).mkdir()
            model.save(folder / name)

    def load(self, folder: Path) -> None:
        """Restore what `save` wrote.

        Raises:
            InputError: A file is missing or damaged.
        """
        self._state = read_state(folder / _STATE, _State)
        self._reasons = ChoiceModel.load(folder / _REASONS)
        self._extents = ChoiceModel.load(folder / _EXTENTS)
        self._rates = ChoiceModel.load(folder / _RATES)


def _find_range(analysis: Analysis, mention: Mention) -> tuple[int, int]:
    return analysis.find_tokens(Span(mention.start, mention.end))


def _list_extents(question: _UnknownPlace | _Question) -> list[list[str]]:
    """List the features of the extents of a place."""
    passage, place = question.passage, question.place
    extents = passage.list_extents(place)
    return [describe_extent(passage, place, first, end) for first, end in extents]


def _find_reason(question: _Question, reasons: Sequence[str]) -> int:
    """Return the number of the reason against a time, or `len(reasons)` if there is a time."""
    if question.times:
        return len(reasons)
    present = [number for number, reason in enumerate(reasons) if question.others[reason]]
    return present[0] if present else 0


def _find_extent(question: _Question) -> int:
    """Return the number of the extent nearest to a time."""
    extents = question.passage.list_extents(question.place)
    return max(
        range(len(extents)),
        key=lambda number: max(_compare(extents[number], time) for time in question.times),
    )


def _compare(extent: tuple[int, int], time: tuple[int, int]) -> float:
    """Return the F1 of the tokens of two ranges."""
    common = min(extent[1], time[1]) - max(extent[0], time[0])
    return 2 * max(0, common) / (extent[1] - extent[0] + time[1] - time[0])


def _make_ranked(
    analysis: Analysis, unknown: _UnknownPlace, probabilities: Sequence[float]
) -> RankedPlace:
    passage, place = unknown

    def make_span(first: int, end: int) -> Span:
        return analysis.make_span(passage.start + first, passage.start + end - 1)

    extents = {
        make_span(first, end): probability
        for (first, end), probability in zip(
            passage.list_extents(place), probabilities, strict=True
        )
        if probability >= _MIN_PROBABILITY
    }
    return RankedPlace(make_span(place.first, place.end), extents)
