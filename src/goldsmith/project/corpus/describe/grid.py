"""Documents by two or more metadata fields, such as subtype and diagnosis (CLEF, Table 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from goldsmith.core import Document, get_field
from goldsmith.errors import InputError
from goldsmith.project.corpus.describe.model import Grid, GridBlock
from goldsmith.project.corpus.slices import NO_VALUE
from goldsmith.sampling import icd10

_DIAGNOSIS = "diagnosis"


class GridCounter:
    """Counts documents by their values in the fields.

    Args:
        fields: The last makes the columns, the one before it the rows, any others the blocks.

    Raises:
        InputError: There are fewer than two fields.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        if len(fields) < 2:
            raise InputError(
                "a grid needs two metadata fields",
                expected="fields separated by commas: subtype,diagnosis",
            )
        self.fields = tuple(fields)
        self.counts: Counter[tuple[str, ...]] = Counter()

    def add(self, doc: Document) -> None:
        """Count a document."""
        self.counts[tuple(_read_field(doc, name) for name in self.fields)] += 1

    def make_result(self) -> Grid:
        """Return the counts, the most frequent values first."""
        totals: Counter[str] = Counter()
        blocks: dict[str, dict[str, Counter[str]]] = {}
        for (*before, row, column), count in self.counts.items():
            totals[column] += count
            rows = blocks.setdefault(" / ".join(before), {})
            rows.setdefault(row, Counter())[column] += count
        made = [_make_block(label, rows) for label, rows in blocks.items()]
        return Grid(
            list(self.fields),
            self.counts.total(),
            [name for name, _ in _rank(totals)],
            sorted(made, key=lambda block: (-block.documents, block.label)),
        )


def _make_block(label: str, rows: dict[str, Counter[str]]) -> GridBlock:
    order = sorted(rows, key=lambda name: (name == NO_VALUE, -rows[name].total(), name))
    documents = sum(counts.total() for counts in rows.values())
    return GridBlock(label, documents, {name: dict(_rank(rows[name])) for name in order})


def _rank(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (item[0] == NO_VALUE, -item[1], item[0]))


def _read_field(doc: Document, name: str) -> str:
    """Return the value of a field; of a diagnosis that is an ICD-10 code, its category."""
    value = get_field(doc.metadata, name)
    if name == _DIAGNOSIS and value:
        value = icd10.find_category(value) or value
    return value or NO_VALUE
