"""What a metric is: it counts over one document at a time, and its values follow from the sums.

Counting adds numbers to named columns, and with each number says which annotations it stands for.
Values are computed from sums of columns, whether those of a whole corpus, of one document type, or
of ten thousand resamples at once: everything that a value needs is in the counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import signature
from typing import Any, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import UnknownName

#: One number, or one for each resample.
Value = npt.NDArray[np.float64]
#: Column -> its sum.
Columns = Mapping[str, Value]

MICRO = "micro"
MACRO = "macro"


class Compared(msgspec.Struct, frozen=True):
    """Two sets over one document. Where one of them is the gold standard, it is `a`."""

    doc: Document
    a: AnnotationSet
    b: AnnotationSet
    schema: Schema | None = None


class Place(msgspec.Struct, frozen=True, gc=False):
    """What a count stands for: the annotations of each set, by id."""

    document: str
    group: str
    column: str
    a: tuple[str, ...]
    b: tuple[str, ...]


class Tally:
    """The counts of one document."""

    def __init__(self, document: str, *, keep_places: bool = False) -> None:
        self.document = document
        self.counts: dict[tuple[str, str], float] = {}
        self.places: list[Place] = []
        self._keep = keep_places

    def add(
        self,
        group: str,
        column: str,
        number: float = 1.0,
        *,
        a: Iterable[str] = (),
        b: Iterable[str] = (),
    ) -> None:
        """Adds to a column of a group; `a` and `b` are the annotations that are counted."""
        key = (group, column)
        self.counts[key] = self.counts.get(key, 0.0) + number
        if self._keep:
            self.places.append(Place(self.document, group, column, tuple(a), tuple(b)))

    def side(self, group: str, column: str, side: str, annotation: str) -> None:
        """Counts one annotation of one side, "a" or "b"."""
        if side == "a":
            self.add(group, column, a=(annotation,))
        else:
            self.add(group, column, b=(annotation,))


class Metric:
    """Base of every metric. A metric is one module of `goldsmith.metrics` that `provides` one.

    `groups` says what the rows are (types, attributes, criteria); `columns` explains what is
    counted, `values` what is computed, each by name. The values in `symmetric` are the same when
    the sides change. A metric is `pooled` if a row over all groups (micro) and their mean (macro)
    make sense.
    """

    title: ClassVar[str]
    definition: ClassVar[str]
    """The formulas in words, with paper and table."""
    groups: ClassVar[str] = "type"
    columns: ClassVar[Mapping[str, str]]
    values: ClassVar[Mapping[str, str]]
    main: ClassVar[str]
    """The value that is compared between systems."""
    symmetric: ClassVar[frozenset[str]] = frozenset()
    perfect: ClassVar[frozenset[str]] = frozenset()
    """The values that are 1 (or none) when a set is compared with itself."""
    derived: ClassVar[frozenset[str]] = frozenset()
    """Columns that are sizes of something and stand for no annotations (candidates, weights)."""
    example_schema: ClassVar[str] = "clef"
    """A built-in schema under which the metric has something to count."""
    pooled: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The name it is registered under: that of its file."""
        return type(self).__module__.rpartition(".")[2].replace("_", "-")

    def with_options(self, **options: Any) -> Metric:
        """The metric with other options than the default ones; unknown ones are refused."""
        known = [name for name in signature(type(self)).parameters if name != "self"]
        for name in options:
            if name not in known:
                raise UnknownName(f"option of the metric {self.name}", name, known or ["(none)"])
        return type(self)(**options)

    def count(self, pair: Compared, tally: Tally) -> None:
        """Adds what one document has to the tally."""
        raise NotImplementedError

    def compute(self, sums: Columns) -> dict[str, Value]:
        """The values that follow from the sums of a group; 0/0 is nan."""
        raise NotImplementedError


class Zeros(Mapping[str, Value]):
    """Columns in which everything that was never counted is 0."""

    def __init__(self, sums: Mapping[str, Value], shape: tuple[int, ...]) -> None:
        self._sums, self._zero = sums, np.zeros(shape)

    def __getitem__(self, column: str) -> Value:
        return self._sums.get(column, self._zero)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sums)

    def __len__(self) -> int:
        return len(self._sums)


def ratio(above: Value, below: Value) -> Value:
    """A quotient; 0/0 is no value (nan), as metrics.md has it."""
    above, below = np.asarray(above, dtype=np.float64), np.asarray(below, dtype=np.float64)
    out = np.full(np.broadcast(above, below).shape, np.nan)
    np.divide(above, below, out=out, where=below != 0)
    return out


def f1(precision: Value, recall: Value) -> Value:
    """The harmonic mean; 0 where both are 0."""
    both = ratio(2 * precision * recall, precision + recall)
    return np.where((precision == 0) & (recall == 0), 0.0, both)


def mean(values: Sequence[Value]) -> Value:
    """The mean of those that are values; nan where none is."""
    stacked = np.stack(values) if values else np.full((1, 1), np.nan)
    known = ~np.isnan(stacked)
    return ratio(np.where(known, stacked, 0.0).sum(axis=0), known.sum(axis=0).astype(np.float64))
