"""Columns that convert nested values to Arrow arrays and back.

Rows are never converted to dictionaries: each leaf is converted as one flat list for a whole batch,
and the structs are built from these lists, which is several times faster.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise, repeat
from operator import attrgetter
from typing import Any

import pyarrow as pa

from goldsmith.formats.parquet.arrays import encode_integers, encode_texts, make_offsets
from goldsmith.formats.parquet.builders import make_builder

#: The number of list items to convert at once.
_BLOCK = 4_096


class Column(ABC):
    """A column: its Arrow type and the conversion in both directions."""

    type: pa.DataType
    default: Any

    @abstractmethod
    def encode(self, values: Sequence[Any]) -> pa.Array:
        """Convert values to an array."""

    @abstractmethod
    def decode(self, array: pa.Array) -> list[Any]:
        """Convert an array to values; nulls become the default."""

    @abstractmethod
    def find_problems(self, actual: pa.DataType, path: str) -> Iterator[str]:
        """Yield the reasons why a column of the actual type cannot be read as this column."""


class LeafColumn(Column):
    """A column of texts or numbers.

    Args:
        arrow_type: The type of the column.
        default: The value for null.
        is_compatible: Returns whether a column of a given type can be read as this column.
        encode: Converts values that are never null.
        recurs: Whether many values are the same, so that each need be decoded only once.
    """

    def __init__(
        self,
        arrow_type: pa.DataType,
        default: Any,
        is_compatible: Callable[[pa.DataType], bool],
        encode: Callable[[Sequence[Any]], pa.Array] | None = None,
        *,
        recurs: bool = True,
    ):
        self.type, self.default, self._is_compatible = arrow_type, default, is_compatible
        self._encode, self._recurs = encode, recurs

    def encode(self, values: Sequence[Any]) -> pa.Array:
        return self._encode(values) if self._encode else pa.array(values, self.type)

    def decode(self, array: pa.Array) -> list[Any]:
        if pa.types.is_string(array.type) and self._recurs:
            array = array.dictionary_encode()
        if pa.types.is_dictionary(array.type):
            return self._decode_dictionary(array)
        values: list[Any] = array.to_pylist()
        return self._fill(values) if array.null_count else values

    def _decode_dictionary(self, array: pa.DictionaryArray) -> list[Any]:
        """Convert each distinct value once: types and ids recur, and sharing them saves time."""
        values = self._fill(array.dictionary.to_pylist())
        if array.indices.null_count:
            positions = array.indices.to_pylist()
            return [self.default if at is None else values[at] for at in positions]
        return list(map(values.__getitem__, array.indices.to_pylist()))

    def _fill(self, values: list[Any]) -> list[Any]:
        return [self.default if value is None else value for value in values]

    def find_problems(self, actual: pa.DataType, path: str) -> Iterator[str]:
        value_type = actual.value_type if pa.types.is_dictionary(actual) else actual
        if not self._is_compatible(value_type):
            yield f"{path} is {_format_type(actual)}, not {self.type}"


def is_text(actual: pa.DataType) -> bool:
    """Return whether an Arrow type is a type of texts."""
    checks = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(check(actual) for check in checks)


TEXT = LeafColumn(pa.string(), "", is_text, encode_texts)
UNIQUE_TEXT = LeafColumn(pa.string(), "", is_text, encode_texts, recurs=False)
INTEGER = LeafColumn(pa.int32(), 0, pa.types.is_integer, encode_integers)


class ListColumn(Column):
    """A column of lists; `split` turns a value into a list of items, `join` does the reverse."""

    def __init__(
        self,
        item: Column,
        *,
        split: Callable[[Any], Sequence[Any]] | None = None,
        join: Callable[[Sequence[Any]], Any] = tuple,
    ):
        self.item, self._split, self._join = item, split, join
        self.type = pa.list_(pa.field("element", item.type, nullable=False))
        self.default = join(())

    def encode(self, values: Sequence[Any]) -> pa.Array:
        lists = [self._split(value) for value in values] if self._split else values
        items = _encode_in_blocks(self.item, chain.from_iterable(lists))
        return pa.ListArray.from_arrays(make_offsets(lists), items, type=self.type)

    def decode(self, array: pa.Array) -> list[Any]:
        bounds = array.offsets.to_pylist()
        items = self.item.decode(array.values.slice(bounds[0], bounds[-1] - bounds[0]))
        return _split_rows(items, array, bounds, self._join)

    def find_problems(self, actual: pa.DataType, path: str) -> Iterator[str]:
        if pa.types.is_list(actual) or pa.types.is_large_list(actual):
            yield from self.item.find_problems(actual.value_type, f"{path}[]")
        else:
            yield f"{path} is {_format_type(actual)}, not a list"


class MapColumn(Column):
    """A column of maps from names to values."""

    def __init__(self) -> None:
        self.type = pa.map_(pa.string(), pa.field("value", pa.string(), nullable=False))
        self.default: Mapping[str, str] = {}

    def encode(self, values: Sequence[Any]) -> pa.Array:
        keys = TEXT.encode(list(chain.from_iterable(values)))
        items = TEXT.encode(list(chain.from_iterable([mapping.values() for mapping in values])))
        return pa.MapArray.from_arrays(make_offsets(values), keys, items, type=self.type)

    def decode(self, array: pa.Array) -> list[Any]:
        bounds = array.offsets.to_pylist()
        start, count = bounds[0], bounds[-1] - bounds[0]
        keys = TEXT.decode(array.keys.slice(start, count))
        items = TEXT.decode(array.items.slice(start, count))
        return _split_rows(zip(keys, items, strict=True), array, bounds, dict)

    def find_problems(self, actual: pa.DataType, path: str) -> Iterator[str]:
        if pa.types.is_map(actual):
            yield from TEXT.find_problems(actual.key_type, f"{path} (keys)")
            yield from TEXT.find_problems(actual.item_type, f"{path} (values)")
        else:
            yield f"{path} is {_format_type(actual)}, not a map of texts"


class StructColumn(Column):
    """A column of structs, with a column for each field; the required fields must be present."""

    def __init__(self, make: Callable[..., Any], required: str, columns: Mapping[str, Column]):
        self._make, self.columns = make, dict(columns)
        self.required = required.split()
        self.fields = [
            pa.field(name, column.type, nullable=False) for name, column in columns.items()
        ]
        self.type = pa.struct(self.fields)
        self.default = make(**{name: columns[name].default for name in self.required})

    def encode(self, values: Sequence[Any]) -> pa.Array:
        arrays = [
            column.encode(list(map(attrgetter(name), values)))
            for name, column in self.columns.items()
        ]
        return pa.StructArray.from_arrays(arrays, fields=self.fields)

    def decode(self, array: pa.Array) -> list[Any]:
        names = [field.name for field in array.type]
        arrays = dict(zip(names, array.flatten(), strict=True))
        columns: list[Iterable[Any]] = [
            column.decode(arrays[name]) if name in arrays else repeat(column.default, len(array))
            for name, column in self.columns.items()
        ]
        return list(map(self._make, *columns))

    def find_problems(self, actual: pa.DataType, path: str) -> Iterator[str]:
        if not pa.types.is_struct(actual):
            yield f"{path} is {_format_type(actual)}, not a struct"
            return
        types = {field.name: field.type for field in actual}
        prefix = f"{path}." if path else ""
        for name, column in self.columns.items():
            if name in types:
                yield from column.find_problems(types[name], prefix + name)
            elif name in self.required:
                yield f"{prefix}{name} is missing"


def _encode_in_blocks(column: Column, values: Iterable[Any]) -> pa.Array:
    """Convert values to an array block by block, so that few of them are in memory at once."""
    remaining = iter(values)
    first = column.encode(list(islice(remaining, _BLOCK)))
    if len(first) < _BLOCK:
        return first
    builder = make_builder(column.type)
    builder.append(first)
    while block := list(islice(remaining, _BLOCK)):
        builder.append(column.encode(block))
    return builder.build()


def _split_rows(
    items: Iterable[Any], array: pa.Array, bounds: list[int], join: Callable[[Any], Any]
) -> list[Any]:
    """Group flat items into a value for each row; rows without items share an empty value."""
    values, empty = tuple(items), join(())
    if bounds[0]:
        bounds = [bound - bounds[0] for bound in bounds]
    if join is tuple:  # a slice of a tuple already is one
        rows: list[Any] = [values[start:end] for start, end in pairwise(bounds)]
    else:
        rows = [
            join(values[start:end]) if end > start else empty for start, end in pairwise(bounds)
        ]
    if array.null_count:
        valid = array.is_valid().to_pylist()
        return [row if is_valid else empty for row, is_valid in zip(rows, valid, strict=True)]
    return rows


def _format_type(arrow_type: pa.DataType) -> str:
    """Return an Arrow type without its parameters."""
    return str(arrow_type).partition("<")[0]
