"""The layout of tables on a terminal: widths that break no word of a heading, and blocks."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

#: Longer words in cells are folded before columns are moved to another block.
_LONGEST_WORD = 24
#: The width that a box of rich adds: a space on each side of a cell, and a line between columns.
_PER_COLUMN, _EDGES = 3, 1


class Column(NamedTuple):
    """A column of text: its heading, its cells, and whether all cells are numbers."""

    heading: str
    cells: Sequence[str]
    numeric: bool
    floor: int = 0
    """The width that the heading of its group requires."""

    @property
    def natural_width(self) -> int:
        """The width at which no cell is wrapped."""
        lines = [line for text in (self.heading, *self.cells) for line in text.split("\n")]
        return max(self.floor, *map(cell_len, lines))

    @property
    def least_width(self) -> int:
        """The smallest width that breaks neither a word of the heading nor a number."""
        words = [word for cell in self.cells for word in ([cell] if self.numeric else cell.split())]
        widest = max(map(cell_len, words), default=0)
        inside = widest if self.numeric else min(widest, _LONGEST_WORD)
        return max(self.floor, inside, *map(cell_len, self.heading.split() or [""]))


class Block(NamedTuple):
    """Columns that are printed side by side, by their index, with their widths."""

    columns: tuple[int, ...]
    widths: tuple[int, ...]


def lay_out(columns: Sequence[Column], width: int, groups: Sequence[int] = ()) -> list[Block]:
    """Divide columns into blocks that fit a width; every block begins with the first column.

    Args:
        columns: The columns.
        width: The number of characters that fit in a line.
        groups: The sizes of the groups of all columns after the first. A group is divided only if
            it does not fit into its own block.
    """
    blocks: list[list[int]] = [[0]] if columns else []
    for unit in _list_units(len(columns), groups):
        if len(blocks[-1]) > 1 and not _fits(columns, [*blocks[-1], *unit], width):
            blocks.append([0])
        for index in unit:
            if len(blocks[-1]) > 1 and not _fits(columns, [*blocks[-1], index], width):
                blocks.append([0])
            blocks[-1].append(index)
    return [_fit_block(columns, block, width) for block in blocks]


def _list_units(count: int, groups: Sequence[int]) -> list[range]:
    """Return the groups of columns after the first that must stay together."""
    units, start = [], 1
    for size in groups or [1] * (count - 1):
        units.append(range(start, start + size))
        start += size
    return units


def _fits(columns: Sequence[Column], block: Sequence[int], width: int) -> bool:
    return _measure([columns[index].least_width for index in block]) <= width


def widen_groups(columns: Sequence[Column], labels: Sequence[tuple[str, int]]) -> list[Column]:
    """Return the columns, with each group at least as wide as its heading.

    Args:
        columns: The columns.
        labels: The heading and size of each group of columns after the first.
    """
    widened, start = list(columns), 1
    for label, size in labels:
        inside = [column.least_width for column in columns[start : start + size]]
        needed = min(max(map(cell_len, label.split()), default=0), _LONGEST_WORD)
        lacking = needed - sum(inside) - _PER_COLUMN * (size - 1)
        if lacking > 0:
            widened[start] = widened[start]._replace(floor=inside[0] + lacking)
        start += size
    return widened


def draw_groups(labels: Sequence[tuple[str, int]], block: Block) -> str:
    """Draw the headings of groups above the columns of a block, each with a rule to its end."""
    owners = [number for number, (_, size) in enumerate(labels) for _ in range(size)]
    widths: dict[int, list[int]] = {}
    for index, width in zip(block.columns[1:], block.widths[1:], strict=True):
        widths.setdefault(owners[index - 1], []).append(width)
    first = [" " * (_EDGES + 1 + block.widths[0])]
    drawn = [first, *(_draw_group(labels[owner][0], inside) for owner, inside in widths.items())]
    height = max(map(len, drawn))
    padded = [[" " * cell_len(part[0])] * (height - len(part)) + part for part in drawn]
    return "\n".join((" " * _PER_COLUMN).join(line) for line in zip(*padded, strict=True))


def _draw_group(label: str, widths: Sequence[int]) -> list[str]:
    """Draw the heading of a group in lines as wide as its columns."""
    total = _measure(widths) - _PER_COLUMN - _EDGES
    *before, last = wrap(label, total) or [""]
    rule = total - cell_len(last) - 1 if label else 0
    last += " " + "─" * rule if rule > 0 else ""
    return [set_cell_size(line, total) for line in (*before, last)]


def _measure(widths: Sequence[int]) -> int:
    """Return the width of a table with columns of these widths."""
    return sum(widths) + _PER_COLUMN * len(widths) + _EDGES


def _fit_block(columns: Sequence[Column], block: Sequence[int], width: int) -> Block:
    """Narrow the widest columns of a block until it fits, but none below its minimum width."""
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
