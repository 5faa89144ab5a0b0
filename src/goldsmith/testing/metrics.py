"""The conformance suite of metrics: order and sides do not matter, and counts have places."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, builtin
from goldsmith.metrics import MICRO, Compared, Metric, Tally, measure
from goldsmith.metrics.engine.measure import values_of
from goldsmith.testing.strategies import compared

_SMALL = 1e-9


def check_metric(
    metric: Metric, *, examples: int = 60, documents: SearchStrategy[Document] | None = None
) -> None:
    """Raises AssertionError where a metric breaks the rules that all metrics keep.

    The counts are the same for every order of the annotations. Each counted thing has its place.
    Sides may be changed for the values said to be symmetric. A set compared with itself gets 1 or
    no value in everything said to be perfect. Documents counted apart add up to the whole.

    A metric that counts annotations which the usual documents lack can be given others, with the
    sets "a" and "b".
    """
    assert metric.title and metric.definition, "a metric has a title and says its definition"
    assert metric.main in metric.values, "the main value is one of the values"
    assert metric.symmetric <= set(metric.values) and metric.perfect <= set(metric.values)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(compared() if documents is None else documents)
    def run(doc: Document) -> None:
        schema = builtin(metric.example_schema) if metric.example_schema else None
        pair = Compared(doc, doc.sets["a"], doc.sets["b"], schema)
        counts = _counts(metric, pair)
        assert counts == _counts(metric, _shuffled(pair)), "the order of annotations matters"
        _check_places(metric, pair)
        _check_sides(metric, pair)
        _check_identity(metric, pair)
        _check_values(metric, pair)

    run()


def _counts(metric: Metric, pair: Compared) -> dict[tuple[str, str], float]:
    tally = Tally(pair.doc.id)
    metric.count(pair, tally)
    return {key: round(number, 9) for key, number in tally.counts.items() if number}


def _shuffled(pair: Compared) -> Compared:
    chance = random.Random(7)

    def mixed(one: AnnotationSet) -> AnnotationSet:
        parts = {
            name: tuple(chance.sample(getattr(one, name), len(getattr(one, name))))
            for name in ("mentions", "relations", "groups")
        }
        return replace(one, **parts)

    return replace(pair, a=mixed(pair.a), b=mixed(pair.b))


def _check_places(metric: Metric, pair: Compared) -> None:
    tally = Tally(pair.doc.id, keep_places=True)
    metric.count(pair, tally)
    placed = Counter((place.group, place.column) for place in tally.places)
    known = {
        "a": {item.id for item in pair.a.annotations},
        "b": {item.id for item in pair.b.annotations},
    }
    for key, number in tally.counts.items():
        if number and key[1] in metric.columns and key[1] not in metric.derived:
            assert placed[key] >= 1, f"{key} counts {number} but names no place"
    for place in tally.places:
        assert known["a"].issuperset(place.a) and known["b"].issuperset(place.b)


def _values(metric: Metric, pair: Compared) -> dict[str, float | None]:
    result = measure(metric, [pair]).result()
    rows = {group: row.values for group, row in result.rows.items()}
    if result.micro:
        rows[MICRO] = result.micro.values
    return {f"{group}/{name}": value for group, row in rows.items() for name, value in row.items()}


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) < _SMALL


def _check_sides(metric: Metric, pair: Compared) -> None:
    here = _values(metric, pair)
    there = _values(metric, replace(pair, a=pair.b, b=pair.a))
    for key, value in here.items():
        if key.rpartition("/")[2] in metric.symmetric:
            assert _same(value, there.get(key)), f"{key} changes with the sides"


def _check_identity(metric: Metric, pair: Compared) -> None:
    for key, value in _values(metric, replace(pair, b=pair.a)).items():
        if key.rpartition("/")[2] in metric.perfect:
            assert value is None or abs(value - 1) < _SMALL, f"{key} of a set with itself: {value}"


def _check_values(metric: Metric, pair: Compared) -> None:
    """Values named as declared, in range, the same one by one and for many samples at once."""
    measured = measure(metric, [pair, replace(pair, doc=replace(pair.doc, id="second"))])
    matrix = measured.matrix().toarray()
    together = values_of(metric, measured.keys, np.stack([matrix[0], matrix.sum(axis=0)]))
    alone = values_of(metric, measured.keys, matrix[:1])
    for group, values in alone.items():
        assert set(values) == set(metric.values), "compute gives the values that are declared"
        for name, value in values.items():
            assert np.array_equal(together[group][name][:1], value, equal_nan=True)
            assert np.isnan(value[0]) or -1 - _SMALL <= value[0] <= 1 + _SMALL, (name, value)
