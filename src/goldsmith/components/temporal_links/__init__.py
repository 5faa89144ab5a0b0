"""Links between clinical events and times: CLEF's Task A and Task B, by trained classifiers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from goldsmith.components.temporal_links.choice import choose_labels
from goldsmith.components.temporal_links.features import PageFeatures
from goldsmith.components.temporal_links.page import (
    CLASS,
    HYPOTHETICAL,
    LINK,
    TASK,
    TYPE,
    Page,
    Pair,
    make_creation_time,
)
from goldsmith.core import AnnotationSet, Relation
from goldsmith.learning.linear import LinearClassifier
from goldsmith.learning.model_files import read_state, write_state
from goldsmith.pipeline.analysis import Analysis
from goldsmith.pipeline.component import Example, Resources

__all__ = ["Options", "TemporalLinks", "provides"]

#: The label of a pair that has no link.
_NO_LINK: Final = ""
_CLASS, _HYPOTHETICAL, _TASK_A, _TASK_B = "class", "hypothetical", "task-a", "task-b"
_STATE: Final = "links.json"
_MODELS: Final = (_CLASS, _HYPOTHETICAL, _TASK_A, _TASK_B)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the component `temporal-links`."""

    #: Inverse regularisation strength of the classifiers.
    c: float = 0.5
    #: Choose the links of an event together, so that they can all be true of one event.
    consistent: bool = True
    #: Leave out features of fewer training examples.
    least: int = 2


class _State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was trained: classifiers, and the labels of those that have only one."""

    models: tuple[str, ...] = ()
    single: Mapping[str, str] = {}


class TemporalLinks:
    """Places clinical events in time, as CLEF does (schema `clef-temporal`).

    Each event (TLC) gets its class and whether it is hypothetical. Events that are not are linked
    with the date of the document (Task A) and with the times of their sentence (Task B); the nine
    types of link are predicted by linear classifiers over words, tense, section and the values of
    the times. The links of an event are then chosen together: a biopsy within last March is over
    before the date of a letter of June. If no time is the date of the document, the date of the
    metadata is added as a time without a place.

    Example:
        >>> component = TemporalLinks(Options(), Resources())
        >>> component.train(examples)
        >>> component(analysis)
        >>> analysis.relations

    Options: see `Options` and docs/reference/components/temporal-links.md, which has what was
    measured.
    """

    requires: ClassVar[frozenset[str]] = frozenset({"mentions"})
    adds: ClassVar[frozenset[str]] = frozenset({"mentions", "assertion", "links"})
    learns: ClassVar[bool] = True
    settings: ClassVar[type[msgspec.Struct]] = Options

    def __init__(self, options: Options, resources: Resources) -> None:
        self.options, self.resources = options, resources
        self._models: dict[str, LinearClassifier] = {}
        self._state = _State()

    def __call__(self, analysis: Analysis) -> None:
        page = Page(analysis, analysis.mentions)
        if not page.events:
            return
        if page.creation is None and (creation := make_creation_time(analysis)):
            analysis.mentions.append(creation)
            page = Page(analysis, analysis.mentions)
        features = PageFeatures(page)
        self._describe_events(analysis, page, features)
        self._link_events(analysis, page, features)

    def _describe_events(self, analysis: Analysis, page: Page, features: PageFeatures) -> None:
        """Set the attributes that events lack."""
        rows = [features.describe_event(index) for index in range(len(page.events))]
        values = {
            CLASS: self._predict(_CLASS, rows, "condition"),
            HYPOTHETICAL: self._predict(_HYPOTHETICAL, rows, "false"),
        }
        described = {}
        for index, event in enumerate(page.events):
            new = {name: labels[index] for name, labels in values.items()}
            described[event.id] = replace(event, attributes={**new, **event.attributes})
        analysis.mentions = [described.get(entry.id, entry) for entry in analysis.mentions]
        page.events = [described[event.id] for event in page.events]

    def _link_events(self, analysis: Analysis, page: Page, features: PageFeatures) -> None:
        pairs = list(page.list_pairs())
        if not pairs:
            return
        scores = self._score_pairs(pairs, features)
        by_event: dict[int, list[int]] = {}
        for place, pair in enumerate(pairs):
            by_event.setdefault(pair.event, []).append(place)
        for places in by_event.values():
            times = [page.times[pairs[place].time].days for place in places]
            labels = choose_labels(
                [scores[place] for place in places],
                times if self.options.consistent else [None] * len(places),
            )
            for place, label in zip(places, labels, strict=True):
                if label != _NO_LINK:
                    self._add_link(analysis, page, pairs[place], label)

    def _add_link(self, analysis: Analysis, page: Page, pair: Pair, label: str) -> None:
        event, time = page.events[pair.event].id, page.times[pair.time].id
        attributes = {TYPE: label, TASK: pair.task}
        analysis.relations.append(Relation(analysis.make_id("r"), LINK, event, time, attributes))

    def _score_pairs(
        self, pairs: Sequence[Pair], features: PageFeatures
    ) -> list[Mapping[str, float]]:
        """Return label -> probability for each pair."""
        scores: list[Mapping[str, float]] = [{} for _ in pairs]
        for name, task in ((_TASK_A, "A"), (_TASK_B, "B")):
            model = self._models.get(name)
            places = [place for place, pair in enumerate(pairs) if pair.task == task]
            if model is None or not places:
                label = self._state.single.get(name, _NO_LINK)
                for place in places:
                    scores[place] = {label: 1.0}
                continue
            rows = [features.describe_pair(pairs[place]) for place in places]
            table = model.predict_probabilities(rows)
            for place, values in zip(places, table, strict=True):
                scores[place] = dict(zip(model.labels, map(float, values), strict=True))
        return scores

    def _predict(self, name: str, rows: Sequence[Sequence[str]], default: str) -> list[str]:
        model = self._models.get(name)
        return model.predict(rows) if model else [self._state.single.get(name, default)] * len(rows)

    def train(self, examples: Sequence[Example]) -> None:
        """Train the classifiers on gold events, times and links."""
        rows: dict[str, list[Sequence[str]]] = {name: [] for name in _MODELS}
        labels: dict[str, list[str]] = {name: [] for name in _MODELS}
        for example in examples:
            for name, row, label in _list_rows(example):
                rows[name].append(row)
                labels[name].append(label)
        self._models = {
            name: LinearClassifier().fit(
                rows[name],
                labels[name],
                c=self.options.c,
                loss="logistic",
                least=self.options.least,
            )
            for name in _MODELS
            if len(set(labels[name])) > 1
        }
        single = {name: values[0] for name, values in labels.items() if len(set(values)) == 1}
        self._state = _State(tuple(self._models), single)

    def save(self, folder: Path) -> None:
        write_state(folder / _STATE, self._state)
        for name, model in self._models.items():
            (folder / name).mkdir()
            model.save(folder / name)

    def load(self, folder: Path) -> None:
        self._state = read_state(folder / _STATE, _State)
        self._models = {name: LinearClassifier.load(folder / name) for name in self._state.models}


def _list_rows(example: Example) -> Iterator[tuple[str, Sequence[str], str]]:
    """Yield the model, the features and the label of each training example of a document."""
    page = Page(example.analysis, example.gold.mentions)
    features = PageFeatures(page)
    for index, event in enumerate(page.events):
        for name, attribute in ((_CLASS, CLASS), (_HYPOTHETICAL, HYPOTHETICAL)):
            if attribute in event.attributes:
                yield name, features.describe_event(index), event.attributes[attribute]
    links = _read_links(example.gold)
    for pair in page.list_pairs():
        ends = page.events[pair.event].id, page.times[pair.time].id
        label = links.get((*ends, pair.task), _NO_LINK)
        yield _TASK_A if pair.task == "A" else _TASK_B, features.describe_pair(pair), label


def _read_links(gold: AnnotationSet) -> dict[tuple[str, str, str], str]:
    """Return the types of links by event, time and task."""
    return {
        (rel.arg1, rel.arg2, rel.attributes.get(TASK, "")): rel.attributes.get(TYPE, _NO_LINK)
        for rel in gold.relations
        if rel.type == LINK
    }


provides = TemporalLinks
