"""Columns: nested values to Arrow arrays and back, one flat list at a time.

A row of Parquet is never turned into dictionaries. Every leaf is read as one list over a whole
batch, and the structs are made from those lists, which is several times as fast.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, pairwise, repeat
from operator import attrgetter
from typing import Any

import pyarrow as pa


class Column(ABC):
    """One kind of value: its Arrow type, and the way there and back."""

    type: pa.DataType
    default: Any

    @abstractmethod
    def encode(self, values: Sequence[Any]) -> pa.Array:
        """The values as an array."""

    @abstractmethod
    def decode(self, array: pa.Array) -> list[Any]:
        """The values of an array; where it holds none, the default."""

    @abstractmethod
    def problems(self, found: pa.DataType, path: str) -> Iterator[str]:
        """What keeps a column of the type found from being read as this one."""


class Leaf(Column):
    """A plain value: a text or a whole number."""

    def __init__(self, kind: pa.DataType, default: Any, fits: Callable[[pa.DataType], bool]):
        self.type, self.default, self._fits = kind, default, fits

    def encode(self, values: Sequence[Any]) -> pa.Array:
        return pa.array(values, self.type)

    def decode(self, array: pa.Array) -> list[Any]:
        if pa.types.is_dictionary(array.type):
            array = array.dictionary_decode()
        values: list[Any] = array.to_pylist()
        if array.null_count:
            return [self.default if value is None else value for value in values]
        return values

    def problems(self, found: pa.DataType, path: str) -> Iterator[str]:
        plain = found.value_type if pa.types.is_dictionary(found) else found
        if not self._fits(plain):
            yield f"{path} is {_short(found)}, not {self.type}"


def _is_text(found: pa.DataType) -> bool:
    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(kind(found) for kind in kinds)


TEXT = Leaf(pa.string(), "", _is_text)
NUMBER = Leaf(pa.int32(), 0, pa.types.is_integer)


class ListOf(Column):
    """A list of values; `parts` takes a value apart, `whole` puts it together again."""

    def __init__(
        self,
        item: Column,
        *,
        parts: Callable[[Any], Sequence[Any]] | None = None,
        whole: Callable[[Sequence[Any]], Any] = tuple,
    ):
        self.item, self._parts, self._whole = item, parts, whole
        self.type = pa.list_(pa.field("element", item.type, nullable=False))
        self.default = whole(())

    def encode(self, values: Sequence[Any]) -> pa.Array:
        lists = [self._parts(value) for value in values] if self._parts else values
        flat = self.item.encode(list(chain.from_iterable(lists)))
        return pa.ListArray.from_arrays(_offsets(lists), flat, type=self.type)

    def decode(self, array: pa.Array) -> list[Any]:
        bounds = array.offsets.to_pylist()
        flat = self.item.decode(array.values.slice(bounds[0], bounds[-1] - bounds[0]))
        return _cut(flat, array, bounds, self._whole)

    def problems(self, found: pa.DataType, path: str) -> Iterator[str]:
        if pa.types.is_list(found) or pa.types.is_large_list(found):
            yield from self.item.problems(found.value_type, f"{path}[]")
        else:
            yield f"{path} is {_short(found)}, not a list"


class Pairs(Column):
    """Names and their values, as a map."""

    def __init__(self) -> None:
        self.type = pa.map_(pa.string(), pa.field("value", pa.string(), nullable=False))
        self.default: Mapping[str, str] = {}

    def encode(self, values: Sequence[Any]) -> pa.Array:
        keys = TEXT.encode(list(chain.from_iterable(values)))
        items = TEXT.encode(list(chain.from_iterable([one.values() for one in values])))
        return pa.MapArray.from_arrays(_offsets(values), keys, items, type=self.type)

    def decode(self, array: pa.Array) -> list[Any]:
        bounds = array.offsets.to_pylist()
        start, count = bounds[0], bounds[-1] - bounds[0]
        keys = TEXT.decode(array.keys.slice(start, count))
        items = TEXT.decode(array.items.slice(start, count))
        return _cut(zip(keys, items, strict=True), array, bounds, dict)

    def problems(self, found: pa.DataType, path: str) -> Iterator[str]:
        if pa.types.is_map(found):
            yield from TEXT.problems(found.key_type, f"{path} (keys)")
            yield from TEXT.problems(found.item_type, f"{path} (values)")
        else:
            yield f"{path} is {_short(found)}, not a map of texts"


class StructOf(Column):
    """A struct of our own: its columns in the order of its fields; some of them must be there."""

    def __init__(self, make: Callable[..., Any], needed: str, columns: Mapping[str, Column]):
        self._make, self.columns = make, dict(columns)
        self.needed = needed.split()
        self.fields = [pa.field(n, one.type, nullable=False) for n, one in columns.items()]
        self.type = pa.struct(self.fields)
        self.default = make(**{name: columns[name].default for name in self.needed})

    def encode(self, values: Sequence[Any]) -> pa.Array:
        arrays = [
            column.encode(list(map(attrgetter(name), values)))
            for name, column in self.columns.items()
        ]
        return pa.StructArray.from_arrays(arrays, fields=self.fields)

    def decode(self, array: pa.Array) -> list[Any]:
        names = [field.name for field in array.type]
        found = dict(zip(names, array.flatten(), strict=True))
        columns: list[Iterable[Any]] = [
            column.decode(found[name]) if name in found else repeat(column.default, len(array))
            for name, column in self.columns.items()
        ]
        return list(map(self._make, *columns))

    def problems(self, found: pa.DataType, path: str) -> Iterator[str]:
        if not pa.types.is_struct(found):
            yield f"{path} is {_short(found)}, not a struct"
            return
        types = {field.name: field.type for field in found}
        inside = f"{path}." if path else ""
        for name, column in self.columns.items():
            if name in types:
                yield from column.problems(types[name], inside + name)
            elif name in self.needed:
                yield f"{inside}{name} is missing"


def _offsets(lists: Sequence[Any]) -> pa.Array:
    return pa.array(accumulate(map(len, lists), initial=0), pa.int32())


def _cut(
    flat: Iterable[Any], array: pa.Array, bounds: list[int], whole: Callable[[Any], Any]
) -> list[Any]:
    """The flat values cut into one for each row; rows that hold nothing share one that is empty."""
    values, empty = tuple(flat), whole(())
    if bounds[0]:
        bounds = [bound - bounds[0] for bound in bounds]
    if whole is tuple:  # what a slice of a tuple is already
        cut: list[Any] = [values[start:end] for start, end in pairwise(bounds)]
    else:
        cut = [
            whole(values[start:end]) if end > start else empty for start, end in pairwise(bounds)
        ]
    if array.null_count:
        valid = array.is_valid().to_pylist()
        return [one if there else empty for one, there in zip(cut, valid, strict=True)]
    return cut


def _short(found: pa.DataType) -> str:
    """An Arrow type in a word or two."""
    return str(found).partition("<")[0]
