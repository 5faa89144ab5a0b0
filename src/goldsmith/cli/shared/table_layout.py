"""The layout of tables on a terminal: widths that break no word of a heading, and blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

#: Longer words in cells are folded before columns are moved to another block.
_LONGEST_WORD = 24
#: What a box of rich adds: a space on each side of a cell, and a line between columns.
_PER_COLUMN, _EDGES = 3, 1


class Column(NamedTuple):
    """A column of text: its heading, its cells, and whether all cells are numbers."""

    heading: str
    cells: Sequence[str]
    numeric: bool

    @property
    def natural_width(self) -> int:
        """The width that needs no line break."""
        lines = [line for text in (self.heading, *self.cells) for line in text.split("\n")]
        return max(map(cell_len, lines), default=0)

    @property
    def least_width(self) -> int:
        """The width that breaks neither a word of the heading nor a number."""
        words = [word for cell in self.cells for word in ([cell] if self.numeric else cell.split())]
        widest = max(map(cell_len, words), default=0)
        inside = widest if self.numeric else min(widest, _LONGEST_WORD)
        return max(inside, *map(cell_len, self.heading.split() or [""]))


class Block(NamedTuple):
    """Columns that are printed side by side, by their index, with their widths."""

    columns: tuple[int, ...]
    widths: tuple[int, ...]


def lay_out(columns: Sequence[Column], width: int) -> list[Block]:
    """Divide columns into blocks that fit a width; every block begins with the first column."""
    blocks: list[list[int]] = [[0]] if columns else []
    for index in range(1, len(columns)):
        least = [columns[at].least_width for at in (*blocks[-1], index)]
        if len(blocks[-1]) > 1 and _measure(least) > width:
            blocks.append([0])
        blocks[-1].append(index)
    return [_fit_block(columns, block, width) for block in blocks]


def _measure(widths: Sequence[int]) -> int:
    """Return the width of a table with columns of these widths."""
    return sum(widths) + _PER_COLUMN * len(widths) + _EDGES


def _fit_block(columns: Sequence[Column], block: Sequence[int], width: int) -> Block:
    """Narrow the widest columns of a block until it fits, none below its least width."""
    widths = {index: columns[index].natural_width for index in block}
    least = {index: columns[index].least_width for index in block}
    while (excess := _measure(list(widths.values())) - width) > 0:
        wide = [index for index in block if widths[index] > least[index]]
        if not wide:
            break
        widest = max(wide, key=lambda index: widths[index])
        others = [widths[index] for index in wide if index != widest]
        floor = max(least[widest], max(others, default=0) - 1)
        widths[widest] = max(floor, widths[widest] - excess)
    return Block(tuple(block), tuple(widths[index] for index in block))
