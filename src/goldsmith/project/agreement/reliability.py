"""Agreement of three or more annotators at once, on the mentions that two or more of them have.

Mentions of all annotators are aligned into clusters; a cluster is a unit, and its values are the
types, codes and attributes that the annotators give it. An annotator without a mention in the
cluster gives it no value.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from goldsmith.alignment.clusters import cluster_mentions
from goldsmith.core import Document, Mention, Schema
from goldsmith.metrics import Result, Row
from goldsmith.metrics.engine.flags import may_be_flag
from goldsmith.metrics.engine.traits import get_attributes, get_concept, get_defaults
from goldsmith.metrics.reliability import compute_reliability

NAME = "reliability"
TYPE, CODE = "type", "code"
#: How many raters gave a unit each value, sorted by value.
_Pattern = tuple[tuple[str, int], ...]
#: The row of the table, and the pattern of a unit in it.
_Key = tuple[str, _Pattern]
_RESAMPLES = 1000
_ABSENT = ""


class _Counts:
    """The units of a document: by row and pattern, and all of them by types and raters."""

    def __init__(self, slice_name: str) -> None:
        self.slice_name = slice_name
        self.patterns: Counter[_Key] = Counter()
        self.sizes: Counter[tuple[frozenset[str], int]] = Counter()


class ReliabilityCounter:
    """Counts the units of every document."""

    def __init__(self, schema: Schema | None) -> None:
        self._defaults = get_defaults(schema)
        self._declared = {
            (kind.name, name): attribute
            for kind in (schema.mention if schema else ())
            for name, attribute in kind.attributes.items()
        }
        self._documents: list[_Counts] = []
        self._values: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)

    def add(self, doc: Document, annotators: Sequence[str], slice_name: str) -> None:
        """Count a document that these annotators annotated."""
        counts = _Counts(slice_name)
        for cluster in cluster_mentions([doc.sets[name].mentions for name in annotators]):
            if len(cluster) > 1:
                self._add_unit([mention for _, mention in cluster], counts)
        self._documents.append(counts)

    def _add_unit(self, mentions: Sequence[Mention], counts: _Counts) -> None:
        attributes = [get_attributes(mention, self._defaults) for mention in mentions]
        counts.sizes[frozenset(mention.type for mention in mentions), len(mentions)] += 1
        counts.patterns[TYPE, _make_pattern(mention.type for mention in mentions)] += 1
        codes = ["+".join(sorted(get_concept(mention))) for mention in mentions]
        if any(codes):
            counts.patterns[CODE, _make_pattern(codes)] += 1
        for name in dict.fromkeys(name for own in attributes for name in own if own[name]):
            pattern = _make_pattern(own.get(name, _ABSENT) for own in attributes)
            counts.patterns[_name_row(name), pattern] += 1
            self._values[name] |= {
                (mention.type, own[name])
                for mention, own in zip(mentions, attributes, strict=True)
                if own.get(name)
            }

    def make_result(self, *, intervals: bool = False) -> Result:
        """Compute the agreement over all documents."""
        return self._compute(self._documents, intervals=intervals)

    def make_slices(self, *, intervals: bool = False) -> dict[str, Result]:
        """Compute the agreement over each slice; {} without slices."""
        by_slice: dict[str, list[_Counts]] = {}
        for counts in self._documents:
            by_slice.setdefault(counts.slice_name, []).append(counts)
        if list(by_slice) in ([], [""]):
            return {}
        return {
            name or "(none)": self._compute(documents, intervals=intervals)
            for name, documents in sorted(by_slice.items())
        }

    def _compute(self, documents: Sequence[_Counts], *, intervals: bool) -> Result:
        flags = {name: types for name in self._values if (types := self._find_carriers(name))}
        expanded = [_add_lacking(counts, flags) for counts in documents]
        totals: Counter[_Key] = Counter()
        for patterns in expanded:
            totals.update(patterns)
        names = sorted({row for row, _ in totals}, key=lambda row: (_rank_row(row), row))
        rows = {name: _make_row(name, expanded, totals, intervals=intervals) for name in names}
        return Result(NAME, len(documents), rows, None, None)

    def _find_carriers(self, name: str) -> set[str]:
        """Return the types that have a flag; none if the attribute is not a flag."""
        pairs = self._values[name]
        is_flag = len({value for _, value in pairs}) == 1 and all(
            may_be_flag(self._declared.get((kind, name)), value) for kind, value in pairs
        )
        return {kind for kind, _ in pairs} if is_flag else set()


def _make_pattern(values: Iterable[str]) -> _Pattern:
    return tuple(sorted(Counter(values).items()))


def _name_row(attribute: str) -> str:
    return f"{attribute} (attribute)" if attribute in (TYPE, CODE) else attribute


def _rank_row(row: str) -> int:
    return (TYPE, CODE).index(row) if row in (TYPE, CODE) else 2


def _add_lacking(counts: _Counts, flags: Mapping[str, set[str]]) -> Counter[_Key]:
    """Add the units of which no mention has a flag: there, its absence is a value."""
    patterns = counts.patterns.copy()
    for name, carriers in flags.items():
        row = _name_row(name)
        lacking: Counter[int] = Counter()
        for (types, raters), units in counts.sizes.items():
            if not types.isdisjoint(carriers):
                lacking[raters] += units
        for (group, pattern), units in counts.patterns.items():
            if group == row:
                lacking[sum(number for _, number in pattern)] -= units
        for raters, units in (+lacking).items():
            patterns[row, ((_ABSENT, raters),)] += units
    return patterns


def _make_row(
    name: str, documents: Sequence[Counter[_Key]], totals: Counter[_Key], *, intervals: bool
) -> Row:
    keys = [key for key in totals if key[0] == name]
    units = [dict(pattern) for _, pattern in keys]
    sizes = np.array([[totals[key] for key in keys]], dtype=np.float64)
    values = compute_reliability(units, sizes)
    raters = np.array([sum(unit.values()) for unit in units], dtype=np.float64)
    counts = {"units": float(sizes.sum()), "values": float((sizes @ raters)[0])}
    bounds: dict[str, tuple[float, float]] = {}
    if intervals and len(documents) > 1:
        bounds = dict(_find_bounds(compute_reliability(units, _resample(documents, keys))))
    plain = {key: None if np.isnan(value[0]) else float(value[0]) for key, value in values.items()}
    return Row(plain, counts, bounds)


def _resample(documents: Sequence[Counter[_Key]], keys: Sequence[_Key]) -> npt.NDArray[np.float64]:
    """Draw documents with replacement, and return how often each pattern occurs in each draw."""
    columns = {key: number for number, key in enumerate(keys)}
    cells = [
        (row, columns[key], float(number))
        for row, patterns in enumerate(documents)
        for key, number in patterns.items()
        if key in columns
    ]
    rows, indices, numbers = zip(*cells, strict=True)
    matrix = csr_array((numbers, (rows, indices)), shape=(len(documents), len(keys)))
    size = len(documents)
    draws = np.random.default_rng(1).multinomial(size, np.full(size, 1 / size), size=_RESAMPLES)
    weights: npt.NDArray[np.float64] = draws.astype(np.float64) @ matrix
    return weights


def _find_bounds(
    values: Mapping[str, npt.NDArray[np.float64]],
) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yield the 95 % percentile interval of each value that is defined in a sample."""
    for name, samples in values.items():
        defined = samples[~np.isnan(samples)]
        if len(defined):
            low, high = np.percentile(defined, [2.5, 97.5])
            yield name, (float(low), float(high))
