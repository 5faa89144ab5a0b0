"""A ranker of extents: it compares all extents around a place that may be a time.

A token-wise model decides on each edge by its nearest words. Here whole extents are compared, so
that the preposition before a time and the event behind it decide together.

Annotators keep to their habits within a document: ten times without "after" in one document are
one habit, not ten witnesses. So in training each document has weights of its own for the words that
an extent begins and ends with. They take up its habits and are then forgotten.
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
from goldsmith.components.temporal.extents.ranker_features import (
    describe_extent,
    describe_habits,
    describe_place,
    is_habit,
)
from goldsmith.core import Mention, Span
from goldsmith.learning.choice import ChoiceModel
from goldsmith.learning.model_files import read_state, write_state
from goldsmith.pipeline.analysis import Analysis

_STATE: Final = "ranker.json"
_PLACES, _EXTENTS = "places", "extents"
#: L2 regularisation of the choice at a place, and of the choice among the extents of a time.
_PLACE_L2, _EXTENT_L2 = 8.0, 3.0
_NO_REASON: Final = ""
#: Less probable extents are left out.
_MIN_PROBABILITY: Final = 0.002


class _State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was learned besides weights: why a place is no time."""

    reasons: tuple[str, ...] = (_NO_REASON,)
    trained: bool = False


class RankedPlace(NamedTuple):
    """A place that may be a time, and the probabilities of its extents.

    What they lack to one is the probability that there is no time.
    """

    span: Span
    extents: Mapping[Span, float]


class _UnknownPlace(NamedTuple):
    """A place that may be a time, in its sentence."""

    passage: Passage
    place: Place


class _Question(NamedTuple):
    """A place of a training document: its extents, the times there and other mentions there."""

    document: int
    passage: Passage
    place: Place
    times: Sequence[tuple[int, int]]
    others: Counter[str]


class ExtentRanker:
    """Ranks the extents of places that may be times.

    The places are the candidates of the rules. The alternatives of a place are its extents, and
    that it is no time. Training data with mentions of other types tells why it is none: it belongs
    to a dosage, or to the history of a relative. A second model, trained on the places that are
    times, divides the probability of a time among its extents.

    Args:
        find: Finds the candidates of the rules.
        classes: The word classes of the grammar.
    """

    def __init__(self, find: FindTimexes, classes: Mapping[str, WordClass]) -> None:
        self._find, self._reader = find, PassageReader(classes)
        self._state, self._places, self._extents = _State(), ChoiceModel(), ChoiceModel()

    def train(self, documents: Sequence[MarkedDocument], rivals: Sequence[str]) -> None:
        """Train on documents with their times marked.

        Args:
            documents: The training documents.
            rivals: The mention types that are reasons against a time.
        """
        questions = [
            question
            for number, document in enumerate(documents)
            for question in self._ask(number, document)
        ]
        reasons = (_NO_REASON, *rivals)
        self._state = _State(reasons, trained=any(question.times for question in questions))
        if self._state.trained:
            self._fit(questions, len(reasons))

    def _fit(self, questions: Sequence[_Question], skipped: int) -> None:
        """Train both models; the extents come behind the reasons against a time."""
        rows = [
            [[*row, *describe_habits(row, question.document)] for row in self._describe(question)]
            for question in questions
        ]
        answers = [_find_answer(question, self._state.reasons) for question in questions]
        self._places = ChoiceModel().fit(rows, answers, l2=_PLACE_L2).forget(is_habit)
        times = [number for number, answer in enumerate(answers) if answer >= skipped]
        self._extents = (
            ChoiceModel()
            .fit(
                [rows[number][skipped:] for number in times],
                [answers[number] - skipped for number in times],
                l2=_EXTENT_L2,
            )
            .forget(is_habit)
        )

    def _ask(self, number: int, document: MarkedDocument) -> Iterator[_Question]:
        """Yield the places of a training document with what is marked there."""
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

    def _describe(self, question: _UnknownPlace | _Question) -> list[list[str]]:
        """Return the features of all alternatives: reasons against a time, then extents."""
        passage, place = question.passage, question.place
        rows = [describe_place(passage, place, reason) for reason in self._state.reasons]
        extents = passage.list_extents(place)
        return rows + [describe_extent(passage, place, first, end) for first, end in extents]

    def __call__(self, analysis: Analysis) -> list[RankedPlace]:
        """Return the places of a document with the probabilities of their extents."""
        if not self._state.trained:
            return []
        passages = self._reader.read(analysis, self._find(analysis))
        places = [_UnknownPlace(passage, place) for passage in passages for place in passage.places]
        rows = [self._describe(place) for place in places]
        skipped = len(self._state.reasons)
        shares = self._extents.predict([alternatives[skipped:] for alternatives in rows])
        return [
            _make_ranked(analysis, place, (alternatives[skipped:].sum() * of_extents).tolist())
            for place, alternatives, of_extents in zip(
                places, self._places.predict(rows), shares, strict=True
            )
        ]

    def save(self, folder: Path) -> None:
        """Write the ranker to an existing empty folder."""
        write_state(folder / _STATE, self._state)
        for name, model in ((_PLACES, self._places), (_EXTENTS, self._extents)):
            (folder / name).mkdir()
            model.save(folder / name)

    def load(self, folder: Path) -> None:
        """Restore what `save` wrote.

        Raises:
            InputError: A file is missing or damaged.
        """
        self._state = read_state(folder / _STATE, _State)
        self._places = ChoiceModel.load(folder / _PLACES)
        self._extents = ChoiceModel.load(folder / _EXTENTS)


def _find_range(analysis: Analysis, mention: Mention) -> tuple[int, int]:
    return analysis.find_tokens(Span(mention.start, mention.end))


def _find_answer(question: _Question, reasons: Sequence[str]) -> int:
    """Return the number of the right alternative: a reason, or the extent nearest to a time."""
    if not question.times:
        present = [number for number, reason in enumerate(reasons) if question.others[reason]]
        return present[0] if present else 0
    extents = question.passage.list_extents(question.place)
    best = max(
        range(len(extents)),
        key=lambda number: max(_compare(extents[number], time) for time in question.times),
    )
    return len(reasons) + best


def _compare(extent: tuple[int, int], time: tuple[int, int]) -> float:
    """Return the share of common tokens in two ranges: their F1."""
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
