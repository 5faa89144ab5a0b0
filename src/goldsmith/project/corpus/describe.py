"""Describe a corpus by counts of its documents and annotations (requirement 1.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import median

import msgspec

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Schema, derive_chains, load_builtin_schema

_UNTYPED = "(no type)"
#: An attribute with more values than this counts as free text: its values are not listed.
_MOST_VALUES = 40

Table = dict[str, dict[str, int]]


class Chains(msgspec.Struct, frozen=True):
    """The coreference chains of a set: their number, and the number of each length."""

    count: int
    lengths: dict[int, int]
    bridged: int
    """Chains that join two specific mentions only through a generic one."""


class SetDescription(msgspec.Struct, frozen=True):
    """The counts of one annotation set."""

    name: str
    schema: str
    documents: int
    mentions: int
    mentions_per_document: float
    relations: int
    relations_per_document: float
    mentions_by_type: Table
    """Type -> document type -> count (CLEF Tables 12–14)."""
    relations_by_type: Table
    groups_by_type: Table
    attributes: dict[str, Table]
    """Type -> attribute -> value -> count; ODIE's Bagga classes are here."""
    contiguous: int
    discontiguous: int
    unanchored: int
    coded: int
    cui_less: int
    uncoded: int
    unique_codes: int
    code_systems: dict[str, int]
    chains: Chains | None
    """None if no schema tells which relations form chains."""
    notes: int


class Description(msgspec.Struct, frozen=True):
    """The counts of a corpus."""

    documents: int
    patients: int
    characters: int
    words: int
    words_median: float
    words_shortest: int
    words_longest: int
    document_types: Table
    """Type -> subtype -> documents."""
    institutions: dict[str, int]
    first_date: str
    last_date: str
    sections: int
    sets: list[SetDescription]


def describe(docs: Iterable[Document], schema: Schema | None = None) -> Description:
    """Count the documents and the annotations of each set, in one pass.

    Args:
        docs: The documents.
        schema: The schema that tells which relations form chains. Without it, each set uses the
            built-in schema that it names.
    """
    corpus = _CorpusCounter()
    sets: dict[str, _SetCounter] = {}
    for doc in docs:
        corpus.add(doc)
        for name, annotation_set in doc.sets.items():
            sets.setdefault(name, _SetCounter(name, schema)).add(doc, annotation_set)
    return corpus.describe([sets[name].describe() for name in sorted(sets)])


class _CorpusCounter:
    """Counts documents."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.characters = self.sections = 0
        self.patients: set[str] = set()
        self.types: dict[str, Counter[str]] = {}
        self.institutions: Counter[str] = Counter()
        self.dates: list[str] = []

    def add(self, doc: Document) -> None:
        metadata = doc.metadata
        self.words.append(len(doc.text.split()))
        self.characters += len(doc.text)
        self.sections += len(doc.sections)
        self.patients |= {metadata.patient} - {""}
        self.types.setdefault(metadata.type or _UNTYPED, Counter())[metadata.subtype] += 1
        if metadata.institution:
            self.institutions[metadata.institution] += 1
        if metadata.date:
            self.dates = [min([*self.dates, metadata.date]), max([*self.dates, metadata.date])]

    def describe(self, sets: list[SetDescription]) -> Description:
        return Description(
            documents=len(self.words),
            patients=len(self.patients),
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
            sets=sets,
        )


class _SetCounter:
    """Counts the annotations of one set over all documents."""

    def __init__(self, name: str, schema: Schema | None) -> None:
        self.name, self.schema = name, schema
        self.total: Counter[str] = Counter()
        self.mentions: dict[str, Counter[str]] = {}
        self.relations: dict[str, Counter[str]] = {}
        self.groups: dict[str, Counter[str]] = {}
        self.attributes: dict[str, dict[str, Counter[str]]] = {}
        self.codes: Counter[str] = Counter()
        self.systems: Counter[str] = Counter()
        self.lengths: Counter[int] = Counter()

    def add(self, doc: Document, annotation_set: AnnotationSet) -> None:
        kind = doc.metadata.type or _UNTYPED
        self.total.update(
            documents=1, notes=len(annotation_set.notes), mentions=len(annotation_set.mentions)
        )
        self.total["relations"] += len(annotation_set.relations)
        for mention in annotation_set.mentions:
            self.mentions.setdefault(mention.type, Counter())[kind] += 1
            shape = "discontiguous" if mention.is_discontiguous else "contiguous"
            self.total[shape if mention.spans else "unanchored"] += 1
        for rel in annotation_set.relations:
            self.relations.setdefault(rel.type, Counter())[kind] += 1
        for group in annotation_set.groups:
            self.groups.setdefault(group.type, Counter())[kind] += 1
        self._add_attributes(annotation_set)
        self._add_codes(annotation_set)
        self._add_chains(doc, annotation_set)

    def _add_attributes(self, annotation_set: AnnotationSet) -> None:
        for item in annotation_set.annotations:
            for name, value in item.attributes.items():
                if ":" not in name:  # a prefix marks an attribute of an exchange format
                    owner = self.attributes.setdefault(item.type, {})
                    owner.setdefault(name, Counter())[value] += 1

    def _add_codes(self, annotation_set: AnnotationSet) -> None:
        for mention in annotation_set.mentions:
            real = [code for code in mention.codes if not code.is_cui_less]
            state = "coded" if real else "cui_less" if mention.codes else "uncoded"
            self.total[state] += 1
            self.codes.update(f"{code.system}:{code.code}" for code in real)
            self.systems.update(code.system or "(not named)" for code in mention.codes)

    def _add_chains(self, doc: Document, annotation_set: AnnotationSet) -> None:
        if self.schema is None and annotation_set.schema in schemas.names():
            self.schema = load_builtin_schema(annotation_set.schema)
        if self.schema is not None:
            for chain in derive_chains(annotation_set, self.schema, text=doc.text):
                self.lengths[len(chain.members)] += 1
                self.total["bridged"] += bool(chain.bridges)

    def describe(self) -> SetDescription:
        total, documents = self.total, max(self.total["documents"], 1)
        chains = Chains(
            sum(self.lengths.values()), dict(sorted(self.lengths.items())), total["bridged"]
        )
        return SetDescription(
            name=self.name,
            schema=self.schema.name if self.schema else "",
            documents=total["documents"],
            mentions=total["mentions"],
            mentions_per_document=total["mentions"] / documents,
            relations=total["relations"],
            relations_per_document=total["relations"] / documents,
            mentions_by_type=_sort_table(self.mentions),
            relations_by_type=_sort_table(self.relations),
            groups_by_type=_sort_table(self.groups),
            attributes={
                owner: _list_values(self.attributes[owner]) for owner in sorted(self.attributes)
            },
            contiguous=total["contiguous"],
            discontiguous=total["discontiguous"],
            unanchored=total["unanchored"],
            coded=total["coded"],
            cui_less=total["cui_less"],
            uncoded=total["uncoded"],
            unique_codes=len(self.codes),
            code_systems=_sort_counts(self.systems),
            chains=chains if self.schema else None,
            notes=total["notes"],
        )


def _sort_counts(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _sort_table(rows: Mapping[str, Counter[str]]) -> Table:
    """Sort rows by their totals, largest first."""
    order = sorted(rows, key=lambda name: (-rows[name].total(), name))
    return {name: _sort_counts(rows[name]) for name in order}


def _list_values(attributes: Mapping[str, Counter[str]]) -> Table:
    """List the values of each attribute; free text, which may quote notes, is only counted."""
    return {
        name: _sort_counts(counts)
        if len(counts) <= _MOST_VALUES
        else {f"({len(counts)} different values)": counts.total()}
        for name, counts in sorted(attributes.items())
    }
