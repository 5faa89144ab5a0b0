"""The base class of metrics: a metric counts each document and computes values from the sums.

Counting adds numbers to named columns and records the annotations that each number comes from.
Values are computed from the sums of the columns alone, whether over a corpus, over one document
type or over thousands of bootstrap samples at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from inspect import signature
from typing import Any, ClassVar, Literal, Self

import msgspec
import numpy as np
import numpy.typing as npt

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.errors import InputError, UnknownName

#: A number for each sample: one, or one per bootstrap sample.
Value = npt.NDArray[np.float64]
#: Column -> its sums.
Columns = Mapping[str, Value]

MICRO = "micro"
MACRO = "macro"
#: The group of the columns that every group of a metric shares; it is not a row of the table.
SHARED = "(shared)"
#: Prefix of the name of a column that only marks a group.
MARK = "@"

#: A group and a column.
Key = tuple[str, str]
#: The kinds of names that an option of a metric may contain.
NameKind = Literal["mention type", "attribute", "relation type"]


class SetPair(msgspec.Struct, frozen=True):
    """Two annotation sets of one document; if one is the gold standard, it is `a`."""

    doc: Document
    a: AnnotationSet
    b: AnnotationSet
    schema: Schema | None = None


class Place(msgspec.Struct, frozen=True, gc=False):
    """The annotations of each set, by id, that a count comes from."""

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
        self._keep_places = keep_places

    def add(
        self,
        group: str,
        column: str,
        number: float = 1.0,
        *,
        a: Iterable[str] = (),
        b: Iterable[str] = (),
    ) -> None:
        """Add a number to a column of a group.

        Args:
            group: The row, such as a mention type.
            column: The column, one of `Metric.columns`.
            number: The number to add.
            a: The ids of the annotations of the first set that are counted.
            b: The ids of the annotations of the second set that are counted.
        """
        key = (group, column)
        self.counts[key] = self.counts.get(key, 0.0) + number
        if self._keep_places:
            self.places.append(Place(self.document, group, column, tuple(a), tuple(b)))

    def add_shared(self, column: str, number: float = 1.0) -> None:
        """Add a number to a column that every group shares, for values and notices.

        Such a column is passed to `Metric.compute` of each group along with its own columns. It is
        not among the counts of a row, and has no places.
        """
        key = (SHARED, column)
        self.counts[key] = self.counts.get(key, 0.0) + number

    def mark(self, group: str, text: str) -> None:
        """Mark a group for `Metric.compute` with a column of 0 that is not among its counts."""
        self.counts.setdefault((group, MARK + text), 0.0)

    def add_side(self, group: str, column: str, side: str, annotation: str) -> None:
        """Count an annotation of one side, "a" or "b"."""
        if side == "a":
            self.add(group, column, a=(annotation,))
        else:
            self.add(group, column, b=(annotation,))


class Metric:
    """The base class of metrics.

    A module of `goldsmith.metrics` assigns an instance to `provides`. The class declares what the
    rows of its table are (`groups`), what it counts (`columns`) and what it computes (`values`);
    each has a description. `symmetric` lists the values that stay the same when the two sets are
    exchanged. A metric is `pooled` if the sum over all groups (micro average) and the mean of the
    groups (macro average) make sense.

    Example:
        >>> class ExactSpans(Metric):
        ...     title = "Exact spans"
        ...     definition = "2·exact / (a + b)"
        ...     columns = {"n": "mentions of both sets", "exact": "pairs on the same spans"}
        ...     values = {"f1": "2·exact / n"}
        ...     main = "f1"
        ...
        ...     def count(self, pair, tally):
        ...         for annotation_set in (pair.a, pair.b):
        ...             for mention in annotation_set.mentions:
        ...                 tally.add(mention.type, "n")
        ...         for match in align(pair.a.mentions, pair.b.mentions, partial=False).pairs:
        ...             tally.add(match.a.type, "exact", a=[match.a.id], b=[match.b.id])
        ...
        ...     def compute(self, sums):
        ...         return {"f1": divide(2 * sums["exact"], sums["n"])}
    """

    title: ClassVar[str]
    definition: ClassVar[str]
    """The formulas in words, with the paper and table they come from."""
    groups: str = "mention type"
    """The meaning of the rows, which may depend on the options."""
    columns: ClassVar[Mapping[str, str]]
    values: ClassVar[Mapping[str, str]]
    main: ClassVar[str]
    """The value by which systems are compared."""
    symmetric: ClassVar[frozenset[str]] = frozenset()
    perfect: ClassVar[frozenset[str]] = frozenset()
    """The values that are 1, or undefined, when a set is compared with itself."""
    unbounded: ClassVar[frozenset[str]] = frozenset()
    """The values that may be below -1."""
    derived: ClassVar[frozenset[str]] = frozenset()
    """The columns that count no annotations (numbers of candidates, weights)."""
    optional: ClassVar[frozenset[str]] = frozenset()
    """The columns that tables omit where they are 0; other columns are printed as 0."""
    example_schema: ClassVar[str] = "clef"
    """A built-in schema whose annotations the metric counts."""
    pooled: ClassVar[bool] = True
    named_by_options: ClassVar[Mapping[str, NameKind]] = {}
    """The options that take names from the annotations or the schema -> the kind of name."""

    _registered_name: str = ""

    @property
    def name(self) -> str:
        """The registered name; by default the name of the module."""
        module_name = type(self).__module__.rpartition(".")[2]
        return self._registered_name or module_name.replace("_", "-")

    def with_name(self, name: str) -> Self:
        """Return the metric under the name it is registered under."""
        metric = copy(self)
        metric._registered_name = name
        return metric

    def with_options(self, **options: Any) -> Self:
        """Return the metric with options other than the defaults.

        Raises:
            UnknownName: The metric has no such option.
            InputError: An option has an invalid value.
        """
        parameters = signature(type(self)).parameters
        for name, value in options.items():
            if name not in parameters:
                raise UnknownName(f"option of the metric {self.name}", name, parameters)
            if isinstance(parameters[name].default, bool) and not isinstance(value, bool):
                raise InputError(
                    f"the option {name} of the metric {self.name} cannot be {value!r}",
                    expected="true or false",
                )
        return type(self)(**options).with_name(self.name)

    def count(self, pair: SetPair, tally: Tally) -> None:
        """Count the annotations of one document."""
        raise NotImplementedError

    def compute(self, sums: Columns) -> dict[str, Value]:
        """Compute the values from the sums of the columns of a group; 0/0 is nan."""
        raise NotImplementedError

    def list_notices(self, sums: Mapping[Key, float], names: tuple[str, str]) -> list[str]:
        """List notices about the data for the reader of the values; by default there are none.

        Args:
            sums: The sums of all columns of all groups, and of the group `SHARED`.
            names: The names of the two sets in notices.
        """
        return []


class Zeros(Mapping[str, Value]):
    """Columns that are 0 where nothing was counted."""

    def __init__(self, sums: Columns, shape: tuple[int, ...]) -> None:
        self._sums, self._zero = sums, np.zeros(shape)

    def __getitem__(self, column: str) -> Value:
        return self._sums.get(column, self._zero)

    def __iter__(self) -> Iterator[str]:
        return iter(self._sums)

    def __len__(self) -> int:
        return len(self._sums)


def divide(numerator: Value, denominator: Value) -> Value:
    """Divide; a quotient with the denominator 0 is undefined (nan)."""
    numerator = np.asarray(numerator, dtype=np.float64)
    denominator = np.asarray(denominator, dtype=np.float64)
    quotient = np.full(np.broadcast(numerator, denominator).shape, np.nan)
    np.divide(numerator, denominator, out=quotient, where=denominator != 0)
    return quotient


def compute_f1(precision: Value, recall: Value) -> Value:
    """Return the harmonic mean of precision and recall; 0 where both are 0."""
    harmonic_mean = divide(2 * precision * recall, precision + recall)
    return np.where((precision == 0) & (recall == 0), 0.0, harmonic_mean)


def compute_mean(values: Sequence[Value]) -> Value:
    """Return the mean of the defined values; nan where none is defined."""
    stacked = np.stack(values) if values else np.full((1, 1), np.nan)
    defined = ~np.isnan(stacked)
    total = np.where(defined, stacked, 0.0).sum(axis=0)
    return divide(total, defined.sum(axis=0).astype(np.float64))
