"""Count documents and annotations in one pass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, derive_chains, load_builtin_schema
from goldsmith.project.corpus.describe.crosses import CrossCounter, CrossPlan
from goldsmith.project.corpus.describe.grid import GridCounter
from goldsmith.project.corpus.describe.model import (
    MOST_VALUES,
    Chains,
    Description,
    SetDescription,
    SetSlice,
    Slice,
    Table,
)
from goldsmith.project.corpus.slices import sort_slices

_UNTYPED = "(no type)"
#: The slice of all documents.
_ALL = ""


class _SliceCounter:
    """Counts the documents of a slice."""

    def __init__(self) -> None:
        self.documents = self.words = 0
        self.patients: set[str] = set()


class CorpusCounter:
    """Counts documents."""

    def __init__(self, fields: Sequence[str], grid: GridCounter | None) -> None:
        self.fields, self.grid = list(fields), grid
        self.words: list[int] = []
        self.characters = self.sections = 0
        self.patients: set[str] = set()
        self.types: dict[str, Counter[str]] = {}
        self.institutions: Counter[str] = Counter()
        self.dates: list[str] = []
        self.slices: dict[str, _SliceCounter] = {}

    def add(self, doc: Document, slice_name: str) -> None:
        """Count a document."""
        metadata, words = doc.metadata, len(doc.text.split())
        self.words.append(words)
        self.characters += len(doc.text)
        self.sections += len(doc.sections)
        self.patients |= {metadata.patient} - {""}
        self.types.setdefault(metadata.type or _UNTYPED, Counter())[metadata.subtype] += 1
        if metadata.institution:
            self.institutions[metadata.institution] += 1
        if metadata.date:
            self.dates = [min([*self.dates, metadata.date]), max([*self.dates, metadata.date])]
        counts = self.slices.setdefault(slice_name, _SliceCounter())
        counts.documents += 1
        counts.words += words
        counts.patients |= {metadata.patient} - {""}
        if self.grid:
            self.grid.add(doc)

    def make_result(self, sets: list[SetDescription], records: int) -> Description:
        """Return the counts of the corpus with the counts of its sets and records."""
        return Description(
            documents=len(self.words),
            patients=len(self.patients),
            records=records,
            characters=self.characters,
            words=sum(self.words),
            words_median=float(median(self.words)) if self.words else 0.0,
            words_shortest=min(self.words, default=0),
            words_longest=max(self.words, default=0),
            document_types=_sort_table(self.types),
            institutions=_sort_counts(self.institutions),
            first_date=min(self.dates, default=""),
            last_date=max(self.dates, default=""),
            sections=self.sections,
            by=self.fields,
            slices={
                name: Slice(counts.documents, len(counts.patients), counts.words)
                for name in sort_slices(self.slices)
                for counts in [self.slices[name]]
            },
            grid=self.grid.make_result() if self.grid else None,
            sets=sets,
        )


class SetCounter:
    """Counts the annotations of one set over all documents."""

    def __init__(self, name: str, schema: Schema | None, crosses: Sequence[CrossPlan]) -> None:
        self.name, self.schema = name, schema
        self.crosses = [CrossCounter(plan) for plan in crosses]
        self.notes = self.bridged = 0
        self.totals: dict[str, Counter[str]] = {_ALL: Counter()}
        self.mentions: dict[str, Counter[str]] = {}
        self.relations: dict[str, Counter[str]] = {}
        self.groups: dict[str, Counter[str]] = {}
        self.attributes: dict[str, dict[str, dict[str, Counter[str]]]] = {}
        self.codes: dict[str, set[str]] = {_ALL: set()}
        self.systems: Counter[str] = Counter()
        self.lengths: dict[int, Counter[str]] = {}
        self.chains_per_document: Counter[int] = Counter()

    def add(self, doc: Document, annotation_set: AnnotationSet, slice_name: str) -> None:
        """Count the annotations of a document."""
        self.notes += len(annotation_set.notes)
        counts = Counter(
            documents=1,
            mentions=len(annotation_set.mentions),
            relations=len(annotation_set.relations),
        )
        for mention in annotation_set.mentions:
            self.mentions.setdefault(mention.type, Counter())[slice_name] += 1
            shape = "discontiguous" if mention.is_discontiguous else "contiguous"
            counts[shape if mention.spans else "unanchored"] += 1
        for rel in annotation_set.relations:
            self.relations.setdefault(rel.type, Counter())[slice_name] += 1
        for group in annotation_set.groups:
            self.groups.setdefault(group.type, Counter())[slice_name] += 1
        counts += self._count_codes(annotation_set, slice_name)
        counts["chains"] = self._count_chains(doc, annotation_set, slice_name)
        for name in (_ALL, slice_name):
            self.totals.setdefault(name, Counter()).update(counts)
        self._add_attributes(annotation_set, slice_name)
        for cross in self.crosses:
            cross.add(annotation_set)

    def _add_attributes(self, annotation_set: AnnotationSet, slice_name: str) -> None:
        for item in annotation_set.annotations:
            for name, value in item.attributes.items():
                if ":" not in name:  # a prefix marks an attribute of an exchange format
                    values = self.attributes.setdefault(item.type, {}).setdefault(name, {})
                    values.setdefault(value, Counter())[slice_name] += 1

    def _count_codes(self, annotation_set: AnnotationSet, slice_name: str) -> Counter[str]:
        counts: Counter[str] = Counter()
        for mention in annotation_set.mentions:
            real = [code for code in mention.codes if not code.is_cui_less]
            counts["coded" if real else "cui_less" if mention.codes else "uncoded"] += 1
            codes = {f"{code.system}:{code.code}" for code in real}
            for name in (_ALL, slice_name):
                self.codes.setdefault(name, set()).update(codes)
            self.systems.update(code.system or "(not named)" for code in mention.codes)
        return counts

    def _count_chains(self, doc: Document, annotation_set: AnnotationSet, slice_name: str) -> int:
        if self.schema is None and annotation_set.schema in schemas.names():
            self.schema = load_builtin_schema(annotation_set.schema)
        if self.schema is None:
            return 0
        chains = derive_chains(annotation_set, self.schema, text=doc.text)
        for chain in chains:
            self.lengths.setdefault(len(chain.members), Counter())[slice_name] += 1
            self.bridged += bool(chain.bridges)
        self.chains_per_document[len(chains)] += 1
        return len(chains)

    def make_result(self) -> SetDescription:
        """Return the counts."""
        total = self._make_slice(_ALL)
        documents = max(total.documents, 1)
        attributes = {
            owner: _list_values(self.attributes[owner]) for owner in sorted(self.attributes)
        }
        return SetDescription(
            name=self.name,
            schema=self.schema.name if self.schema else "",
            documents=total.documents,
            mentions=total.mentions,
            mentions_per_document=total.mentions / documents,
            relations=total.relations,
            relations_per_document=total.relations / documents,
            mentions_by_type=_sort_table(self.mentions),
            relations_by_type=_sort_table(self.relations),
            groups_by_type=_sort_table(self.groups),
            attributes={
                owner: {name: _sum_rows(values) for name, values in by_name.items()}
                for owner, by_name in attributes.items()
            },
            attributes_by_slice=attributes,
            contiguous=total.contiguous,
            discontiguous=total.discontiguous,
            unanchored=total.unanchored,
            coded=total.coded,
            cui_less=total.cui_less,
            uncoded=total.uncoded,
            unique_codes=total.unique_codes,
            code_systems=_sort_counts(self.systems),
            chains=self._make_chains(total) if self.schema else None,
            notes=self.notes,
            slices={
                name: self._make_slice(name) for name in sort_slices(self.totals) if name != _ALL
            },
            crosses=[result for cross in self.crosses if (result := cross.make_result())],
        )

    def _make_slice(self, name: str) -> SetSlice:
        fields = [field for field in SetSlice.__struct_fields__ if field != "unique_codes"]
        counts = {field: self.totals[name][field] for field in fields}
        return SetSlice(**counts, unique_codes=len(self.codes.get(name, ())))

    def _make_chains(self, total: SetSlice) -> Chains:
        lengths = dict(sorted(self.lengths.items()))
        return Chains(
            total.chains,
            {length: counts.total() for length, counts in lengths.items()},
            self.bridged,
            total.chains / max(total.documents, 1),
            dict(sorted(self.chains_per_document.items())),
            {length: _sort_counts(counts) for length, counts in lengths.items()},
        )


def _sort_counts(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _sort_table(rows: Mapping[str, Counter[str]]) -> Table:
    """Sort rows by their totals, largest first."""
    order = sorted(rows, key=lambda name: (-rows[name].total(), name))
    return {name: _sort_counts(rows[name]) for name in order}


def _sum_rows(values: Table) -> dict[str, int]:
    return {value: sum(counts.values()) for value, counts in values.items()}


def _list_values(attributes: Mapping[str, Mapping[str, Counter[str]]]) -> dict[str, Table]:
    """List the values of each attribute; free text, which may quote notes, is only counted."""
    tables = {}
    for name, values in sorted(attributes.items()):
        if len(values) > MOST_VALUES:
            total = sum(values.values(), Counter())
            values = {f"({len(values)} different values)": total}
        tables[name] = _sort_table(values)
    return tables
