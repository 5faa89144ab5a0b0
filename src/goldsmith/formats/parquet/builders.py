"""Builders that concatenate arrays; long results are on disk (see `scratch`).

Arrow can concatenate arrays, but then all of them and the result are in memory at once, and many
small arrays take several times the memory of a large one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
import pyarrow as pa

from goldsmith.formats.parquet.arrays import OFFSET, check_size
from goldsmith.formats.parquet.scratch import ScratchBuffer


class ArrayBuilder(ABC):
    """Concatenates arrays without nulls; call `build` once, at the end."""

    def __init__(self, kind: pa.DataType) -> None:
        self.kind = kind
        self.length = 0

    def append(self, array: pa.Array) -> None:
        """Add an array at the end."""
        if array.null_count:
            raise ValueError("arrays with nulls cannot be concatenated")
        self.length += len(array)
        self.append_content(array)

    @abstractmethod
    def append_content(self, array: pa.Array) -> None:
        """Copy the buffers of an array."""

    @abstractmethod
    def build(self) -> pa.Array:
        """Return the array of all items."""


class NumberBuilder(ArrayBuilder):
    """Builds an array of numbers."""

    def __init__(self, kind: pa.DataType) -> None:
        super().__init__(kind)
        self._content = ScratchBuffer()

    def append_content(self, array: pa.Array) -> None:
        size = array.type.bit_width // 8
        start = array.offset * size
        self._content.append(memoryview(array.buffers()[1])[start : start + len(array) * size])

    def build(self) -> pa.Array:
        buffers = [None, self._content.build()]
        return pa.Array.from_buffers(self.kind, self.length, buffers)


class _Offsets:
    """The offsets of lists or texts, and the end of the last one."""

    def __init__(self) -> None:
        self._content = ScratchBuffer()
        self._content.append(bytes(OFFSET.itemsize))
        self.end = 0

    def append(self, array: pa.Array) -> tuple[int, int]:
        """Add the offsets of an array; return its own first and last offset."""
        place = array.offset * OFFSET.itemsize
        offsets = np.frombuffer(array.buffers()[1], OFFSET, len(array) + 1, place)
        start, end = int(offsets[0]), int(offsets[-1])
        check_size(self.end + end - start)
        self._content.append((offsets[1:] + OFFSET.type(self.end - start)).data)
        self.end += end - start
        return start, end

    def build(self) -> pa.Buffer:
        return self._content.build()


class TextBuilder(ArrayBuilder):
    """Builds an array of texts."""

    def __init__(self, kind: pa.DataType) -> None:
        super().__init__(kind)
        self._offsets, self._content = _Offsets(), ScratchBuffer()

    def append_content(self, array: pa.Array) -> None:
        if len(array):
            start, end = self._offsets.append(array)
            self._content.append(memoryview(array.buffers()[2])[start:end])

    def build(self) -> pa.Array:
        buffers = [None, self._offsets.build(), self._content.build()]
        return pa.Array.from_buffers(self.kind, self.length, buffers)


class ListBuilder(ArrayBuilder):
    """Builds an array of lists or of maps, which are lists of pairs."""

    def __init__(self, kind: pa.DataType) -> None:
        super().__init__(kind)
        self._offsets, self._items = _Offsets(), make_builder(_get_item_type(kind))

    def append_content(self, array: pa.Array) -> None:
        if len(array):
            start, end = self._offsets.append(array)
            self._items.append(_get_items(array).slice(start, end - start))

    def build(self) -> pa.Array:
        buffers = [None, self._offsets.build()]
        items = self._items.build()
        return pa.Array.from_buffers(self.kind, self.length, buffers, children=[items])


class StructBuilder(ArrayBuilder):
    """Builds an array of structs."""

    def __init__(self, kind: pa.DataType) -> None:
        super().__init__(kind)
        self._fields = [make_builder(field.type) for field in kind]

    def append_content(self, array: pa.Array) -> None:
        for builder, values in zip(self._fields, array.flatten(), strict=True):
            builder.append(values)

    def build(self) -> pa.Array:
        fields = [builder.build() for builder in self._fields]
        return pa.Array.from_buffers(self.kind, self.length, [None], children=fields)


_BUILDERS: tuple[tuple[Callable[[pa.DataType], bool], type[ArrayBuilder]], ...] = (
    (pa.types.is_struct, StructBuilder),
    (pa.types.is_list, ListBuilder),
    (pa.types.is_map, ListBuilder),
    (pa.types.is_string, TextBuilder),
    (pa.types.is_primitive, NumberBuilder),
)


def make_builder(kind: pa.DataType) -> ArrayBuilder:
    """Make the builder for a type of Goldsmith's columns."""
    return next(make for fits, make in _BUILDERS if fits(kind))(kind)


def _get_item_type(kind: pa.DataType) -> pa.DataType:
    if pa.types.is_map(kind):
        return pa.struct([kind.key_field, kind.item_field])
    return kind.value_type


def _get_items(array: pa.Array) -> pa.Array:
    """Return the items of all lists; a map's items are pairs."""
    if not pa.types.is_map(array.type):
        return array.values
    return pa.StructArray.from_arrays(
        [array.keys, array.items], fields=[array.type.key_field, array.type.item_field]
    )
