"""Tables of counts by two features: grids of documents, crossed annotations, distributions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from goldsmith.project.corpus.describe.model import Cross, Grid, GridBlock
from goldsmith.project.corpus.describe.model import Table as Counts
from goldsmith.project.corpus.slices import NO_VALUE, sort_slices
from goldsmith.rendering.table import Table

TOTAL = "total"


def format_share(count: int, total: int) -> str:
    """Format a count with its share of a total.

    Example:
        >>> format_share(1639, 5816), format_share(0, 0)
        ('1,639 (28.2 %)', '0')
    """
    return f"{count:,} ({100 * count / total:.1f} %)" if total else f"{count:,}"


def make_grid_table(grid: Grid, title: str) -> Table:
    """Make the table of documents by metadata fields, in percentages (CLEF, Table 1)."""
    *before, row, column = grid.fields
    of_block = f" of each {' and '.join(before)}" if before else ""
    rows = [line for block in grid.blocks for line in _make_block_rows(block, grid.columns)]
    return Table(
        f"{title} by {row} and {column}, in per cent{of_block}",
        (row, *grid.columns, TOTAL, "documents"),
        tuple(rows),
    )


def _make_block_rows(block: GridBlock, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    prefix = f"{block.label}: " if block.label else ""
    if list(block.counts) != [NO_VALUE]:  # such a block has its total only
        for label, counts in block.counts.items():
            yield (prefix + label, *_format_percents(counts, columns, block.documents))
    sums = {name: sum(counts.get(name, 0) for counts in block.counts.values()) for name in columns}
    yield (prefix + TOTAL, *_format_percents(sums, columns, block.documents))


def _format_percents(
    counts: Mapping[str, int], columns: Sequence[str], total: int
) -> tuple[str, ...]:
    own = sum(counts.values())
    numbers = [*(counts.get(name, 0) for name in columns), own]
    return (*(f"{100 * number / total:.2f}" for number in numbers), f"{own:,}")


def make_cross_table(cross: Cross, title: str) -> Table:
    """Make the table of annotations by two features, with totals (CLEF, Table 15)."""
    columns = sort_slices({name for row in cross.counts.values() for name in row})
    rows = [
        (label, *(f"{row.get(name, 0):,}" for name in columns), f"{sum(row.values()):,}")
        for label, row in cross.counts.items()
    ]
    sums = [sum(row.get(name, 0) for row in cross.counts.values()) for name in columns]
    rows.append((TOTAL, *(f"{number:,}" for number in sums), f"{sum(sums):,}"))
    headings = (*(f"{cross.columns} {name}" for name in columns), TOTAL)
    return Table(f"{title}: {cross.rows} by {cross.columns}", (cross.rows, *headings), tuple(rows))


def make_distribution_table(
    title: str, headings: tuple[str, str], counts: Mapping[str, Mapping[int, int]]
) -> Table:
    """Make the table of the documents with each number, with a column for each corpus."""
    numbers = sorted({number for own in counts.values() for number in own})
    totals = {corpus: sum(own.values()) for corpus, own in counts.items()}
    rows = [
        (
            str(number),
            *(format_share(own.get(number, 0), totals[corpus]) for corpus, own in counts.items()),
        )
        for number in numbers
    ]
    columns = tuple(counts) if len(counts) > 1 else headings[1:]
    return Table(title, (headings[0], *columns), tuple(rows))


def sort_numbers(counts: Mapping[str, Counts]) -> dict[str, Counts]:
    """Give all corpora the same rows, in the order of their numbers."""
    labels = sorted({label for rows in counts.values() for label in rows}, key=int)
    return {
        corpus: {label: rows.get(label, {}) for label in labels} for corpus, rows in counts.items()
    }
