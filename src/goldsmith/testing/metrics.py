"""The conformance suite of metrics: order, sides, and the annotations counted."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet, Document, load_builtin_schema
from goldsmith.metrics import MICRO, Metric, SetPair, Tally, measure
from goldsmith.metrics.engine.measure import compute_values
from goldsmith.testing.strategies import two_set_documents

_TOLERANCE = 1e-9


def check_metric(
    metric: Metric | str, *, examples: int = 60, documents: SearchStrategy[Document] | None = None
) -> None:
    """Check that a metric follows the rules of all metrics.

    The counts do not depend on the order of the annotations, and every count names the annotations
    that it counts. Symmetric values do not change when the sides are swapped. In a comparison of a
    set with itself, perfect values are 1 or undefined. The counts of documents add up.

    Args:
        metric: The metric, or the name it is registered under.
        examples: The number of random documents to try.
        documents: Documents with the sets "a" and "b", for a metric of annotations that the default
            documents do not have.

    Raises:
        AssertionError: The metric breaks a rule; the message names it.
    """
    if isinstance(metric, str):
        check_metric(metrics.get(metric), examples=examples, documents=documents)
        return
    assert metric.title and metric.definition, "a metric has a title and a definition"
    assert metric.main in metric.values, "the main value is one of the values"
    assert metric.symmetric <= set(metric.values) and metric.perfect <= set(metric.values)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(two_set_documents() if documents is None else documents)
    def run(doc: Document) -> None:
        schema = load_builtin_schema(metric.example_schema) if metric.example_schema else None
        pair = SetPair(doc, doc.sets["a"], doc.sets["b"], schema)
        counts = _count(metric, pair)
        assert counts == _count(metric, _shuffle(pair)), "the order of annotations matters"
        _check_places(metric, pair)
        _check_sides(metric, pair)
        _check_identity(metric, pair)
        _check_values(metric, pair)

    run()


def _count(metric: Metric, pair: SetPair) -> dict[tuple[str, str], float]:
    tally = Tally(pair.doc.id)
    metric.count(pair, tally)
    return {key: round(number, 9) for key, number in tally.counts.items() if number}


def _shuffle(pair: SetPair) -> SetPair:
    generator = random.Random(7)

    def shuffle_set(annotation_set: AnnotationSet) -> AnnotationSet:
        parts = {}
        for name in ("mentions", "relations", "groups"):
            annotations = getattr(annotation_set, name)
            parts[name] = tuple(generator.sample(annotations, len(annotations)))
        return replace(annotation_set, **parts)

    return replace(pair, a=shuffle_set(pair.a), b=shuffle_set(pair.b))


def _check_places(metric: Metric, pair: SetPair) -> None:
    tally = Tally(pair.doc.id, keep_places=True)
    metric.count(pair, tally)
    place_counts = Counter((place.group, place.column) for place in tally.places)
    ids_a = {annotation.id for annotation in pair.a.annotations}
    ids_b = {annotation.id for annotation in pair.b.annotations}
    for key, number in tally.counts.items():
        if number and key[1] in metric.columns and key[1] not in metric.derived:
            assert place_counts[key] >= 1, f"{key} counts {number} but names no annotation"
    for place in tally.places:
        assert ids_a.issuperset(place.a) and ids_b.issuperset(place.b)


def _compute_values(metric: Metric, pair: SetPair) -> dict[str, float | None]:
    result = measure(metric, [pair]).compute_result()
    rows = {group: row.values for group, row in result.rows.items()}
    if result.micro:
        rows[MICRO] = result.micro.values
    return {f"{group}/{name}": value for group, row in rows.items() for name, value in row.items()}


def _is_equal(first: float | None, second: float | None) -> bool:
    if first is None or second is None:
        return first is second
    return abs(first - second) < _TOLERANCE


def _check_sides(metric: Metric, pair: SetPair) -> None:
    values = _compute_values(metric, pair)
    exchanged = _compute_values(metric, replace(pair, a=pair.b, b=pair.a))
    for key, value in values.items():
        if key.rpartition("/")[2] in metric.symmetric:
            assert _is_equal(value, exchanged.get(key)), f"{key} changes with the sides"


def _check_identity(metric: Metric, pair: SetPair) -> None:
    for key, value in _compute_values(metric, replace(pair, b=pair.a)).items():
        if key.rpartition("/")[2] in metric.perfect:
            assert value is None or abs(value - 1) < _TOLERANCE, (
                f"{key} of a set with itself: {value}"
            )


def _check_values(metric: Metric, pair: SetPair) -> None:
    """Check the names and the range of the values, alone and for several samples at once."""
    measurement = measure(metric, [pair, replace(pair, doc=replace(pair.doc, id="second"))])
    matrix = measurement.to_matrix().toarray()
    together = compute_values(metric, measurement.keys, np.stack([matrix[0], matrix.sum(axis=0)]))
    alone = compute_values(metric, measurement.keys, matrix[:1])
    for group, values in alone.items():
        assert set(values) == set(metric.values), "compute returns the declared values"
        for name, value in values.items():
            assert np.array_equal(together[group][name][:1], value, equal_nan=True)
            lowest = -np.inf if name in metric.unbounded else -1 - _TOLERANCE
            assert np.isnan(value[0]) or lowest <= value[0] <= 1 + _TOLERANCE, (name, value)
