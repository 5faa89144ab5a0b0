"""Descriptions as tables, of one corpus or of several side by side (SemEval-2014, Table 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from goldsmith.project.corpus.describe.cross_tables import (
    TOTAL,
    format_share,
    make_cross_table,
    make_distribution_table,
    make_grid_table,
    sort_numbers,
)
from goldsmith.project.corpus.describe.model import Description, SetDescription, SetSlice
from goldsmith.project.corpus.describe.model import Table as Counts
from goldsmith.project.corpus.slices import group_slices
from goldsmith.rendering.blocks import ColumnGroup
from goldsmith.rendering.table import Table

_ALL = "all"
#: The label and the field of each line of a set's totals; counts of mentions also have a share.
_SHAPES = (
    ("contiguous", "contiguous"),
    ("discontiguous", "discontiguous"),
    ("for the whole document", "unanchored"),
    ("coded", "coded"),
    ("CUI-less", "cui_less"),
    ("uncoded", "uncoded"),
)


class _Place(msgspec.Struct, frozen=True):
    """A column of the tables: a corpus as a whole, or a slice of it."""

    corpus: str
    slice: str
    """"" for the whole corpus."""


def make_description_tables(
    descriptions: Mapping[str, Description], *, is_sliced: bool = False
) -> list[Table]:
    """Make the tables of a corpus, or of several corpora side by side.

    Args:
        descriptions: Name of a corpus -> its counts.
        is_sliced: Show slices of several corpora too; slices of a single corpus are always shown.
    """
    tables = _DescriptionTables(descriptions, is_sliced=is_sliced or len(descriptions) == 1)
    return list(tables.make())


class _DescriptionTables:
    """Makes tables that have the same columns: the corpora and their slices."""

    def __init__(self, descriptions: Mapping[str, Description], *, is_sliced: bool) -> None:
        self.descriptions = descriptions
        self.places: list[_Place] = []
        for name, description in descriptions.items():
            slices = list(description.slices) if is_sliced else []
            self.places.append(_Place(name, ""))
            self.places += [_Place(name, label) for label in slices if len(slices) > 1]

    def make(self) -> Iterator[Table]:
        """Make all tables."""
        yield self._make_corpus_table()
        yield self._make_type_table()
        for name, description in self.descriptions.items():
            if description.grid:
                yield make_grid_table(description.grid, self._name("Documents", name))
        for title, sets in self._list_sets():
            yield self._make_total_table(title, sets)
            yield from self._make_count_tables(title, sets)
            yield from self._make_chain_tables(title, sets)
            yield from self._make_cross_tables(title, sets)

    def _name(self, title: str, corpus: str) -> str:
        return f"{title} of {corpus}" if len(self.descriptions) > 1 else title

    def _list_sets(self) -> Iterator[tuple[str, dict[str, SetDescription]]]:
        """Yield the sets to show together, by corpus: those of the same name, or the only ones."""
        if all(len(description.sets) == 1 for description in self.descriptions.values()):
            only = {name: item.sets[0] for name, item in self.descriptions.items()}
            yield _name_set(list(only.values())), only
            return
        names = sorted({item.name for each in self.descriptions.values() for item in each.sets})
        for name in names:
            sets = {
                corpus: item
                for corpus, description in self.descriptions.items()
                for item in description.sets
                if item.name == name
            }
            yield _name_set(list(sets.values())), sets

    def _make_table(
        self, title: str, heading: str, rows: Iterable[tuple[str, Callable[[_Place], str]]]
    ) -> Table:
        """Make a table with a cell for each corpus or slice in every row."""
        body = tuple((label, *(write(place) for place in self.places)) for label, write in rows)
        is_plural = len(self.descriptions) > 1
        columns: list[str] = []
        groups: list[ColumnGroup] = []
        for corpus in self.descriptions:
            labels = [place.slice or _ALL for place in self.places if place.corpus == corpus]
            for label, names in group_slices(labels):
                columns += names
                parts = [corpus] * is_plural + [label] * bool(label)
                groups.append(ColumnGroup(" / ".join(parts), len(names)))
        if is_plural and len(groups) == len(columns):
            return Table(title, (heading, *(group.label for group in groups)), body)
        is_grouped = any(group.label for group in groups)
        return Table(title, (heading, *columns), body, tuple(groups) if is_grouped else ())

    def _make_corpus_table(self) -> Table:
        def count(read: str) -> Callable[[_Place], str]:
            return lambda place: f"{getattr(self._find(place), read):,}"

        def describe(write: Callable[[Description], str]) -> Callable[[_Place], str]:
            return lambda place: "" if place.slice else write(self.descriptions[place.corpus])

        rows: list[tuple[str, Callable[[_Place], str]]] = [
            ("documents", self._write_documents),
            ("patients", count("patients")),
            ("structured records", describe(lambda item: f"{item.records:,}")),
            ("words", count("words")),
            ("words per document, median", describe(lambda item: f"{item.words_median:,.1f}")),
            (
                "words per document, range",
                describe(lambda item: f"{item.words_shortest:,}–{item.words_longest:,}"),
            ),
            ("sections", describe(lambda item: f"{item.sections:,}")),
        ]
        return self._make_table("Corpus", "", rows)

    def _find(self, place: _Place) -> object:
        description = self.descriptions[place.corpus]
        return description.slices[place.slice] if place.slice else description

    def _write_documents(self, place: _Place) -> str:
        description = self.descriptions[place.corpus]
        if not place.slice:
            return f"{description.documents:,}"
        return format_share(description.slices[place.slice].documents, description.documents)

    def _make_type_table(self) -> Table:
        """Make the table of documents by type and subtype, with a column for each corpus."""
        counts = {
            corpus: {
                " / ".join(filter(None, (kind, subtype))): count
                for kind, subtypes in description.document_types.items()
                for subtype, count in subtypes.items()
            }
            for corpus, description in self.descriptions.items()
        }
        labels = dict.fromkeys(label for kinds in counts.values() for label in kinds)
        totals = {corpus: item.documents for corpus, item in self.descriptions.items()}
        rows = [
            (
                label,
                *(format_share(counts[name].get(label, 0), totals[name]) for name in totals),
            )
            for label in labels
        ]
        rows.append((TOTAL, *(f"{total:,}" for total in totals.values())))
        names = list(totals) if len(totals) > 1 else ["documents"]
        return Table("Documents by type", ("type", *names), tuple(rows))

    def _make_total_table(self, title: str, sets: Mapping[str, SetDescription]) -> Table:
        def count(field: str) -> Callable[[_Place], str]:
            return self._write_set(sets, lambda item: f"{getattr(item, field):,}")

        def divide(field: str) -> Callable[[_Place], str]:
            return self._write_set(
                sets, lambda item: f"{getattr(item, field) / max(item.documents, 1):,.1f}"
            )

        def share(field: str) -> Callable[[_Place], str]:
            return self._write_set(
                sets, lambda item: format_share(getattr(item, field), item.mentions)
            )

        rows: list[tuple[str, Callable[[_Place], str]]] = [
            ("documents", count("documents")),
            ("mentions", count("mentions")),
            ("mentions per document", divide("mentions")),
            *(
                (label, share(field))
                for label, field in _SHAPES
                if field != "unanchored" or any(item.unanchored for item in sets.values())
            ),
            ("unique codes", count("unique_codes")),
            ("relations", count("relations")),
            ("relations per document", divide("relations")),
        ]
        if any(item.chains for item in sets.values()):
            rows += [("chains", count("chains")), ("chains per document", divide("chains"))]
        return self._make_table(title, "", rows)

    def _write_set(
        self, sets: Mapping[str, SetDescription], write: Callable[[SetSlice], str]
    ) -> Callable[[_Place], str]:
        """Return a function that formats a figure of a set; "" if the set is missing there."""

        def write_place(place: _Place) -> str:
            counts = sets.get(place.corpus)
            if counts is None:
                return ""
            item = counts.slices.get(place.slice) if place.slice else _sum_up(counts)
            return write(item) if item else ""

        return write_place

    def _make_count_tables(self, title: str, sets: Mapping[str, SetDescription]) -> Iterator[Table]:
        readers: tuple[tuple[str, Callable[[SetDescription], Counts]], ...] = (
            ("mentions", lambda item: item.mentions_by_type),
            ("relations", lambda item: item.relations_by_type),
            ("groups", lambda item: item.groups_by_type),
        )
        for name, read in readers:
            counts = {corpus: read(item) for corpus, item in sets.items()}
            if any(counts.values()):
                yield self._make_counts(f"{title}: {name} by type", "type", counts)
        attributes = {corpus: item.attributes_by_slice for corpus, item in sets.items()}
        pairs = sorted(
            {
                (owner, name)
                for item in attributes.values()
                for owner in item
                for name in item[owner]
            }
        )
        for owner, name in pairs:
            counts = {
                corpus: item.get(owner, {}).get(name, {}) for corpus, item in attributes.items()
            }
            yield self._make_counts(f"{title}: {name} of {owner}", "value", counts)

    def _make_counts(self, title: str, heading: str, counts: Mapping[str, Counts]) -> Table:
        """Make a table of counts with their shares of each column."""
        labels = dict.fromkeys(label for rows in counts.values() for label in rows)

        def count(place: _Place, label: str) -> int:
            row = counts.get(place.corpus, {}).get(label, {})
            return row.get(place.slice, 0) if place.slice else sum(row.values())

        def write_share(label: str) -> Callable[[_Place], str]:
            return lambda place: format_share(count(place, label), add_up(place))

        def add_up(place: _Place) -> int:
            return sum(count(place, label) for label in labels)

        rows = [(label or "–", write_share(label)) for label in labels]
        return self._make_table(
            title, heading, [*rows, (TOTAL, lambda place: f"{add_up(place):,}")]
        )

    def _make_chain_tables(self, title: str, sets: Mapping[str, SetDescription]) -> Iterator[Table]:
        chains = {corpus: item.chains for corpus, item in sets.items() if item.chains}
        lengths = {
            corpus: {str(length): row for length, row in sorted(item.lengths_by_slice.items())}
            for corpus, item in chains.items()
        }
        if any(lengths.values()):
            yield self._make_counts(
                f"{title}: chains by length", "mentions in the chain", sort_numbers(lengths)
            )
            yield make_distribution_table(
                f"{title}: chains per document",
                ("chains in the document", "documents"),
                {corpus: item.documents for corpus, item in chains.items()},
            )

    def _make_cross_tables(self, title: str, sets: Mapping[str, SetDescription]) -> Iterator[Table]:
        for corpus, item in sets.items():
            for cross in item.crosses:
                yield make_cross_table(cross, self._name(title, corpus))


def _sum_up(counts: SetDescription) -> SetSlice:
    """Return the totals of a set over all slices."""
    fields = [name for name in SetSlice.__struct_fields__ if name != "chains"]
    values = {name: getattr(counts, name) for name in fields}
    return SetSlice(**values, chains=counts.chains.count if counts.chains else 0)


def _name_set(sets: Sequence[SetDescription]) -> str:
    names = ", ".join(dict.fromkeys(item.name for item in sets))
    schemas = ", ".join(dict.fromkeys(item.schema for item in sets if item.schema))
    return f"Set {names} ({schemas})" if schemas else f"Set {names}"
