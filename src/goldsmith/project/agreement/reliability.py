"""Agreement of three or more annotators at once, on the mentions that two or more of them have.

Mentions of all annotators are aligned into clusters; a cluster is a unit, and its values are the
types, codes and attributes that the annotators give it. An annotator without a mention in the
cluster gives no value, nor does one who never uses the attribute (Mayo, Table 4: n/a).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from goldsmith.alignment.clusters import cluster_mentions
from goldsmith.core import Document, Mention, Schema
from goldsmith.metrics import Result, Row
from goldsmith.metrics.engine.flags import may_be_flag
from goldsmith.metrics.engine.traits import get_attributes, get_concept, get_defaults
from goldsmith.metrics.reliability import compute_reliability
from goldsmith.project.corpus.slices import sort_slices

NAME = "reliability"
TYPE, CODE = "type", "code"
#: How many raters gave a unit each value, sorted by value.
_Pattern = tuple[tuple[str, int], ...]
#: The row of the table, and the pattern of a unit in it.
_Key = tuple[str, _Pattern]
#: The same with the annotators whose mention has no value; only the end shows if absence counts.
_OpenKey = tuple[str, _Pattern, frozenset[str]]
_RESAMPLES = 1000
_ABSENT = ""
#: How many annotators a notice names.
_MOST_NAMES = 5
#: Appended to the name of an attribute that clashes with another row.
_SUFFIX = " (attribute)"


class _Unit(NamedTuple):
    """The data of a unit that show which flags all of its mentions lack."""

    types: frozenset[str]
    annotators: frozenset[str]
    rows: frozenset[str]
    """The rows in which the unit has a value."""


class _Counts:
    """The units of a document: by row and pattern, and all of them by their traits."""

    def __init__(self, slice_name: str) -> None:
        self.slice_name = slice_name
        self.patterns: Counter[_OpenKey] = Counter()
        self.units: Counter[_Unit] = Counter()


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
        self._holders: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, doc: Document, annotators: Sequence[str], slice_name: str) -> None:
        """Count a document that these annotators annotated."""
        counts = _Counts(slice_name)
        for name in annotators:
            self._add_holder(name, doc.sets[name].mentions)
        for cluster in cluster_mentions([doc.sets[name].mentions for name in annotators]):
            if len(cluster) > 1:
                unit = {annotators[number]: mention for number, mention in cluster}
                self._add_unit(unit, counts)
        self._documents.append(counts)

    def _add_holder(self, annotator: str, mentions: Iterable[Mention]) -> None:
        """Record the rows that an annotator ever uses, even on mentions that nobody shares."""
        for mention in mentions:
            for row in self._get_values(mention):
                self._holders[row].add(annotator)

    def _get_values(self, mention: Mention) -> dict[str, str]:
        """Return the values of a mention by row, without absent ones."""
        attributes = get_attributes(mention, self._defaults)
        codes = "+".join(sorted(get_concept(mention)))
        return {
            TYPE: mention.type,
            **({CODE: codes} if codes else {}),
            **{_name_row(name): value for name, value in attributes.items() if value},
        }

    def _add_unit(self, unit: Mapping[str, Mention], counts: _Counts) -> None:
        """Count a unit: annotator -> mention."""
        values = {annotator: self._get_values(mention) for annotator, mention in unit.items()}
        rows = dict.fromkeys(row for own in values.values() for row in own)
        types = frozenset(mention.type for mention in unit.values())
        counts.units[_Unit(types, frozenset(unit), frozenset(rows))] += 1
        for row in rows:
            present = [own[row] for own in values.values() if row in own]
            absent = frozenset(annotator for annotator, own in values.items() if row not in own)
            counts.patterns[row, _make_pattern(present), absent] += 1
            self._values[row] |= {
                (unit[annotator].type, own[row]) for annotator, own in values.items() if row in own
            }

    def make_result(self, *, intervals: bool = False) -> Result:
        """Compute the agreement over all documents."""
        return self._compute(self._documents, intervals=intervals)

    def make_slices(self, *, intervals: bool = False) -> dict[str, Result]:
        """Compute the agreement over each slice; {} without slices."""
        by_slice: dict[str, list[_Counts]] = {}
        for counts in self._documents:
            by_slice.setdefault(counts.slice_name, []).append(counts)
        return {
            name: self._compute(by_slice[name], intervals=intervals)
            for name in sort_slices(by_slice)
            if name
        }

    def _compute(self, documents: Sequence[_Counts], *, intervals: bool) -> Result:
        flags = {row: types for row in self._values if (types := self._find_carriers(row))}
        expanded = [_resolve(counts, flags, self._holders) for counts in documents]
        totals: Counter[_Key] = Counter()
        for patterns in expanded:
            totals.update(patterns)
        names = sorted({row for row, _ in totals}, key=lambda row: (_rank_row(row), row))
        rows = {name: _make_row(name, expanded, totals, intervals=intervals) for name in names}
        return Result(NAME, len(documents), rows, None, None)

    def _find_carriers(self, row: str) -> set[str]:
        """Return the types that have the flag of a row; none if the row is not a flag."""
        if row in (TYPE, CODE):
            return set()
        pairs, name = self._values[row], _get_attribute(row)
        is_flag = len({value for _, value in pairs}) == 1 and all(
            may_be_flag(self._declared.get((kind, name)), value) for kind, value in pairs
        )
        return {kind for kind, _ in pairs} if is_flag else set()

    def list_notices(self) -> list[str]:
        """List the annotators who give no values to a row, because they never use it."""
        notices = []
        for row in sorted(self._values):
            lacking = [name for name in self._holders[TYPE] if name not in self._holders[row]]
            if lacking:
                has, gives = ("has", "gives") if len(lacking) == 1 else ("have", "give")
                notices.append(
                    f"{_list_names(sorted(lacking))} never {has} {row}, and {gives} no value to it "
                    "in the agreement of all annotators"
                )
        return notices


def _list_names(names: Sequence[str]) -> str:
    return ", ".join(names) if len(names) <= _MOST_NAMES else f"{len(names):,} annotators"


def _make_pattern(values: Iterable[str]) -> _Pattern:
    return tuple(sorted(Counter(values).items()))


def _name_row(attribute: str) -> str:
    return attribute + _SUFFIX if attribute in (TYPE, CODE) else attribute


def _get_attribute(row: str) -> str:
    """Return the attribute of a row."""
    name = row.removesuffix(_SUFFIX)
    return name if name in (TYPE, CODE) else row


def _rank_row(row: str) -> int:
    return (TYPE, CODE).index(row) if row in (TYPE, CODE) else 2


def _resolve(
    counts: _Counts, flags: Mapping[str, set[str]], holders: Mapping[str, set[str]]
) -> Counter[_Key]:
    """Count the units of each row by their values; those with fewer than two are left out.

    Absence is a value for annotators who use the attribute elsewhere. Units without the flag on any
    mention are added to its row: there, absence is the value of all annotators.
    """
    patterns: Counter[_Key] = Counter()
    for (row, pattern, absent), units in counts.patterns.items():
        silent = len(absent & holders[row])
        if silent + sum(raters for _, raters in pattern) > 1:
            patterns[row, (*(((_ABSENT, silent),) if silent else ()), *pattern)] += units
    for unit, units in counts.units.items():
        for row, carriers in flags.items():
            silent = len(unit.annotators & holders[row])
            if row not in unit.rows and not unit.types.isdisjoint(carriers) and silent > 1:
                patterns[row, ((_ABSENT, silent),)] += units
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
    """Draw documents with replacement, and return the count of each pattern in each draw."""
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
