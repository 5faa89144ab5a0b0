"""Finds time expressions with a grammar or a trained model, and gives them TIMEX3 values."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from goldsmith.components.temporal.expressions.compiler import CompiledGrammar, load_grammar
from goldsmith.components.temporal.expressions.finder import Result, TimexFinder
from goldsmith.components.temporal.extents.marked import MarkedDocument, mark_times, score_strict
from goldsmith.components.temporal.extents.model import ExtentModel
from goldsmith.components.temporal.extents.types import find_candidate
from goldsmith.components.temporal.layout import (
    Layout,
    choose_layout,
    get_layout,
    infer_layout,
)
from goldsmith.components.temporal.options import Options
from goldsmith.components.temporal.resolution.values import (
    NumericDate,
    Point,
    Reference,
    TimeExpression,
    Timex,
    format_point,
)
from goldsmith.core import Mention, Span
from goldsmith.learning.model_files import read_state, write_state
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Options", "Temporal", "provides"]

_STATE: Final = "temporal.json"
_EXTENTS: Final = "extents"
#: With `auto`, the fewest documents with times for which to try a model.
_FEWEST: Final = 12


class _State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The learned state: the layout, the usual order of dates, and what decides extents."""

    layout: Layout
    day_first: bool
    trained: bool


class Temporal:
    """Finds time expressions and gives them TIMEX3 types and values.

    A grammar (word classes and patterns in TOML) finds dates, times of day, durations and sets, and
    resolves them relative to the date of the note, to preceding times, and to the operation, the
    admission or the birth. For a corpus with its own annotation style, a CRF over the candidates of
    the grammar is trained to find extents and types. Existing times keep their extents and receive
    missing types and values.

    Example:
        >>> component = Temporal(Options(), Resources())
        >>> component(Analysis(Document("d", "Pain for six months.")))

    Options: see `Options` and docs/reference/components/temporal.md, which reports scores.
    """

    requires: ClassVar[frozenset[str]] = frozenset()
    adds: ClassVar[frozenset[str]] = frozenset({"mentions", "times"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        grammar = load_grammar(options.grammar_files, shipped=options.shipped_grammar)
        self._finder = TimexFinder(grammar, order=options.order, skip=options.skip)
        self._layout = self._choose_layout()
        self._model: ExtentModel | None = None

    def _choose_layout(self) -> Layout:
        """Choose the layout by options or schema; TimeML's by default."""
        if self.options.layout:
            layout = get_layout(self.options.layout)
        else:
            schema = self.resources.schema
            layout = (choose_layout(schema) if schema else None) or get_layout("timeml")
        if self.options.types:
            layout = Layout("own", {str(kind): name for kind, name in self.options.types.items()})
        return layout

    def __call__(self, analysis: Analysis) -> None:
        result = self._find(analysis)
        if any(self._is_time(mention) for mention in analysis.mentions):
            self._complete(analysis, self._find_candidates(analysis), result.document)
            return
        timexes = self._model(analysis) if self._model is not None else result.timexes
        self._add(analysis, timexes, result.document)

    def _is_time(self, mention: Mention) -> bool:
        return bool(mention.spans) and mention.type in self._layout.types.values()

    def _complete(self, analysis: Analysis, timexes: Sequence[Timex], document: Point) -> None:
        """Add the missing types and values of existing times."""
        creation = self._find_creation(timexes, document)
        for place, mention in enumerate(analysis.mentions):
            timex = find_candidate(mention, timexes) if self._is_time(mention) else None
            if timex is not None:
                attributes = self._layout.describe(timex, is_creation=timex is creation)
                completed = replace(mention, attributes={**attributes, **mention.attributes})
                analysis.mentions[place] = completed
        if creation is None and self._layout.function and self.options.creation_time:
            self._add_creation(analysis, document)

    def _find(self, analysis: Analysis) -> Result:
        return self._finder.find(analysis.text, analysis.doc.metadata.date)

    def _find_timexes(self, analysis: Analysis) -> list[Timex]:
        return self._find(analysis).timexes

    @cached_property
    def _candidate_grammar(self) -> CompiledGrammar:
        """The grammar of candidates, with patterns that only some corpora annotate as times."""
        shipped = self.options.shipped_grammar
        return load_grammar(self.options.grammar_files, shipped=shipped, candidates=shipped)

    @cached_property
    def _candidate_finder(self) -> TimexFinder:
        return TimexFinder(self._candidate_grammar, order=self.options.order, skip=())

    def _find_candidates(self, analysis: Analysis) -> list[Timex]:
        """Find the rules' candidates for the model, including categories such as ages."""
        self._candidate_finder.default_day_first = self._finder.default_day_first
        date = analysis.doc.metadata.date
        return self._candidate_finder.find(analysis.text, date).timexes

    def _add(self, analysis: Analysis, timexes: Sequence[Timex], document: Point) -> None:
        """Add the mentions; one of them, or one without a span, is the document's date."""
        creation = self._find_creation(timexes, document)
        for timex in timexes:
            expression = timex.expression
            kind = self._layout.types.get(expression.type)
            if kind is None:
                continue
            is_creation = timex is creation
            if is_creation and self._layout.creation:
                kind = self._layout.creation
            attributes = self._layout.describe(timex, is_creation=is_creation)
            span = Span(expression.start, expression.end)
            analysis.mentions.append(Mention(analysis.make_id("s"), kind, (span,), attributes))
        if creation is None and self._layout.function and self.options.creation_time:
            self._add_creation(analysis, document)

    def _find_creation(self, timexes: Sequence[Timex], document: Point) -> Timex | None:
        """Find the first expression that is the full date of the document."""
        value = format_point(document) if document.day is not None else ""
        for timex in timexes:
            meaning = timex.expression.meaning
            is_full = isinstance(meaning, Point | NumericDate) and bool(meaning.year)
            if value and is_full and timex.value == value:
                return timex
        return None

    def _add_creation(self, analysis: Analysis, document: Point) -> None:
        """Add the date from the metadata as a time without a span."""
        if not analysis.doc.metadata.date or document.year is None:
            return
        expression = TimeExpression(0, 0, 0, 0, "DATE", Reference(""), "metadata")
        timex = Timex(expression, format_point(document))
        attributes = self._layout.describe(timex, is_creation=True)
        kind = self._layout.creation or self._layout.types["DATE"]
        analysis.mentions.append(Mention(analysis.make_id("s"), kind, (), attributes))

    def train(self, examples: Sequence[Example]) -> None:
        """Learn the layout, the usual date order and, if they score better, extents and types."""
        if not self.options.layout and not self.options.types and self.resources.schema is None:
            self._layout = infer_layout(_collect_attributes(examples)) or self._layout
        votes = sum(self._finder.count_order(example.analysis.text) for example in examples)
        if votes:
            self._finder.default_day_first = votes > 0
        self._model = self._train_extents([mark_times(item, self._layout) for item in examples])

    def _train_extents(self, documents: Sequence[MarkedDocument]) -> ExtentModel | None:
        """Train the model of extents; return None if the rules are to decide."""
        marked = sum(bool(document.times) for document in documents)
        if self.options.extents == "rules" or not marked:
            return None
        if self.options.extents == "auto" and not self._does_training_pay(documents, marked):
            return None
        model = self._make_model(self.options)
        model.train(documents)
        return model

    def _does_training_pay(self, documents: Sequence[MarkedDocument], marked: int) -> bool:
        """Return whether a model scores better than the rules in cross-validation.

        One member of the ensemble is enough for the comparison, and takes a fraction of the time.
        """
        if marked < _FEWEST:
            return False
        by_rules = by_model = 0.0
        for fold in range(self.options.folds):
            held_out = documents[fold :: self.options.folds]
            rest = [item for n, item in enumerate(documents) if n % self.options.folds != fold]
            model = self._make_model(replace(self.options, members=1))
            model.train(rest)
            by_rules += score_strict(held_out, self._find_timexes)
            by_model += score_strict(held_out, model)
        self.resources.progress(
            f"times: rules {by_rules / self.options.folds:.3f}, "
            f"model {by_model / self.options.folds:.3f}"
        )
        return by_model > by_rules

    def _make_model(self, options: Options) -> ExtentModel:
        classes = self._candidate_grammar.grammar.classes
        return ExtentModel(self._find_candidates, classes, options, self.resources)

    def save(self, folder: Path) -> None:
        state = _State(
            self._layout, self._finder.default_day_first, trained=self._model is not None
        )
        write_state(folder / _STATE, state)
        if self._model is not None:
            (folder / _EXTENTS).mkdir()
            self._model.save(folder / _EXTENTS)

    def load(self, folder: Path) -> None:
        state = read_state(folder / _STATE, _State)
        self._layout, self._finder.default_day_first = state.layout, state.day_first
        self._model = None
        if state.trained:
            self._model = self._make_model(self.options)
            self._model.load(folder / _EXTENTS)


def _collect_attributes(examples: Sequence[Example]) -> dict[str, set[str]]:
    """Return the attributes of each mention type in the training data."""
    attributes: dict[str, set[str]] = {}
    for example in examples:
        for mention in example.gold.mentions:
            attributes.setdefault(mention.type, set()).update(mention.attributes)
    return attributes


provides = Temporal
