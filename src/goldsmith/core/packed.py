"""A compact in-memory sequence for very many annotations."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import islice, pairwise
from typing import Final, Protocol, TypeVar, overload

import msgspec

Item = TypeVar("Item", bound=msgspec.Struct)
#: Number of items in a block; a block is encoded and decoded as a whole.
_BLOCK: Final = 4096
#: The fastest level is enough, because the blocks of a note repeat the same words.
_LEVEL: Final = 1


class Blocks(Protocol):
    """Storage for the blocks of a sequence: a list or a file."""

    def append(self, block: bytes, /) -> None: ...

    def __getitem__(self, number: int, /) -> bytes: ...

    def __len__(self) -> int: ...


class PackedSequence(Sequence[Item]):
    """Structs of one class, encoded in compressed blocks.

    It takes about a tenth of the memory of the structs. Each pass decodes one block at a time, so
    that only one decoded block is in memory.

    Args:
        kind: The class.
        items: The first items.
        blocks: Stores the blocks; by default a list.

    Example:
        >>> mentions = PackedSequence(Mention)
        >>> mentions.extend([Mention("T1", "Condition", (Span(0, 5),))])
        >>> mentions[0].type
        'Condition'
    """

    def __init__(
        self, kind: type[Item], items: Iterable[Item] = (), *, blocks: Blocks | None = None
    ) -> None:
        self._kind = kind
        self._convert: Callable[[Item], Item] | None = None
        self._blocks: Blocks = [] if blocks is None else blocks
        #: The number of blocks after each call of `extend`.
        self._ends: list[int] = []
        self._length = 0
        if items:
            self.extend(items)

    def extend(self, items: Iterable[Item]) -> None:
        """Add items at the end; each call begins a new block."""
        remaining = iter(items)
        while block := list(islice(remaining, _BLOCK)):
            self._blocks.append(zlib.compress(msgspec.msgpack.encode(block), _LEVEL))
            self._length += len(block)
        self._ends.append(len(self._blocks))

    def convert(self, convert: Callable[[Item], Item]) -> PackedSequence[Item]:
        """Return a view of this sequence whose items are converted when they are decoded."""
        converted = copy(self)
        converted._convert = convert
        return converted

    def iterate_parts(self) -> Iterator[list[Item]]:
        """Yield the items in lists, one for each time that items were added."""
        for start, end in pairwise([0, *self._ends]):
            yield [item for block in self._decode(start, end) for item in block]

    def iterate_blocks(self) -> Iterator[list[Item]]:
        """Yield the items in lists of a few thousand."""
        return self._decode(0, len(self._blocks))

    def _decode(self, start: int, end: int) -> Iterator[list[Item]]:
        decoder = msgspec.msgpack.Decoder(list[self._kind])  # type: ignore[name-defined]
        for number in range(start, end):
            items: list[Item] = decoder.decode(zlib.decompress(self._blocks[number]))
            yield list(map(self._convert, items)) if self._convert else items

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        for block in self.iterate_blocks():
            yield from block

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | Sequence[Item]:
        if isinstance(place, slice):
            return tuple(self)[place]
        return next(islice(self, range(self._length)[place], None))

    def __eq__(self, value: object) -> bool:
        if not isinstance(value, Sequence) or len(value) != len(self):
            return False
        return all(first == second for first, second in zip(self, value, strict=True))

    __hash__ = None  # type: ignore[assignment]
